import type { PairingBook } from "../../../domain/gateway-ledger.ts";
import type { ButtonPress } from "../../../domain/platform.ts";
import type { ChatPerson } from "../arrival.ts";
import type { GatewaySettings } from "../gateway-settings.ts";
import { authorise, personOf } from "./authorise.ts";

type Rules = {
  readonly settings: Pick<GatewaySettings, "allowed" | "platforms">;
  readonly pairing: Pick<PairingBook, "isApproved">;
};

/** Whoever pressed a button; null: they may not speak to us either. A chat of unknown kind counts as a group. */
export function presserOf(name: string, press: ButtonPress, { settings, pairing }: Rules): ChatPerson | null {
  const platform = settings.platforms.get(name);
  if (platform === undefined) return null;
  const { chatType = "group", chatId, userId } = press;
  const isPaired = (id: string): boolean => pairing.isApproved(name, id);
  const authority = authorise({ chatType, chatId, userId }, { platform, everywhere: settings.allowed, isPaired });
  return authority.allowed ? personOf({ chatType, userId }, platform) : null;
}

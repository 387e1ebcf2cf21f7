import type { InboundMessage } from "../../../domain/gateway-ledger.ts";
import type { ChatPerson } from "../arrival.ts";
import type { AllowedPeople, PlatformSettings } from "../gateway-settings.ts";

type Speaker = Pick<InboundMessage, "chatType" | "chatId" | "userId">;

export type AuthorityRules = {
  readonly platform: PlatformSettings;
  /** Whoever may speak on every platform. */
  readonly everywhere: AllowedPeople;
  readonly isPaired: (userId: string) => boolean;
};

export type Authority =
  | {
      readonly allowed: true;
      readonly by: "platform-everybody" | "pairing" | "platform-list" | "global-list" | "global-everybody";
    }
  | { readonly allowed: false; readonly why: "chat" | "sender" };

/** May this person speak to us here? Ids are compared as strings; whoever nothing speaks for may not. */
export function authorise(speaker: Speaker, rules: AuthorityRules): Authority {
  const { platform, everywhere, isPaired } = rules;
  const { userId } = speaker;
  if (!isAllowedChat(speaker, platform)) return { allowed: false, why: "chat" };
  if (platform.allowed.everybody) return { allowed: true, by: "platform-everybody" };
  if (isPaired(userId)) return { allowed: true, by: "pairing" };
  if (platform.allowed.users.has(userId)) return { allowed: true, by: "platform-list" };
  if (everywhere.users.has(userId)) return { allowed: true, by: "global-list" };
  if (everywhere.everybody) return { allowed: true, by: "global-everybody" };
  return { allowed: false, why: "sender" };
}

function isAllowedChat({ chatType, chatId }: Speaker, { allowedChats }: PlatformSettings): boolean {
  return chatType === "dm" || allowedChats.size === 0 || allowedChats.has(chatId);
}

const everybodysCommands: ReadonlySet<string> = new Set(["help", "whoami", "stop"]);

/** What somebody who may speak may command. */
export function personOf({ chatType, userId }: Omit<Speaker, "chatId">, platform: PlatformSettings): ChatPerson {
  const admins = chatType === "dm" ? platform.admins : platform.groupAdmins;
  const isAdmin = admins === null || admins.has(userId);
  return {
    userId,
    isAdmin,
    mayUse: (command) => isAdmin || everybodysCommands.has(command) || platform.userCommands.has(command),
  };
}

import type { InboundMessage } from "../../../domain/gateway-ledger.ts";
import type { GatewaySettings } from "../gateway-settings.ts";
import { isShared, joinedKey } from "./session-key.ts";

type Place = Pick<InboundMessage, "platform" | "chatType" | "scopeId" | "chatId" | "threadId" | "userId">;

export type ChatScope = {
  /** Empty: several people speak in one conversation. */
  readonly userId: string;
  /** With its platform: the ids of two platforms may be alike. */
  readonly chatId: string;
};

/** Whose conversations may be looked into from a chat. */
export function scopeOf(place: Place, settings: Pick<GatewaySettings, "profile" | "userSessions">): ChatScope {
  const { platform, chatType, scopeId, chatId, userId } = place;
  const kind = chatType === "dm" ? "dm" : "chat";
  return {
    userId: isShared(place, settings) ? "" : userId,
    chatId: joinedKey([platform, kind, ...(scopeId === null ? [] : [scopeId]), chatId]),
  };
}

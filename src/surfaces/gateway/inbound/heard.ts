import type { InboundMessage, Routes } from "../../../domain/gateway-ledger.ts";
import type { GatewaySettings, PlatformSettings } from "../gateway-settings.ts";
import { kindOf, sessionKey } from "./session-key.ts";

export type Ear = {
  /** Does it speak to us? */
  readonly hears: (message: InboundMessage, key: string, platform: PlatformSettings) => boolean;
  /** Somebody who may has spoken to us there: in a thread no further mention is needed. */
  readonly follow: (message: InboundMessage) => void;
};

const mostThreads = 10_000;

/** In private always; elsewhere when it names us, where the settings say so, and in threads that talk with us already. */
export function createEar(settings: GatewaySettings, routes: Pick<Routes, "get">): Ear {
  const threads = new Set<string>();
  const shared = { profile: settings.profile, userSessions: { inGroups: false, inThreads: false } };
  const isFollowed = (message: InboundMessage, key: string): boolean =>
    kindOf(message) === "thread" && (threads.has(sessionKey(message, shared)) || routes.get(key) !== null);
  return {
    hears: (message, key, platform) =>
      message.chatType === "dm" ||
      message.isMention ||
      !platform.needsMention ||
      platform.freeChats.has(message.chatId) ||
      isFollowed(message, key),
    follow: (message) => {
      if (kindOf(message) !== "thread") return;
      if (threads.size >= mostThreads) threads.clear(); // those with a conversation are known by their route
      threads.add(sessionKey(message, shared));
    },
  };
}

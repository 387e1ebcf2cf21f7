import type { Platform, PlatformLink, SendResult } from "hermes/plugin-sdk";
import { isTarget, sameCase } from "./names.ts";
import { openSession, type Session } from "./session.ts";
import { readSettings, type IrcSettings } from "./settings.ts";
import { mostTextBytes } from "./text.ts";

/** What a platform has to be: a name, what it can do, and three functions. The gateway does the rest. */
export function ircPlatform(password: () => string | undefined): Platform {
  let session: Session | null = null;
  return {
    name: "irc",
    label: "IRC",
    capabilities: { markup: "plain", maxLength: mostTextBytes, lengthUnit: "bytes" },
    connect: async (link, signal) => {
      const settings = settingsFor(link, password);
      session = await openSession(settings, link, signal);
    },
    disconnect: () => {
      session?.close();
      session = null;
    },
    send: async ({ chatId }, text, { signal }) => (session === null ? offline : session.say(chatId, text, signal)),
    resolveChat: async (name) => (isTarget(name) ? sameCase(name) : null),
  };
}

const offline: SendResult = { ok: false, kind: "retryable", error: "not connected" };

/** Trying again does not mend settings: the gateway is told to give up. */
function settingsFor(link: PlatformLink, password: () => string | undefined): IrcSettings {
  try {
    return readSettings(link.settings, password);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    link.lost({ message, retryable: false });
    throw error;
  }
}

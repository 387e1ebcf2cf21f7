import type { Display } from "../../commands/slash/display.ts";

/** What the settings and the environment say of the gateway, read once when it starts. */
export type GatewaySettings = {
  /** Part of every session key. */
  readonly profile: string;
  readonly busyMode: Display["busyMode"];
  readonly maxConcurrentTurns: number;
  readonly maxInboundMediaBytes: number;
  /** Answers go through the outbox. */
  readonly keepsDeliveries: boolean;
  readonly userSessions: { readonly inGroups: boolean; readonly inThreads: boolean };
  /** Whoever may speak on every platform. */
  readonly allowed: AllowedPeople;
  readonly streaming: { readonly editIntervalMs: number; readonly firstAfterChars: number; readonly cursor: string };
  readonly limits: GatewayLimits;
  readonly confirms: boolean;
  readonly platforms: ReadonlyMap<string, PlatformSettings>;
};

export type AllowedPeople = { readonly everybody: boolean; readonly users: ReadonlySet<string> };

/** In milliseconds, 0 is none. */
export type GatewayLimits = {
  /** A turn without any sign of life for so long is stopped. */
  readonly inactivityMs: number;
  /** One note after so long without anything to be seen. */
  readonly stillWorkingMs: number;
  readonly clarifyMs: number;
  /** So long running turns may go on once the gateway is to end. */
  readonly drainMs: number;
  /** A turn that a restart cut off goes on by itself when it is younger. */
  readonly continueFreshMs: number;
  readonly liveSessions: number;
  readonly idleSessionMs: number;
};

export type PlatformSettings = {
  readonly name: string;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly allowed: AllowedPeople;
  /** Empty: every chat in which the bot is. */
  readonly allowedChats: ReadonlySet<string>;
  readonly stranger: "pair" | "ignore";
  readonly takesBots: boolean;
  /** In groups and channels only what speaks to us is heard, but for these chats. */
  readonly needsMention: boolean;
  readonly freeChats: ReadonlySet<string>;
  /** Null: everybody who may speak is one. */
  readonly admins: ReadonlySet<string> | null;
  readonly groupAdmins: ReadonlySet<string> | null;
  /** Slash commands of those who are no admins, besides those everybody has. */
  readonly userCommands: ReadonlySet<string>;
  readonly display: {
    readonly streaming: boolean;
    readonly toolProgress: "off" | "new" | "all" | "verbose" | "log";
    readonly reasoning: boolean;
  };
  readonly reset: ResetPolicy;
  /** By the id of a chat; a thread has those of its parent unless it has its own. */
  readonly chats: ReadonlyMap<string, ChatOverride>;
};

export type ResetPolicy = {
  readonly idleMs: number | null;
  /** The hour of day, in the person's time zone. */
  readonly atHour: number | null;
  /** A process in the background younger than this puts it off. */
  readonly processMaxAgeMs: number;
};

export type ChatOverride = {
  readonly model: string | null;
  readonly provider: string | null;
  readonly systemPrompt: string | null;
};

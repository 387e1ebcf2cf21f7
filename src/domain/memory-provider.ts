import type { MemoryWrite } from "./memory.ts";
import type { Message } from "./message.ts";

type Later<T> = Promise<T> | T;

/** Who the provider works for. Only "primary" may write. */
export type ProviderContext = {
  readonly home: string;
  readonly cwd: string;
  readonly platform: string;
  readonly agentContext: "primary" | "subagent" | "cron" | "flush";
  readonly profile: string | null;
  readonly userId: string | null;
  readonly chatId: string | null;
  readonly threadId: string | null;
  readonly sessionTitle: string | null;
  readonly gatewaySessionKey: string | null;
  readonly parentSessionId: string | null;
};

export type SyncedTurn = {
  readonly user: string;
  readonly assistant: string;
  readonly sessionId: string;
  readonly messages: readonly Message[];
};

export type SessionSwitch = { readonly parentId: string | null; readonly reset: boolean; readonly rewound: boolean };

/**
 * Memory kept outside the two files, built in or brought by a plugin. Whatever a member throws is logged and the turn
 * goes on; nothing waits for it longer than its limit.
 */
export type MemoryProvider = {
  readonly name: string;
  /** Where its static text stands in the prompt; "late" unless told. */
  readonly promptSlot?: "early" | "late";
  /** Looks at settings only; no network. */
  readonly isAvailable: () => boolean;
  readonly unavailableReason?: () => string;
  readonly initialize?: (sessionId: string, context: ProviderContext) => Later<void>;
  /** Asked once per prompt, when `initialize` is done or 3 s have passed. */
  readonly systemPromptBlock?: () => Later<string | null>;
  readonly onTurnStart?: (turn: number, text: string) => Later<void>;
  /** What is known about a question, or nothing; at most 8 s. */
  readonly prefetch?: (
    query: string,
    about: { readonly sessionId: string; readonly signal: AbortSignal },
  ) => Later<string>;
  /** Of the last prefetch, for the person. */
  readonly recallStatus?: () => { readonly count: number; readonly label: string } | null;
  readonly queuePrefetch?: (query: string) => Later<void>;
  readonly syncTurn?: (turn: SyncedTurn) => Later<void>;
  /** Function schemas, bare or wrapped; read when the tool list is frozen. */
  readonly getToolSchemas?: () => readonly unknown[];
  /** Returns JSON text. */
  readonly handleToolCall?: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Later<string>;
  readonly onMemoryWrite?: (write: MemoryWrite) => Later<void>;
  /** What the summary of a long conversation should not miss. */
  readonly onPreCompress?: (messages: readonly Message[]) => Later<string>;
  readonly onSessionSwitch?: (sessionId: string, about: SessionSwitch) => Later<void>;
  readonly onSessionEnd?: (messages: readonly Message[]) => Later<void>;
  readonly onDelegation?: (task: string, result: string, childId: string) => Later<void>;
  readonly shutdown?: () => Later<void>;
};

import type { Content } from "./message.ts";

/** A call as hooks see it, its arguments read. */
export type HookedCall = {
  readonly callId: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly sessionId: string;
  readonly turnId: string;
  readonly taskId: string;
  /** The person's stop: nobody waits for an answer any longer. */
  readonly signal: AbortSignal;
};

/**
 * A call may not run, or runs with other arguments, which are checked like the model's own, or waits for a person's yes,
 * be it with other arguments too.
 */
export type HookVerdict =
  | { readonly kind: "block"; readonly message: string }
  | { readonly kind: "rewrite"; readonly args: Readonly<Record<string, unknown>> }
  | {
      readonly kind: "approve";
      readonly message: string;
      readonly rule: string;
      readonly args?: Readonly<Record<string, unknown>>;
    };

export type CallStatus = "ok" | "error" | "blocked" | "cancelled" | "timeout";

/** How a call ended. Secrets are masked, long texts cut. */
export type CallReport = {
  readonly callId: string;
  readonly tool: string;
  readonly args: string;
  readonly sessionId: string;
  readonly turnId: string;
  readonly status: CallStatus;
  readonly durationMs: number;
  readonly errorType: string | null;
  readonly result: string;
};

/** What an extension may do around tool calls. Whatever a hook throws is logged, and the call goes on without it. */
export type ToolHooks = {
  readonly name: string;
  /** Before a call. The first block wins; rewritten arguments are what the next hook sees. */
  readonly preToolCall?: (call: HookedCall) => Promise<HookVerdict | null> | HookVerdict | null;
  /** After a call, once, whatever came of it. */
  readonly postToolCall?: (report: CallReport) => Promise<void> | void;
  /** Another result for the model; the first text wins. */
  readonly transformToolResult?: (report: CallReport, content: Content) => Promise<string | null> | string | null;
};

import type { Question } from "./approval.ts";
import type { CacheBreak, Divergence } from "./cache-break.ts";
import type { CompressionRecord } from "./context-engine.ts";
import type { ProviderFailure } from "./failure.ts";
import type { AssistantMessage, ToolCall, ToolMessage } from "./message.ts";
import type { RuntimeName } from "./runtime.ts";
import type { TurnResult } from "./turn.ts";
import type { Usage } from "./usage.ts";

/** Everything a surface can learn about a running turn. Names are noun.verb; new members go at the end. */
export type AgentEvent =
  | { readonly type: "phase.changed"; readonly phase: "thinking" | "tools" | "compressing" | "waiting" }
  | { readonly type: "text.delta"; readonly text: string }
  | { readonly type: "reasoning.delta"; readonly text: string }
  | { readonly type: "tool.drafted"; readonly callId: string; readonly name: string }
  | { readonly type: "tool.started"; readonly call: ToolCall; readonly preview: string }
  | { readonly type: "tool.progress"; readonly callId: string; readonly note: string }
  | {
      readonly type: "tool.finished";
      readonly callId: string;
      readonly result: ToolMessage;
      readonly ok: boolean;
      readonly truncated: boolean;
      readonly durationMs: number;
    }
  | { readonly type: "question.asked"; readonly question: Question }
  | {
      readonly type: "recovery.applied";
      readonly strategy: string;
      readonly failure: ProviderFailure;
      readonly attempt: number;
      readonly delayMs: number;
    }
  | {
      readonly type: "step.finished";
      readonly step: number;
      readonly reply: AssistantMessage;
      readonly usage: Usage | null;
    }
  | { readonly type: "turn.finished"; readonly result: TurnResult }
  | { readonly type: "session.started"; readonly info: SessionInfo }
  | { readonly type: "segment.ended" } // the visible text ends here, tools follow
  | {
      readonly type: "wait.noticed";
      readonly waitingFor: "model" | "retry" | "lease" | "tool";
      readonly waitedMs: number;
    }
  | { readonly type: "notice.given"; readonly level: "info" | "warning"; readonly text: string }
  | { readonly type: "compression.finished"; readonly record: CompressionRecord }
  | { readonly type: "runtime.switched"; readonly from: RuntimeName; readonly to: RuntimeName }
  | {
      readonly type: "usage.reported";
      readonly task: string; // "" is the turn itself
      readonly usage: Usage;
      readonly costUsd?: number | null; // null: its model has no price
    }
  | {
      readonly type: "subagent.changed";
      readonly id: string;
      readonly index: number; // among the children of one call
      readonly number: number; // among all that are at work: how people call it
      readonly phase: "started" | "tool" | "text" | "ended";
      readonly goal: string;
      readonly note: string; // the tool, a piece of text, or how it ended
      readonly child?: ChildFacts; // where it starts and ends
    }
  | {
      readonly type: "cache.broken";
      readonly cause: CacheBreak;
      readonly missedTokens: number;
      readonly costUsd: number | null; // null: the model has no price
      readonly firstDivergence: Divergence | null;
    }
  | {
      readonly type: "approval.decided";
      readonly callId: string;
      readonly tool: string;
      readonly rule: string | null;
      readonly decision: "allow" | "deny";
      readonly by: string;
      readonly preview: string;
    }
  | { readonly type: "reply.stored"; readonly reply: AssistantMessage }; // before its tools run

export type Emit = (event: AgentEvent) => void;

export type ChildFacts = {
  readonly role: "leaf" | "orchestrator";
  /** Of one that ended; null: it never had a session. */
  readonly sessionId?: string | null;
  readonly summary?: string;
};

/** What a session may learn about sessions that run inside one of its tool calls. */
export type ChildEvent = Extract<AgentEvent, { type: "subagent.changed" | "approval.decided" }>;

export type SessionInfo = RuntimeName & {
  readonly sessionId: string;
  readonly contextLength: number; // in tokens, as far as is known
  readonly parentSessionId: string | null;
  readonly cwd: string;
  readonly tools: readonly string[];
  readonly toolsets: readonly string[];
  /** The prompt-cache status line. */
  readonly cache: string;
  readonly version: string;
  /** The project's own files that the prompt was made of. */
  readonly contextFiles?: readonly string[];
  /** Servers that tools come from, and how they are. */
  readonly mcpServers?: readonly { readonly name: string; readonly status: string }[];
  /** Tools that are found by search and not listed in requests; absent: there are none. */
  readonly deferredTools?: readonly string[];
};

import type { Emit } from "../../domain/event.ts";
import type { Content, ToolCall, ToolMessage } from "../../domain/message.ts";
import type { ToolSchema } from "../../domain/model-client.ts";
import type { ToolHooks } from "../../domain/tool-hooks.ts";
import type { ToolContext } from "../../domain/tool.ts";
import type { RowId } from "../../domain/turn-journal.ts";
import type { DispatchPlan, ReadyCall } from "../../tools/dispatch.ts";
import type { ResultLimits } from "../../tools/result-limit.ts";
import type { TurnState } from "../turn-state.ts";
import type { ToolDeadlines } from "./deadlines.ts";
import type { GuardrailRules } from "./guardrails.ts";
import type { Mutex } from "./mutex.ts";

/** The session's frozen tool list, and the one way to call it. */
export type Toolbox = {
  readonly schemas: readonly ToolSchema[];
  /** Tools that can be called though no request lists them: they are found by search. */
  readonly deferred: readonly ToolSchema[];
  readonly has: (name: string) => boolean; // listed or found by search
  /** The call of a tool that is not listed, where the model called it through another; else the call itself. */
  readonly meant: (call: ToolCall) => ToolCall;
  readonly isHousekeeping: (name: string) => boolean; // works on the agent itself: memory, todo and the like
  readonly isProgrammatic: (name: string) => boolean; // a program that calls tools itself
  readonly isSpawner: (name: string) => boolean; // runs children
  readonly toolsetOf: (name: string) => string | null;
  readonly isReadOnly: (name: string) => boolean; // false for a tool that is not there: nobody knows
  /** Reads and checks a call; nothing runs yet. */
  readonly plan: (call: ToolCall) => DispatchPlan;
  /** The paths of a call, canonical, seen from where the shell is now. */
  readonly placesOf: (plan: ReadyCall) => readonly string[] | null;
  readonly describe: (plan: ReadyCall) => string; // one line for people, redacted
  readonly contextFor: (call: ToolCall, turn: TurnName, emit: Emit, running: RunningCall) => ToolContext;
  /** Enters the handler; what it throws is a result too. */
  readonly run: (plan: ReadyCall, context: ToolContext) => Promise<Dispatched>;
  /** Keeps the size limit of one result. */
  readonly fit: (plan: ReadyCall, callId: string, result: Dispatched) => Dispatched;
  readonly redact: (text: string) => string;
  readonly cwd: () => string; // where relative paths start now
  readonly hooks: readonly ToolHooks[];
  /** Held while the session's own state is worked on, by whomever. */
  readonly stateLock: Mutex;
  readonly rules: ToolRules;
};

/** The turn as its tool calls see it. */
export type TurnName = Pick<TurnState, "sessionId" | "taskId" | "turnId" | "startedAtMs" | "sideCosts" | "decisions">;

export type RunningCall = {
  readonly signal: AbortSignal; // of this call alone
  /** Time spent in here is a person's and counts against no deadline. */
  readonly whileAsking: <T>(question: () => Promise<T>) => Promise<T>;
};

export type ToolRules = {
  readonly deadlines: ToolDeadlines;
  readonly guardrails: GuardrailRules;
  readonly limits: ResultLimits;
  readonly stepChars: number; // all results of one step, in a large window
  readonly mostSpawns: number; // calls of one reply that run children
};

export type Dispatched = {
  readonly content: Content;
  readonly ok: boolean;
  readonly truncated: boolean;
  readonly effect: "none" | "unknown" | null;
};

/** A result that is stored but not yet sent: the only kind that may still be amended. */
export type OpenRow = {
  readonly row: RowId;
  readonly message: ToolMessage;
  /** The result alone, and what makes it the message's content: a shortened one is dressed again. */
  readonly body: Content;
  readonly dress: (body: Content) => Content;
};

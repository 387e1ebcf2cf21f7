import type { CallStatus } from "../../domain/tool-hooks.ts";
import type { Dispatched, TurnName } from "./toolbox.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";
import type { PendingCall } from "./pending-call.ts";
import type { Stopwatch } from "./stopwatch.ts";

/** A call with its answer, not yet stored. */
export type FinishedCall = {
  readonly pending: PendingCall;
  readonly result: Dispatched;
  readonly status: CallStatus;
  readonly errorType: string | null;
  readonly durationMs: number;
  readonly cwd: string; // before it ran
};

/** Shared by the calls that run together. */
export type Segment = {
  readonly turn: TurnName & Pick<TurnState, "signal" | "guardrails" | "toolCalls">;
  readonly deps: Pick<TurnDeps, "toolbox" | "clock" | "emit" | "log">;
  readonly watch: Stopwatch;
  readonly baseMs: number;
};

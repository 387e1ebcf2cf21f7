import type { ProviderFailure } from "../../domain/failure.ts";
import type { Ending } from "../ending.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";

/** What one model request remembers over its retries. */
export type RequestState = {
  readonly startedMs: number;
  attempts: number; // failed ones
  compressionLocked: boolean; // somebody else was at it when this request needed it
  readonly recoveries: Map<string, number>; // uses of each strategy
};

export function newRequest(startedMs: number): RequestState {
  return { startedMs, attempts: 0, compressionLocked: false, recoveries: new Map() };
}

export type RecoveryContext = {
  readonly failure: ProviderFailure;
  readonly request: RequestState;
  readonly turn: TurnState;
  readonly deps: TurnDeps;
};

export type RecoveryAction =
  | { readonly kind: "retryNow" }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "rebuild"; readonly afterMs: number } // the step starts anew and its unit comes back
  | { readonly kind: "abort"; readonly ending: Ending }
  | { readonly kind: "next" }; // it applies but cannot help: the next unit's turn

/** One way out of one kind of trouble. It sets latches that the wire build reads; it never edits history. */
export type RecoveryStrategy = {
  readonly name: string;
  readonly limit: { readonly uses: number; readonly per: "request" | "turn" | "session" };
  readonly appliesTo: (context: RecoveryContext) => boolean;
  readonly apply: (context: RecoveryContext) => Promise<RecoveryAction>;
};

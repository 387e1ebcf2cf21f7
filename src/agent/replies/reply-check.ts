import type { FailureKind } from "../../domain/failure.ts";
import type { ModelReply } from "../../domain/model-client.ts";
import type { Ending } from "../ending.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";

/** Whether a reply is worth judging. The same wire again is an attempt and costs nothing. */
export type ReplyCheck = (reply: ModelReply, turn: TurnState, deps: TurnDeps) => Checked;

export type Checked =
  | { readonly kind: "pass" }
  | { readonly kind: "repeat"; readonly waitMs: number }
  /** Another runtime may do better. Without one the turn ends, or, with null, the reply is judged as it is. */
  | { readonly kind: "elsewhere"; readonly cause: FailureKind; readonly otherwise: Ending | null }
  | { readonly kind: "ended"; readonly ending: Ending };

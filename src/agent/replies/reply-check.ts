import type { FailureKind } from "../../domain/failure.ts";
import type { ModelReply } from "../../domain/model-client.ts";
import type { Ending } from "../ending.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";

/** Whether a reply is worth judging. The same wire again is an attempt and costs nothing. */
export type ReplyCheck = (reply: ModelReply, turn: TurnState, deps: TurnDeps) => Checked;

export type Checked =
  | { readonly kind: "pass" }
  | { readonly kind: "repeat"; readonly waitMs: number }
  | { readonly kind: "elsewhere"; readonly cause: FailureKind; readonly otherwise: Ending } // another runtime may do better
  | { readonly kind: "ended"; readonly ending: Ending };

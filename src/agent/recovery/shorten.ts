import type { CompressionTrigger } from "../../domain/context-engine.ts";
import { compressNow } from "../compress.ts";
import { isDone } from "../compression-round.ts";
import type { RecoveryAction, RecoveryContext } from "./strategy.ts";

export const settleMs = 2_000;

type Plan = {
  /** The next request will be another one even if nothing could be left out. */
  readonly evenWithout: boolean;
  readonly elseWith: () => RecoveryAction;
  readonly afterMs: number;
};

/** Compresses and starts the step anew; what else to do when the rounds are used up or nothing got shorter. */
export async function shorten(
  trigger: CompressionTrigger,
  { request, turn, deps }: RecoveryContext,
  { evenWithout, elseWith, afterMs }: Plan,
): Promise<RecoveryAction> {
  if (turn.compressionRounds >= deps.context.maxRounds) return elseWith();
  const { outcome } = await compressNow({ trigger }, turn, deps);
  if (outcome === "cancelled") return { kind: "rebuild", afterMs: 0 }; // the next request sees the stop
  request.compressionLocked = outcome === "locked";
  if (request.compressionLocked) return { kind: "next" };
  return isDone(outcome) || evenWithout ? { kind: "rebuild", afterMs } : elseWith();
}

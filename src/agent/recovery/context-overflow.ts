import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { smallestWindow } from "../context-too-small.ts";
import { ending } from "../ending.ts";
import { statedContextLimit } from "./context-limit.ts";
import { settleMs, shorten } from "./shorten.ts";
import type { RecoveryAction, RecoveryContext, RecoveryStrategy } from "./strategy.ts";

/** More than the model can take: believe the size it names, compress, ask again. */
export const contextOverflow: RecoveryStrategy = {
  name: "context-overflow",
  limit: { uses: Infinity, per: "request" },
  appliesTo: ({ failure }) => failure.kind === "context_overflow" || failure.kind === "long_context_tier",
  apply: (context) => {
    const smaller = adoptStatedLimit(context) || stepDown(context);
    return shorten("context_error", context, {
      evenWithout: smaller,
      elseWith: () => exhausted(context),
      afterMs: settleMs,
    });
  },
};

/** A number too small to work with would end every later turn; it may also have been no size at all. */
function adoptStatedLimit({ failure, deps }: RecoveryContext): boolean {
  const { runtime, context } = deps;
  const stated = statedContextLimit(failure.text);
  if (stated === null || stated < smallestWindow || stated >= runtime.active.contextLength) return false;
  runtime.active = { ...runtime.active, contextLength: stated };
  context.engine.updateModel?.(runtime.active);
  context.learn(runtime.active, stated);
  return true;
}

const steps = [128_000, 64_000, 32_000, 16_000]; // nothing can be done in less

/** A window that was only guessed may be the mistake: one size less for each overflow without a number. */
function stepDown({ failure, deps }: RecoveryContext): boolean {
  const { runtime, context } = deps;
  const { guessedWindow = false, contextLength } = runtime.active;
  if (!guessedWindow || statedContextLimit(failure.text) !== null) return false;
  const next = steps.find((size) => size < contextLength);
  if (next === undefined) return false;
  runtime.active = { ...runtime.active, contextLength: next };
  context.engine.updateModel?.(runtime.active);
  return true;
}

function exhausted({ failure }: RecoveryContext): RecoveryAction {
  const parts = { detail: failure.kind, text: say.tooLong(failure.message), error: failure.message, failure };
  return { kind: "abort", ending: ending("context_overflow_exhausted", parts) };
}

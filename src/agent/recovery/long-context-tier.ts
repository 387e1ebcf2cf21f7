import { settleMs, shorten } from "./shorten.ts";
import type { RecoveryStrategy } from "./strategy.ts";

const standardTier = 200_000;

/** The account does not pay for the long window: the standard one holds for this process. */
export const longContextTier: RecoveryStrategy = {
  name: "long-context-tier",
  limit: { uses: Infinity, per: "turn" },
  appliesTo: ({ failure }) => failure.kind === "long_context_tier",
  apply: async (context) => {
    const { runtime, context: host } = context.deps;
    const isNew = runtime.active.contextLength > standardTier;
    if (isNew) {
      runtime.active = { ...runtime.active, contextLength: standardTier };
      host.engine.updateModel?.(runtime.active);
    }
    return shorten("long_context_tier", context, {
      evenWithout: isNew,
      elseWith: () => ({ kind: "next" }),
      afterMs: settleMs,
    });
  },
};

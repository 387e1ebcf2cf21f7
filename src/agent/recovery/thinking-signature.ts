import type { RecoveryStrategy } from "./strategy.ts";

/** The provider no longer accepts its own signed thoughts: the next wire goes without them, history keeps them. */
export const thinkingSignature: RecoveryStrategy = {
  name: "thinking-signature",
  limit: { uses: 1, per: "turn" },
  appliesTo: ({ failure }) => failure.kind === "thinking_signature",
  apply: async ({ turn }) => {
    turn.latches.reasoningDetailsDisabled = true;
    return { kind: "retryNow" };
  },
};

import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { compressNow } from "../compress.ts";
import { contextTokens } from "../context-tokens.ts";
import { ending } from "../ending.ts";
import { availableOutput, isAboutOutput } from "./output-room.ts";
import type { RecoveryStrategy } from "./strategy.ts";

const margin = 64;

/** There is no room for as much output as was asked for: the next request asks for what there is. */
export const outputCap: RecoveryStrategy = {
  name: "output-cap",
  limit: { uses: 3, per: "turn" },
  appliesTo: ({ failure }) => isAboutOutput(failure.text),
  apply: async ({ failure, turn, deps }) => {
    const available = availableOutput(failure.text);
    if (available === null) {
      const parts = {
        detail: failure.kind,
        text: say.outputCapRejected(failure.message),
        error: failure.message,
        failure,
      };
      return { kind: "abort", ending: ending("output_cap_rejected", parts) };
    }
    const left = deps.runtime.active.contextLength - contextTokens(turn, deps);
    if (
      turn.compressionRounds < deps.context.maxRounds &&
      deps.context.engine.shouldCompress(contextTokens(turn, deps)).yes
    ) {
      await compressNow({ trigger: "context_error" }, turn, deps);
    }
    turn.outputCapOnce = Math.max(1, Math.min(available, left) - margin);
    return { kind: "rebuild", afterMs: 0 };
  },
};

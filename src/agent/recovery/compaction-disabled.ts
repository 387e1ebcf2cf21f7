import { failureClasses } from "../../domain/failure.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import { isAboutOutput } from "./output-room.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** The person switched automatic compression off: too long is too long. */
export const compactionDisabled: RecoveryStrategy = {
  name: "compaction-disabled",
  limit: { uses: Infinity, per: "request" },
  appliesTo: ({ failure, deps }) =>
    !deps.context.enabled && failureClasses[failure.kind].compress && !isAboutOutput(failure.text),
  apply: async ({ failure }) => {
    const parts = { detail: failure.kind, text: say.compactionDisabled, error: failure.message, failure };
    return { kind: "abort", ending: ending("compaction_disabled", parts) };
  },
};

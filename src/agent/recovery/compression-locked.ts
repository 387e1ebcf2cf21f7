import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** Another process is compressing this conversation: what it leaves behind is what the person should go on with. */
export const compressionLocked: RecoveryStrategy = {
  name: "compression-locked",
  limit: { uses: Infinity, per: "request" },
  appliesTo: ({ request }) => request.compressionLocked,
  apply: async ({ failure }) => {
    const parts = { detail: failure.kind, text: say.compressionDeferred, error: failure.message, failure };
    return { kind: "abort", ending: ending("compression_deferred", parts) };
  },
};

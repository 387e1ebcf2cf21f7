import { endpointKey } from "../../domain/endpoint-memory.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** The endpoint takes plain text from tools and nothing else; the process remembers that about it. */
export const toolContentDowngrade: RecoveryStrategy = {
  name: "tool-content-downgrade",
  limit: { uses: 1, per: "request" },
  appliesTo: ({ failure }) => failure.kind === "multimodal_tool_content_unsupported",
  apply: async ({ deps }) => {
    const { endpoints, runtime } = deps;
    const key = endpointKey(runtime.active);
    if (endpoints.textTools.has(key)) return { kind: "next" };
    endpoints.textTools.add(key);
    deps.emit({ type: "notice.given", level: "info", text: say.toolTextOnly(runtime.active.model) });
    return { kind: "retryNow" };
  },
};

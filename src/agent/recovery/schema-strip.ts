import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { plainSchemas } from "./plain-schemas.ts";
import type { RecoveryStrategy } from "./strategy.ts";

/** A server that turns schemas into a grammar failed at one: from here on the session's tools go without the keywords. */
export const schemaStrip: RecoveryStrategy = {
  name: "schema-strip",
  limit: { uses: 1, per: "session" },
  appliesTo: ({ failure }) => failure.kind === "llama_cpp_grammar_pattern",
  apply: async ({ deps }) => {
    const { toolbox, runtime } = deps;
    const plain = plainSchemas(toolbox.schemas);
    if (plain === toolbox.schemas) return { kind: "next" };
    runtime.plainTools = plain;
    deps.emit({ type: "notice.given", level: "warning", text: say.schemasStripped });
    return { kind: "retryNow" };
  },
};

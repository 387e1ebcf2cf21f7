import type { Runtime } from "../../domain/runtime.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import type { RecoveryStrategy } from "./strategy.ts";

const longContext = /^context-\d+m/;

/** The account may not use the long context beta: the process asks for it no more. */
export const betaHeaderDrop: RecoveryStrategy = {
  name: "beta-header-drop",
  limit: { uses: 1, per: "session" },
  appliesTo: ({ failure }) => failure.kind === "oauth_long_context_beta_forbidden",
  apply: async ({ deps }) => {
    const { droppedBetas } = deps.endpoints;
    const asked = betasOf(deps.runtime.active).filter((name) => longContext.test(name) && !droppedBetas.has(name));
    if (asked.length === 0) return { kind: "next" };
    for (const name of asked) droppedBetas.add(name);
    deps.emit({ type: "notice.given", level: "info", text: say.betaDropped(asked.join(", ")) });
    return { kind: "retryNow" };
  },
};

function betasOf({ headers }: Runtime): readonly string[] {
  const [, asked = ""] = Object.entries(headers).find(([name]) => name.toLowerCase() === "anthropic-beta") ?? [];
  return asked.split(",").map((name) => name.trim());
}

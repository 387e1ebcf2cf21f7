import type { ProviderFailure } from "../../domain/failure.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";

/** What the person can do about a refusal that would repeat itself, behind what was refused. */
export function withAdvice(text: string, failure: ProviderFailure, runtime: Runtime): string {
  const advice = adviceFor(failure, runtime);
  if (advice === null) return text;
  return `${/[.!?…]$/.test(text) ? text : `${text}.`} ${advice}`;
}

function adviceFor({ kind }: ProviderFailure, { provider, credential }: Runtime): string | null {
  switch (kind) {
    case "auth":
      return credential === null ? say.keyWanted(provider) : say.checkKey(credential.source);
    case "billing":
      return say.topUp(provider);
    case "model_not_found":
      return say.chooseModel;
    case "provider_policy_blocked":
      return say.checkPolicy(provider);
    case "content_policy_blocked":
      return say.rephrase;
    default:
      return null; // the message itself says what is wrong
  }
}

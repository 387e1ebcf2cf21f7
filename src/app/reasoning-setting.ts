import type { ReasoningSetting } from "../domain/model-client.ts";
import type { Effort } from "../domain/runtime.ts";

/** "" leaves it to the endpoint; "none" switches it off. */
export function reasoningSetting(effort: Effort | ""): ReasoningSetting | null {
  if (effort === "") return null;
  return effort === "none" ? { enabled: false, effort: null } : { enabled: true, effort };
}

import type { WebBackend } from "../../domain/web-backend.ts";
import { nearest } from "../../text/nearest.ts";
import { webPhrases as say } from "../../text/phrases/web.ts";

export type BackendChoice = {
  /** null: none was chosen, or the one that was cannot be used. */
  readonly backend: WebBackend | null;
  readonly warning: string | null;
};

/** The backend a setting names, if it has all it needs. */
export function chooseBackend(
  setting: { readonly key: string; readonly name: string },
  backends: readonly WebBackend[],
  isSet: (variable: string) => boolean,
): BackendChoice {
  const name = setting.name.trim().toLowerCase();
  if (name === "") return { backend: null, warning: null };
  const backend = backends.find((each) => each.name.toLowerCase() === name);
  const names = backends.map((each) => each.name);
  if (backend === undefined) return none(say.unknownBackend(setting.key, name, nearest(name, names), names));
  const missing = backend.requiresEnv.filter((variable) => !isSet(variable));
  return missing.length === 0 ? { backend, warning: null } : none(say.missingVariables(setting.key, name, missing));
}

function none(warning: string): BackendChoice {
  return { backend: null, warning };
}

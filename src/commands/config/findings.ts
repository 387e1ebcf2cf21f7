import { deprecatedIn } from "../../config/legacy.ts";
import { readConfig } from "../../config/read-config.ts";
import { isMap } from "../../config/tree.ts";
import { configPhrases as say } from "../../text/phrases/config.ts";
import { type ReadConfig, warningsOf } from "./open-config.ts";

/** Everything worth repairing: unknown keys, bad values, missing credentials, old names. */
export async function findings(read: ReadConfig): Promise<readonly string[]> {
  return [...warningsOf(read), ...missingCredentials(read), ...(await oldNames(read))];
}

function missingCredentials({ loaded, secrets }: ReadConfig): readonly string[] {
  return [...variablesNamed(loaded.tree, "")]
    .filter(({ variable }) => secrets.secret(variable) === null)
    .map(({ key, variable }) => say.missingCredential(key, variable));
}

/** Every `key_env`, wherever it stands: under a provider, a task or an entry of a chain. */
function* variablesNamed(value: unknown, key: string): Generator<{ readonly key: string; readonly variable: string }> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* variablesNamed(item, `${key}[${index}]`);
  if (!isMap(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const at = key === "" ? name : `${key}.${name}`;
    if (name === "key_env" && typeof inner === "string" && inner !== "") yield { key: at, variable: inner };
    yield* variablesNamed(inner, at);
  }
}

async function oldNames({ configFile }: ReadConfig): Promise<readonly string[]> {
  const file = await readConfig(configFile);
  return file.kind === "read" ? deprecatedIn(file.tree).map(([old, current]) => say.deprecated(old, current)) : [];
}

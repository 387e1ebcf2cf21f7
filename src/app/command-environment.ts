import type { Settings } from "../config/schema/settings.ts";
import { childEnvironment, type Environment } from "../safety/child-env.ts";

/** What commands may see: no secrets but those passed through, and never a key that this program itself uses. */
export function commandEnvironment(
  environment: Environment,
  settings: Settings,
  passthrough: readonly string[] = settings.terminal.env_passthrough,
): Record<string, string> {
  const { names, values } = ownKeys(settings);
  const seen = Object.entries(childEnvironment(environment, passthrough));
  return Object.fromEntries(seen.filter(([name, value]) => !names.has(name) && !values.has(value)));
}

const nameFields = new Set(["key_env"]);
const valueFields = new Set(["api_key", "api_keys", "client_secret"]);
const leastKeyChars = 12; // `api_key: none` is a word, and words are found elsewhere too

type Keys = { readonly names: Set<string>; readonly values: Set<string> };

/** Variables the settings take keys from, and keys they hold, `${NAME}` already filled in. */
function ownKeys(settings: Settings): Keys {
  const keys: Keys = { names: new Set(), values: new Set() };
  collect(settings, "", keys);
  return keys;
}

function collect(value: unknown, field: string, keys: Keys): void {
  if (typeof value === "string") {
    if (nameFields.has(field) && value !== "") keys.names.add(value);
    if (valueFields.has(field) && value.length >= leastKeyChars) keys.values.add(value);
  } else if (Array.isArray(value)) {
    for (const each of value) collect(each, field, keys);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) collect(inner, name, keys);
  }
}

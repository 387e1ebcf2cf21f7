import { type Cleaned, clean } from "./clean.ts";
import { defaults } from "./schema/settings.ts";
import type { Variables } from "./substitute.ts";
import { merge, type Tree, treeOf, valueAt } from "./tree.ts";

/** The documented variables and the setting each stands for. */
export const variables: Readonly<Record<string, string>> = {
  HERMES_INFERENCE_MODEL: "model.default",
  HERMES_INFERENCE_PROVIDER: "model.provider",
  HERMES_ACCEPT_HOOKS: "hooks_auto_accept",
  HERMES_WRITE_SAFE_ROOT: "security.write_safe_root",
  HERMES_REDACT_SECRETS: "security.redact_secrets",
  HERMES_TIMEZONE: "timezone",
  HERMES_LOG_LEVEL: "logging.level",
  HERMES_PREFILL_MESSAGES_FILE: "prefill_messages_file",
  HERMES_ENVIRONMENT_HINT: "agent.environment_hint",
  ...mirrored("TERMINAL", "terminal", defaults.terminal),
  ...mirrored("API_SERVER", "gateway.api_server", defaults.gateway.api_server),
};

/** Settings that the environment gives. */
export function environmentLayer(variable: Variables): Cleaned {
  const given = Object.entries(variables).flatMap(([name, key]) => {
    const value = variable(name);
    return value === undefined || value === "" ? [] : [{ name, key, value }];
  });
  const tree = given.reduce<Tree>((all, { key, value }) => merge(all, treeOf(key.split("."), listed(key, value))), {});
  const names = new Map(given.map(({ name, key }) => [key, name]));
  return clean(
    tree,
    () => undefined,
    (key) => names.get(key.replace(/\[\d+\]$/, "")) ?? key,
  );
}

function mirrored(prefix: string, section: string, values: Tree): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.keys(values).map((key) => [`${prefix}_${key.toUpperCase()}`, `${section}.${key}`]));
}

/** Lists come comma-separated in a variable. */
function listed(key: string, value: string): unknown {
  const isList = Array.isArray(valueAt(defaults, key.split(".")));
  return isList && !value.startsWith("[") ? value.split(",").map((item) => item.trim()) : value;
}

import { setInConfig } from "../../config/edit.ts";
import { isSteeringName, writeEnv } from "../../config/env-writer.ts";
import { schemaAt } from "../../config/schema/keys.ts";
import { sectionNames } from "../../config/schema/settings.ts";
import { isCredentialName, mask } from "../../config/secret-shape.ts";
import { settingValue } from "../../config/setting-value.ts";
import { seedHome } from "../../config/seed-home.ts";
import { shown } from "../../config/shown.ts";
import { suggestKey } from "../../config/suggest.ts";
import { configPhrases as say } from "../../text/phrases/config.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { exit, expectArguments, fail, type OpenConfig, segmentsOf, warn, withHome } from "./open-config.ts";

/** Stores a value: credentials in .env, everything else in config.yaml. */
export const set: CommandRun = async (call) => {
  const wrong = expectArguments(call, 2, "set <key> <value> [--force]");
  if (wrong !== null) return wrong;
  const [key = "", value = ""] = call.positionals;
  const path = segmentsOf(key);
  if (path === null) return fail(call, say.emptySegment(key), exit.usage);
  if (isSteeringName(key)) return fail(call, say.envNameRefused(key));
  return withHome(call, async (open) => {
    const unusable = seedHome(open.home);
    if (unusable !== null) return fail(call, unusable);
    return isCredentialName(key) ? setCredential(call, open, key, value) : setSetting(call, open, fullKey(path), value);
  });
};

function setCredential(call: CommandCall, { envFile }: OpenConfig, name: string, value: string): number {
  const written = writeEnv(envFile, name, value);
  if (written.kind === "refused") return fail(call, written.reason);
  if (written.warning !== null) warn(call, [written.warning]);
  call.terminal.out(`${say.stored(name, mask, envFile)}\n`);
  return exit.ok;
}

async function setSetting(
  call: CommandCall,
  { configFile }: OpenConfig,
  path: readonly string[],
  text: string,
): Promise<number> {
  const key = path.join(".");
  const force = call.flags["force"] === true;
  const meant = await settingValue(path, text);
  if (meant.kind === "section" && !force) return fail(call, say.isSection(key));
  if (meant.kind === "bad" && !force) return fail(call, say.notValid(key, shown(text, key), meant.allowed), exit.usage);
  const value = meant.kind === "value" ? meant.value : text;
  const written = await setInConfig(configFile, path, value, force);
  if (written.kind === "refused") return fail(call, written.reason);
  if (schemaAt(path) === null) warn(call, [say.unknownKey(key, suggestKey(key, siblingsOf(path)))]);
  call.terminal.out(`${say.stored(key, shown(value, key), configFile)}\n`);
  return exit.ok;
}

/** A bare `model` means its name: the section has more to say than that. */
function fullKey(path: readonly string[]): readonly string[] {
  return path.length === 1 && path[0] === "model" ? ["model", "default"] : path;
}

function siblingsOf(path: readonly string[]): readonly string[] {
  return path.length === 1 ? sectionNames : [];
}

import { existsSync } from "node:fs";
import { defaults } from "../../config/schema/settings.ts";
import { masked, shown } from "../../config/shown.ts";
import { leavesOf, type Tree, valueAt } from "../../config/tree.ts";
import { configPhrases as say } from "../../text/phrases/config.ts";
import type { CommandRun } from "../command.ts";
import { exit, expectArguments, type ReadConfig, warn, warningsOf, withSettings } from "./open-config.ts";

/** What differs from the defaults, by key, with where it comes from. */
export const show: CommandRun = async (call) =>
  expectArguments(call, 0, "show") ??
  withSettings(call, async (read) => {
    warn(call, warningsOf(read));
    const changed = differences(read);
    const body = changed.length === 0 ? [say.allDefaults] : changed;
    call.terminal.out(`${[...fileLines(read), "", ...body].join("\n")}\n`);
    return exit.ok;
  });

function fileLines({ configFile, envFile, secrets }: ReadConfig): readonly string[] {
  const lines = [
    say.pathLine("Config", configFile, existsSync(configFile)),
    say.pathLine("Secrets", envFile, existsSync(envFile)),
  ];
  return secrets.names.length === 0 ? lines : [...lines, say.secretsHeld(secrets.names)];
}

/** A line per setting that is not its default, secrets masked. */
export function differences({ loaded }: Pick<ReadConfig, "loaded">): readonly string[] {
  return leavesOf(loaded.tree)
    .filter(([key, value]) => !sameAsDefault(key, value))
    .map(([key, value]) => `${key}: ${lineFor(key, value, loaded.sensitive)}  (${loaded.origin(key)})`);
}

function sameAsDefault(key: string, value: unknown): boolean {
  const standard: unknown = valueAt(defaults, key.split("."));
  return JSON.stringify(standard) === JSON.stringify(value);
}

function lineFor(key: string, value: unknown, sensitive: ReadonlySet<string>): string {
  const safe: Tree = { value: masked(value, key, sensitive) };
  return shown(safe["value"], key);
}

import { configPath, envPath, type Home } from "../../config/home.ts";
import { inspectSettings, type LoadedSettings } from "../../config/load.ts";
import { openSecrets, type Secrets } from "../../config/secrets.ts";
import { cliPhrases } from "../../text/phrases/cli.ts";
import { configPhrases as say } from "../../text/phrases/config.ts";
import type { CommandCall } from "../command.ts";
import { fail as failWith } from "../fail.ts";
import { homeOf } from "../home.ts";

/** Exit codes of the config commands. */
export const exit = { ok: 0, failed: 1, usage: 2 } as const;

export type OpenConfig = {
  readonly home: Home;
  readonly configFile: string;
  readonly envFile: string;
};

export type ReadConfig = OpenConfig & { readonly secrets: Secrets; readonly loaded: LoadedSettings };

/** Runs `work` with the files of the chosen home, or says in one line why there is none. */
export async function withHome(call: CommandCall, work: (open: OpenConfig) => Promise<number>): Promise<number> {
  const home = homeOf(call.context);
  if (home.kind === "problem") return fail(call, home.problem.message, exit.usage);
  return work({ home: home.home, configFile: configPath(home.home), envFile: envPath(home.home) });
}

/** The same with the effective settings. Warnings are left to the command. */
export function withSettings(call: CommandCall, work: (read: ReadConfig) => Promise<number>): Promise<number> {
  return withHome(call, async (open) => {
    const secrets = openSecrets(open.home, call.context.env);
    if (secrets.kind === "problem") return fail(call, secrets.message, exit.failed);
    const { clock } = call.context;
    const loaded = await inspectSettings({ home: open.home, variable: secrets.variable, clock });
    return work({ ...open, secrets, loaded });
  });
}

export function warningsOf({ secrets, loaded }: ReadConfig): readonly string[] {
  return [...secrets.warnings, ...loaded.warnings];
}

export function warn(call: CommandCall, warnings: readonly string[]): void {
  for (const text of warnings) call.terminal.err(`${cliPhrases.warning(text)}\n`);
}

export function fail(call: CommandCall, message: string, code: number = exit.failed): number {
  return failWith(call, message, code);
}

/** The exact number of arguments, or the usage line and its exit code. */
export function expectArguments(call: CommandCall, count: number, usage: string): number | null {
  return call.positionals.length === count ? null : fail(call, say.usage(usage), exit.usage);
}

/** The segments of a dotted key, or null for one with an empty segment. */
export function segmentsOf(key: string): readonly string[] | null {
  const segments = key.split(".");
  return segments.every((segment) => segment.trim() !== "") ? segments : null;
}

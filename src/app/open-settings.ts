import { resolve } from "node:path";
import type { CommandContext } from "../commands/command.ts";
import { homeOf } from "../commands/home.ts";
import type { Home } from "../config/home.ts";
import { loadSettings } from "../config/load.ts";
import type { Settings } from "../config/schema/settings.ts";
import { openSecrets, type Secrets } from "../config/secrets.ts";
import { secretsInTheOpen, seedHome } from "../config/seed-home.ts";
import type { Tree } from "../config/tree.ts";
import { exitCodes } from "./exit-codes.ts";

/** A home that is ready to use, and what the person set. */
export type OpenSettings = {
  readonly kind: "open";
  readonly home: Home;
  readonly secrets: Secrets;
  readonly settings: Settings;
  readonly warnings: readonly string[];
};

export type Refusal = { readonly kind: "refused"; readonly exitCode: number; readonly message: string };

export async function openSettings(context: CommandContext, flags: Tree = {}): Promise<OpenSettings | Refusal> {
  const { env, clock, configuration, cwd } = context;
  const found = homeOf(context);
  if (found.kind === "problem") return refused(found.problem.message, exitCodes.usage);
  const { home } = found;
  const unseeded = seedHome(home);
  if (unseeded !== null) return refused(unseeded, exitCodes.failed);
  const envFile = configuration.envFile === null ? null : resolve(cwd, configuration.envFile);
  const secrets = openSecrets(home, env, envFile);
  if (secrets.kind === "problem") return refused(secrets.message, exitCodes.usage);
  const { strict, ignoreUserConfig } = configuration;
  const loaded = await loadSettings({ home, variable: secrets.variable, clock, flags, strict, ignoreUserConfig });
  if (loaded.kind === "refused") return refused(loaded.problems.join("\n"), exitCodes.usage);
  const inTheOpen = secretsInTheOpen(home, { env, platform: process.platform });
  const warnings = [...secrets.warnings, ...loaded.warnings, ...(inTheOpen === null ? [] : [inTheOpen])];
  const opened: OpenSettings = { kind: "open", home, secrets, settings: loaded.settings, warnings };
  if (opened.settings.plugins.enabled.length === 0) return opened;
  return (await import("./plugin-providers.ts")).withPluginProviders(opened, context);
}

export function refused(message: string, exitCode: number): Refusal {
  return { kind: "refused", exitCode, message };
}

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandCall, CommandRun } from "../commands/command.ts";
import { doctor } from "../commands/doctor/doctor.ts";
import { homeOf } from "../commands/home.ts";
import { systemProbes } from "../commands/doctor/system-probes.ts";
import type { DoctorWorld } from "../commands/doctor/world.ts";
import { configPath, type Home } from "../config/home.ts";
import { inspectSettings } from "../config/load.ts";
import { openSecrets } from "../config/secrets.ts";
import { modesMatter } from "../config/seed-home.ts";
import { noLog } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import { storeOptions } from "../commands/home-store.ts";
import { readConfig } from "../config/read-config.ts";
import { backendInForce, tryBackend } from "./backend-in-force.ts";
import { buildModelClient } from "./build-model-client.ts";
import { chooseRuntime } from "./choose-runtime.ts";
import { emptyFallbackMemory } from "../domain/fallback.ts";
import { exitCodes } from "./exit-codes.ts";
import type { OpenSettings } from "./open-settings.ts";
import { inspectSkills } from "../skills/inspect.ts";
import { skillRoots } from "../skills/roots.ts";
import { whyNoCheckpoints } from "./build-checkpoints.ts";
import { skillPlaces } from "./build-skills.ts";
import { tinyQuestion } from "./tiny-question.ts";

/** The doctor looks and does not touch: the home is not made, the configuration not copied, nothing is written. */
export function doctorRun(): CommandRun {
  return async (call) => {
    const found = homeOf(call.context);
    if (found.kind === "home") return doctor(() => worldOf(call, found.home))(call);
    call.terminal.err(`hermes: ${found.problem.message}\n`);
    return exitCodes.usage;
  };
}

async function worldOf(call: CommandCall, home: Home): Promise<DoctorWorld> {
  const { env, clock } = call.context;
  const settings = await readSettings(call, home);
  const runtime =
    settings.kind === "open"
      ? chooseRuntime(settings, { model: null, provider: null }, emptyFallbackMemory())
      : settings;
  return {
    ...systemProbes,
    clock,
    home: home.path,
    modesMatter: modesMatter({ env, platform: process.platform }),
    programs: { git: "git", ripgrep: await ripgrepPath() },
    readConfig: async () => ({
      file: configPath(home),
      unreadable: settings.kind === "refused" || (await readConfig(configPath(home))).kind === "broken",
      problems: settings.kind === "open" ? settings.warnings : [settings.message],
    }),
    findRuntime: async () =>
      runtime.kind === "runtime"
        ? { kind: "ready", ...named(runtime.runtime) }
        : { kind: "missing", message: runtime.message },
    checkSkills: () => skillProblems(settings, home, call.context),
    checkpointsMissing: async () => (settings.kind === "open" ? whyNoCheckpoints(settings, call.context) : null),
    checkDatabase: () => checkDatabase(home),
    rebuildIndex: () => rebuildIndex(home, call),
    findBackend: (signal) => findBackend(settings, { ...call.context, signal }),
    askModel: async (signal) => {
      if (runtime.kind !== "runtime" || settings.kind !== "open") return { kind: "failed", message: "" };
      const client = await buildModelClient({ ...settings, runtime: runtime.runtime, log: noLog }, call.context);
      return tinyQuestion(client, runtime.runtime, clock, signal);
    },
  };
}

function named({ provider, model, credential }: Runtime) {
  return { provider, model, credential: credential?.source ?? null };
}

/** The project's own skills are left to the sessions that work there. */
async function skillProblems(read: Read, home: Home, { env }: CommandCall["context"]): Promise<readonly string[]> {
  if (read.kind === "refused") return [];
  const roots = skillRoots({ ...skillPlaces(home, env), gitRoot: null }, read.settings.skills);
  return inspectSkills(roots);
}

type Read = OpenSettings | { readonly kind: "refused"; readonly exitCode: number; readonly message: string };

async function readSettings({ context }: CommandCall, home: Home): Promise<Read> {
  const secrets = openSecrets(home, context.env);
  if (secrets.kind === "problem") return { kind: "refused", exitCode: exitCodes.failed, message: secrets.message };
  const loaded = await inspectSettings({ home, variable: secrets.variable, clock: context.clock });
  return {
    kind: "open",
    home,
    secrets,
    settings: loaded.settings,
    warnings: [...secrets.warnings, ...loaded.warnings],
  };
}

async function rebuildIndex(home: Home, { context }: CommandCall): Promise<number> {
  const { repairStore } = await import("../store/repair/repair-store.ts");
  const outcome = await repairStore(storeOptions(home.path, context));
  if (outcome.kind === "healthy") return outcome.indexed;
  throw new Error(outcome.kind === "refused" ? outcome.message : outcome.kind);
}

async function findBackend(read: Read, context: CommandCall["context"]): ReturnType<DoctorWorld["findBackend"]> {
  if (read.kind === "refused") return { name: "", chosen: false, problem: read.message };
  const { backend: wanted } = read.settings.terminal;
  if (wanted !== "auto") return { chosen: true, ...(await tryBackend(read.settings, context)) };
  const { backend, why } = await backendInForce(read.settings, context);
  return { name: backend, chosen: false, problem: why };
}

async function checkDatabase(home: Home): ReturnType<DoctorWorld["checkDatabase"]> {
  const path = join(home.path, "hermes.db");
  if (!existsSync(path)) return { kind: "absent" };
  const { integrityProblems } = await import("../store/integrity.ts");
  try {
    const problems = integrityProblems(path);
    if (problems.length === 0) return { kind: "sound", path };
    return problems.every((line) => line.includes("FTS5 table"))
      ? { kind: "stale-index", path }
      : { kind: "damaged", path, problems };
  } catch (error) {
    return { kind: "damaged", path, problems: [error instanceof Error ? error.message : String(error)] };
  }
}

async function ripgrepPath(): Promise<string> {
  return (await import("@vscode/ripgrep")).rgPath;
}

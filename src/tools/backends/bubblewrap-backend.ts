import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import type { Clock } from "../../domain/clock.ts";
import type { ProgramStart, ShellBackend, StartProblem } from "../../domain/shell-backend.ts";
import { sandboxArguments } from "./bubblewrap-arguments.ts";
import { sandboxEnvironment } from "./bubblewrap-environment.ts";
import type { Wall } from "./bubblewrap-mounts.ts";
import { Sandbox } from "./bubblewrap-sandbox.ts";
import { environmentFiles } from "./bubblewrap-secrets.ts";
import type { BubblewrapTrial } from "./bubblewrap-trial.ts";
import { type SandboxPlaces, wallsOf } from "./bubblewrap-walls.ts";

export type BubblewrapDeps = {
  readonly places: Omit<SandboxPlaces, "installation">;
  readonly network: boolean;
  readonly trial: BubblewrapTrial;
  readonly clock: Clock;
  readonly path: string;
  /** Keeps the one empty file that is shown in place of others. */
  readonly cacheFolder: string;
};

const graceMs = 2_500; // a little more than those inside give each other
const restarted =
  "The sandbox had ended and was started anew: its background processes and the files in its /tmp are gone.";

type Opening = { readonly kind: "open"; readonly sandbox: Sandbox } | StartProblem;

/** Programs behind walls on this machine: one sandbox for all of a session, built when the first of them starts. */
export function createBubblewrapBackend(deps: BubblewrapDeps): ShellBackend {
  let opening: Promise<Opening> | null = null;
  let shared: string | null = null; // there before the walls are built, so that they leave a door for it
  const exchange = (): string => (shared ??= mkdtempSync(join(realpathSync(tmpdir()), "hermes-exchange-")));
  let isAnew = false;
  const open = async (): Promise<Opening> => {
    const known = await opening;
    if (known?.kind === "open" && !known.sandbox.hasEnded) return known;
    isAnew = known?.kind === "open";
    return (opening = openSandbox(deps, exchange()));
  };
  let turn: Promise<unknown> = Promise.resolve(); // two first commands must not build two
  return {
    name: "bubblewrap",
    isolation: "sandbox",
    start: async (program) => {
      const mine = turn.then(open);
      turn = mine;
      const opened = await mine;
      if (opened.kind === "not-started") return opened;
      const note = isAnew ? restarted : null;
      isAnew = false;
      return startIn(opened.sandbox, program, note);
    },
    exchangeFolder: async () => exchange(),
    close: async () => {
      const opened = await opening;
      if (opened?.kind === "open") await end(opened.sandbox, deps.clock);
      if (shared !== null) rmSync(shared, { recursive: true, force: true });
    },
  };
}

async function startIn(sandbox: Sandbox, program: ProgramStart, note: string | null) {
  const started = await sandbox.start({ ...program, env: sandboxEnvironment(program.env) });
  return started.kind === "started" ? { ...started, note } : started;
}

async function openSandbox(deps: BubblewrapDeps, exchange: string): Promise<Opening> {
  const { clock, network, cacheFolder, path } = deps;
  const trial = deps.trial(path);
  if (trial.kind === "fails") return problem(`${trial.why}. ${howToGetIt}`);
  const inside = insideScript();
  const places = { ...deps.places, installation: [process.execPath, packageFolder(inside)] };
  const secrets = await environmentFiles(places, clock);
  if (secrets === null) return problem("the workspace could not be searched for files with secrets");
  const walls: readonly Wall[] = [...wallsOf(places, secrets), { path: exchange, shows: "write" }];
  const named = [...places.roots, places.userHome, ...places.caches, ...places.installation];
  const emptyFile = emptyFileIn(cacheFolder);
  const args = sandboxArguments({ network, isRoot: process.getuid?.() === 0 }, walls, { emptyFile, paths: named });
  const sandbox = new Sandbox({ args, inside: [process.execPath, inside], env: { PATH: path } });
  const complaint = await sandbox.ready;
  return complaint === null ? { kind: "open", sandbox } : problem(complaint || "it ended at once");
}

const howToGetIt = "Install bubblewrap, or set terminal.backend to local to do without walls";

function problem(why: string): StartProblem {
  return { kind: "not-started", why: `the sandbox could not be built: ${why}` };
}

function emptyFileIn(folder: string): string {
  const file = join(folder, "empty");
  ensurePrivateFolder(folder);
  writeFileAtomic(file, "");
  return file;
}

/** Beside this file among the sources; built, in a folder of its own. */
function insideScript(): string {
  const here = import.meta.dirname;
  const candidates = ["bubblewrap-inside.ts", "../dist-inside/inside.mjs"];
  return candidates.map((name) => join(here, name)).find((file) => existsSync(file)) ?? here;
}

/** With the modules it loads. */
function packageFolder(file: string): string {
  for (let at = dirname(file); ; at = dirname(at)) {
    if (existsSync(join(at, "package.json")) || dirname(at) === at) return at;
  }
}

async function end(sandbox: Sandbox, clock: Clock): Promise<void> {
  if (sandbox.hasEnded) return;
  sandbox.askToEnd();
  const waited = new AbortController();
  const patience = clock.sleep(graceMs, waited.signal).catch(() => undefined);
  await Promise.race([sandbox.ended, patience]).finally(() => waited.abort());
  sandbox.kill();
  await sandbox.ended;
}

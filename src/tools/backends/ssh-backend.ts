import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../domain/clock.ts";
import type { ProgramStart, ShellBackend, StartedProgram, StartProblem } from "../../domain/shell-backend.ts";
import { type Carrier, startAway } from "./away-program.ts";
import { startProgram } from "./start-program.ts";

export type SshDeps = {
  readonly host: string;
  readonly user: string;
  readonly port: number;
  readonly key: string;
  readonly clock: Clock;
  readonly env: Readonly<Record<string, string>>;
  /** Further options of ssh. */
  readonly options: readonly string[];
};

const waitsMs = [500, 2_000]; // before another try; nothing has run over there by then
const failure = 255;
const neverAborted = new AbortController().signal;
const always = [
  "BatchMode=yes",
  "LogLevel=ERROR",
  "ConnectTimeout=10",
  "ServerAliveInterval=15",
  "ServerAliveCountMax=3",
  "ControlMaster=auto",
  "ControlPersist=600",
  "ForwardAgent=no",
  "ClearAllForwardings=yes",
];

/** Programs on another machine, over one connection that all of them share and that is made again when it is lost. */
export function createSshBackend(deps: SshDeps): ShellBackend {
  let folder: string | null = null;
  const controlFolder = (): string => (folder ??= mkdtempSync(join(tmpdir(), "hermes-ssh-"))); // only ours; paths are short
  const ssh = (...words: readonly string[]): readonly [string, ...string[]] => [
    "ssh",
    ...connection(deps, controlFolder()),
    ...words,
  ];
  const target = deps.user === "" ? deps.host : `${deps.user}@${deps.host}`;
  const carrier: Carrier = {
    argv: (script, terminal) => ssh(terminal ? "-tt" : "-T", "--", target, script),
    env: deps.env,
    failure,
  };
  return {
    name: "ssh",
    isolation: "none",
    start: (program) => withPatience(program, carrier, deps.clock),
    close: async () => {
      if (folder === null) return;
      await quietly(ssh("-O", "exit", "--", target), deps.env);
      rmSync(folder, { recursive: true, force: true });
      folder = null;
    },
  };
}

function connection({ port, key, options }: SshDeps, folder: string): readonly string[] {
  const all = [...always, `ControlPath=${join(folder, "%C")}`, ...options].flatMap((option) => ["-o", option]);
  return ["-p", String(port), ...(key === "" ? [] : ["-i", key]), ...all];
}

async function withPatience(
  program: ProgramStart,
  carrier: Carrier,
  clock: Clock,
): Promise<StartedProgram | StartProblem> {
  const started = await startAway(program, carrier);
  let last = started;
  for (const waitMs of waitsMs) {
    if (last.kind === "started" || last.degraded !== true) return last;
    await clock.sleep(waitMs, neverAborted);
    last = await startAway(program, carrier);
  }
  return last;
}

async function quietly(argv: readonly [string, ...string[]], env: Readonly<Record<string, string>>): Promise<void> {
  const nobody = { input: false, terminal: null, onOutput: () => undefined, onAside: null };
  const program = await startProgram({ ...nobody, argv, cwd: "/", env });
  if (program.kind === "started") await program.closed;
}

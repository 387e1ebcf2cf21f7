import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { textOf } from "../../src/domain/message.ts";
import { contentOf } from "../../src/domain/outcome.ts";
import type { ShellBackend } from "../../src/domain/shell-backend.ts";
import type { ProgramSupport, ToolContext } from "../../src/domain/tool.ts";
import { redactSecrets } from "../../src/safety/redact.ts";
import { createDockerBackend } from "../../src/tools/backends/docker-backend.ts";
import { createSshBackend } from "../../src/tools/backends/ssh-backend.ts";
import { createExecuteCodeTool } from "../../src/tools/code/execute-code.ts";
import { createInterpreters } from "../../src/tools/code/interpreter.ts";
import type { ContainerEngine } from "./container-engine.ts";
import { runsInside, sharedContainer } from "./shared-container.ts";
import { hasSshServer, sshServer } from "./ssh-server.ts";
import { toolContext } from "./tool-context.ts";

type Environment = Readonly<Record<string, string>>;
type Server = Awaited<ReturnType<typeof sshServer>>;

export type CodeCarrier = {
  readonly name: string;
  readonly missing: boolean;
  /** Which shell and small programs a container has; null: another machine over ssh, with all of this one's. */
  readonly shell: "dash" | "busybox" | null;
  /** A container that is one; it has what the engine lends. */
  readonly engine?: ContainerEngine;
};

const whereIs = (tool: string): string | null => {
  const found = spawnSync("which", [tool], { encoding: "utf8" });
  return found.status === 0 ? found.stdout.trim() : null;
};

export const codeCarriers: readonly CodeCarrier[] = [
  { name: "ssh", missing: !hasSshServer, shell: null },
  { name: "docker, a bare dash", missing: whereIs("dash") === null, shell: "dash" },
  { name: "docker, busybox", missing: whereIs("busybox") === null, shell: "busybox" },
];

const small = "sh cat mv mkdir mkfifo rm env ps cut tr sed sleep";

/** A program called docker that runs what it is given right here, with hardly any programs and this environment; its folder is HOME. */
export function fakeDocker(shell: "dash" | "busybox", programs: Environment, env: Environment) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hermes-docker-")));
  const bin = join(folder, "bin");
  const assignments = Object.entries({ ...env, PATH: bin }).map(([name, value]) => `'${name}=${value}'`);
  const script = `#!/bin/sh\ncase $1 in run) echo id ;; exec) exec env -i ${assignments.join(" ")} sh -c "$(printf '%s' "$6" | sed "s#/workspace#${env["HOME"] ?? ""}#g")" ;; esac\nexit 0\n`;
  writeFileSync(join(folder, "docker"), script);
  chmodSync(join(folder, "docker"), 0o755);
  mkdirSync(bin);
  symlinkSync("/bin/sh", join(folder, "sh"));
  for (const tool of small.split(" ")) {
    const program = shell === "busybox" ? whereIs("busybox") : whereIs(tool === "sh" ? "dash" : tool);
    if (program !== null) symlinkSync(program, join(bin, tool));
  }
  for (const [name, path] of Object.entries(programs)) symlinkSync(path, join(bin, name));
  return { folder, bin };
}

/** As the machine has them, past any wrapper that needs more than itself. */
export const interpreters: Environment = { python3: "/usr/bin/python3", node: process.execPath };

function dockerBackend(folder: string): ShellBackend {
  const settings = { image: "i", volumes: ["/srv:/srv"], env: {}, network: true, extraArgs: [], mountedFolder: null };
  return createDockerBackend({
    settings: { ...settings, hostUser: null, cpus: 1, memoryMb: 1 },
    owner: "test",
    persistent: true,
    env: { PATH: `${folder}:/usr/bin:/bin` },
  });
}

type Options = {
  readonly strict?: boolean;
  readonly passthrough?: readonly string[];
  /** What the session's shell over there has exported. */
  readonly exported?: Environment;
  /** What a container brings along. */
  readonly env?: Environment;
  readonly programs?: Environment;
  readonly call?: ProgramSupport["call"];
  readonly limit?: Promise<void>;
};

const Result = z.record(z.string(), z.unknown());

/** Whether the process runs whose number stands in that file. */
export function runs(file: string): boolean {
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${readFileSync(file, "utf8")}/status`, "utf8"));
  } catch {
    return false; // nobody has that number
  }
}

/** `execute_code` over a place of its own; what is there can be looked at here. */
export async function awayCode(carrier: CodeCarrier, options: Options = {}) {
  const { engine } = carrier;
  const base = realpathSync(mkdtempSync(join(engine?.shared ?? tmpdir(), "hermes-away-")));
  const [cwd, temporary] = [join(base, "work"), join(base, "tmp")];
  for (const folder of [cwd, temporary]) mkdirSync(folder);
  const server: Server | null = carrier.shell === null ? await sshServer() : null;
  const backend = server === null ? containerOf(carrier, options, cwd) : machineOf(server);
  onTestFinished(async () => {
    await backend.close();
    server?.close();
  });
  const { strict = false, passthrough = [], exported = {}, limit = new Promise<void>(() => undefined) } = options;
  const path: Environment = server === null ? {} : { PATH: `/usr/bin:/bin:${dirname(process.execPath)}` }; // past slow wrappers
  const env = { ...path, ...exported, TMPDIR: temporary };
  const calls: unknown[] = [];
  const program: ProgramSupport = {
    call: async (name, args) => {
      calls.push([name, args]);
      return options.call?.(name, args) ?? { content: JSON.stringify({ echo: args }), ok: true };
    },
    worked: () => limit,
  };
  const tool = createExecuteCodeTool({
    backend,
    interpreters: createInterpreters({ backend, node: process.execPath }),
    shell: () => ({ cwd, env }),
    roots: [],
    clock: systemClock,
    rng: systemRng,
    settings: { language: "auto", strict, limitMs: 300_000, mostCalls: 50, passthrough },
    redact: (text) => redactSecrets(text),
    onRun: () => undefined,
  });
  const run = async (
    code: string,
    more: Readonly<Record<string, unknown>> = {},
    changes: Partial<ToolContext> = {},
  ) => {
    const preparation = tool.prepare({ code, ...more });
    if (preparation.kind === "invalid") throw new Error(preparation.problems.join());
    const enabledTools = ["read_file", "write_file", "terminal"];
    const outcome = await preparation.call.run(toolContext({ cwd, program, enabledTools, ...changes }));
    const { duration_seconds: _, ...told } = Result.parse(JSON.parse(textOf(contentOf(outcome))));
    return told;
  };
  const at = (name: string): string => join(cwd, name);
  const alive = (name: string): boolean => (engine === undefined ? runs(at(name)) : runsInside(engine, at(name)));
  return { base, cwd, temporary, server, backend, calls, run, at, runs: alive };
}

function containerOf(
  { shell, engine }: CodeCarrier,
  { programs = interpreters, env = {} }: Options,
  home: string,
): ShellBackend {
  if (engine !== undefined) return sharedContainer(engine, env);
  return dockerBackend(fakeDocker(shell ?? "dash", programs, { HOME: home, ...env }).folder);
}

function machineOf({ port, key, user, options }: Server): ShellBackend {
  const env = { PATH: process.env["PATH"] ?? "" };
  return createSshBackend({ host: "127.0.0.1", user, port, key, options, env, clock: systemClock });
}

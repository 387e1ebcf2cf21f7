import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { rgPath } from "@vscode/ripgrep";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { textOf } from "../../src/domain/message.ts";
import { contentOf } from "../../src/domain/outcome.ts";
import type { ShellBackend } from "../../src/domain/shell-backend.ts";
import type { Tool, ToolContext } from "../../src/domain/tool.ts";
import { redactSecrets } from "../../src/safety/redact.ts";
import { type AwayKnowledge, awayRules } from "../../src/tools/away/away-rules.ts";
import { awaySite } from "../../src/tools/away/away-site.ts";
import { createDockerBackend } from "../../src/tools/backends/docker-backend.ts";
import { createSshBackend } from "../../src/tools/backends/ssh-backend.ts";
import { createFileMemory } from "../../src/tools/files/file-memory.ts";
import { createSyntaxCheck } from "../../src/tools/files/lint/syntax-check.ts";
import { createPatchTool } from "../../src/tools/files/patch/patch-tool.ts";
import { createReadFileTool } from "../../src/tools/files/read-file.ts";
import { createWriteFileTool } from "../../src/tools/files/write-file.ts";
import { createSearchFilesTool } from "../../src/tools/search/search-files.ts";
import type { ContainerEngine } from "./container-engine.ts";
import { sharedContainer } from "./shared-container.ts";
import { hasSshServer, sshServer } from "./ssh-server.ts";
import { toolContext } from "./tool-context.ts";

type Args = Readonly<Record<string, unknown>>;

export type Carrier = {
  readonly name: string;
  readonly missing: boolean;
  /** What a container has besides the usual ones; null: all of this machine. */
  readonly programs: readonly string[] | null;
  readonly ignores: boolean;
  /** A container that is one. */
  readonly engine?: ContainerEngine;
};

const usual =
  "sh cat dd head tail stat ls mv mkdir rm rmdir find grep xargs cksum wc tr chmod cp ln readlink env ps cut dirname sleep test";
const whereIs = (tool: string): string | null => {
  const found = spawnSync("which", [tool], { encoding: "utf8" });
  return found.status === 0 ? found.stdout.trim() : null;
};

/** Ways to a place with files of its own, and whether something there knows what git ignores. */
export const carriers: readonly Carrier[] = [
  { name: "ssh", missing: !hasSshServer, programs: null, ignores: true },
  { name: "docker, a bare dash", missing: whereIs("dash") === null, programs: ["dash"], ignores: false },
  { name: "docker, with git", missing: whereIs("git") === null, programs: ["dash", "git"], ignores: true },
  { name: "docker, with ripgrep", missing: false, programs: ["dash", "rg"], ignores: true },
  { name: "docker, busybox", missing: whereIs("busybox") === null, programs: ["busybox"], ignores: false },
];

/** A program called docker that runs what it is given right here, with hardly any programs. */
function fakeDocker(home: string, programs: readonly string[]): ShellBackend {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hermes-docker-")));
  const script = `#!/bin/sh\n[ -e ${folder}/down ] && exit 125\ncase $1 in run) echo id ;; exec) shift 3; HOME=${home} PATH=${folder}/bin exec "$@" ;; esac\nexit 0\n`;
  writeFileSync(join(folder, "docker"), script);
  chmodSync(join(folder, "docker"), 0o755);
  mkdirSync(join(folder, "bin"));
  symlinkSync("/bin/sh", join(folder, "sh"));
  const box = programs.includes("busybox") ? whereIs("busybox") : null;
  for (const tool of usual.split(" ")) {
    const program = box ?? (tool === "sh" ? whereIs("dash") : whereIs(tool));
    if (program !== null) symlinkSync(program, join(folder, "bin", tool));
  }
  const git = programs.includes("git") ? whereIs("git") : null;
  if (git !== null) symlinkSync(git, join(folder, "bin", "git"));
  if (programs.includes("rg")) symlinkSync(rgPath, join(folder, "bin", "rg"));
  const settings = { image: "i", volumes: ["/srv:/srv"], env: {}, network: true, extraArgs: [], mountedFolder: null };
  return createDockerBackend({
    settings: { ...settings, hostUser: null, cpus: 1, memoryMb: 1 },
    owner: "test",
    persistent: true,
    env: { PATH: `${folder}:/usr/bin:/bin` },
  });
}

async function backendFor({ programs, engine }: Carrier, home: string) {
  if (engine !== undefined) return { backend: sharedContainer(engine, { HOME: home }), server: null };
  if (programs !== null) return { backend: fakeDocker(home, programs), server: null };
  const server = await sshServer();
  const { port, key, user, options } = server;
  const env = { PATH: process.env["PATH"] ?? "" };
  const backend = createSshBackend({ host: "127.0.0.1", user, port, key, options, env, clock: systemClock });
  return { backend, server };
}

type Server = Awaited<ReturnType<typeof sshServer>> | null;

/** The file tools over a place of its own; what is there can be looked at here. */
export async function awayFiles(
  carrier: Carrier,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  wrap: (backend: ShellBackend, server: Server) => ShellBackend = (backend) => backend,
) {
  const { shared } = carrier.engine ?? {};
  const base = realpathSync(mkdtempSync(join(shared ?? tmpdir(), "hermes-away-")));
  const [cwd, home, own] = [join(base, "work"), join(shared ?? base, "home"), join(base, "own")];
  for (const folder of [cwd, home, own]) mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const { backend: plain, server } = await backendFor(carrier, home);
  const backend = wrap(plain, server);
  onTestFinished(async () => {
    await backend.close();
    server?.close();
  });
  const here = { userHome: own, hermesHome: join(own, ".hermes"), roots: [own], safeRoots: [] };
  const known: AwayKnowledge = { facts: null, leads: new Map() };
  const rules = awayRules({ backend, here, addDirs: [] }, known);
  const clock = systemClock;
  const site = awaySite({ backend, clock, rng: systemRng, start: cwd, here, rules, known });
  const memory = createFileMemory();
  const syntax = createSyntaxCheck({ env: { PATH: process.env["PATH"] }, clock });
  const deps = { paths: rules, memory, redact: (text: string) => redactSecrets(text), syntax, site, clock };
  const call =
    (tool: Tool) =>
    async (args: Args, changes: Partial<ToolContext> = {}): Promise<Args> => {
      const preparation = tool.prepare(args);
      if (preparation.kind === "invalid") return { invalid: preparation.problems };
      const outcome = await preparation.call.run(toolContext({ cwd, ...changes }));
      const value = z.record(z.string(), z.unknown()).parse(JSON.parse(textOf(contentOf(outcome))));
      return outcome.kind === "error" && outcome.effect !== undefined ? { ...value, effect: outcome.effect } : value;
    };
  return {
    base,
    cwd,
    home,
    own,
    backend,
    server,
    site,
    rules,
    at: (name: string) => join(cwd, name),
    text: (name: string) => readFileSync(join(cwd, name), "utf8"),
    git: (...args: readonly string[]) => execFileSync("git", ["-C", cwd, ...args]),
    read: call(createReadFileTool(deps)),
    write: call(createWriteFileTool(deps)),
    patch: call(createPatchTool(deps)),
    search: call(createSearchFilesTool(deps)),
  };
}

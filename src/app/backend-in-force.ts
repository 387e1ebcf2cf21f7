import type { CommandContext } from "../commands/command.ts";
import type { SetupReport } from "../commands/status/setup-report.ts";
import type { Settings } from "../config/schema/settings.ts";
import { childEnvironment } from "../safety/child-env.ts";
import { createBubblewrapTrial } from "../tools/backends/bubblewrap-trial.ts";
import { shellPhrases as say } from "../text/phrases/shell.ts";

const probeMs = 8_000;

/** Where commands would run. Walls are tried out; nothing is asked of another machine. */
export async function backendInForce({ terminal }: Settings, { env }: Context): Promise<SetupReport["sandbox"]> {
  const { backend } = terminal;
  if (backend === "docker" || backend === "ssh") return { backend, walls: backend === "docker", why: null };
  if (backend === "local") return { backend, walls: false, why: null };
  const trial = createBubblewrapTrial()(env["PATH"] ?? "/usr/bin:/bin");
  if (trial.kind === "works") return { backend: "bubblewrap", walls: true, why: null };
  if (backend === "bubblewrap") return { backend, walls: false, why: trial.why };
  return { backend: "local", walls: false, why: trial.why };
}

type Context = Pick<CommandContext, "env" | "clock" | "signal">;

export type TriedBackend = {
  readonly name: string;
  /** Why commands cannot run there; null: they can. */
  readonly problem: string | null;
};

/** Where the settings want commands to run. Asks the container engine or the machine. */
export async function tryBackend(settings: Settings, context: Context): Promise<TriedBackend> {
  const { backend } = settings.terminal;
  if (backend === "docker") return tryEngine(context);
  if (backend === "ssh") return { name: backend, problem: await sshProblem(settings, context) };
  const { walls, why } = await backendInForce(settings, context);
  return { name: backend, problem: walls || backend !== "bubblewrap" ? null : why };
}

/** By the name of the one that answers: podman stands in for a docker that does not. */
async function tryEngine({ env }: Context): Promise<TriedBackend> {
  const { findEngine } = await import("../tools/backends/docker-container.ts");
  const found = await findEngine(childEnvironment(env, []), probeMs);
  return found.kind === "engine" ? { name: found.program, problem: null } : { name: "docker", problem: found.why };
}

async function sshProblem({ terminal }: Settings, context: Context): Promise<string | null> {
  const { ssh_host: host, ssh_user: user, ssh_port: port, ssh_key: key } = terminal;
  if (host === "") return say.needsSetting("ssh", "terminal.ssh_host");
  const identity = key === "" ? [] : ["-i", key];
  const target = user === "" ? host : `${user}@${host}`;
  const options = ["-o", "BatchMode=yes", "-o", "ConnectTimeout=5", "-p", String(port)];
  return probe("ssh", [...options, ...identity, "--", target, "true"], context);
}

async function probe(
  program: string,
  args: readonly string[],
  { env, clock, signal }: Context,
): Promise<string | null> {
  const { execFile } = await import("node:child_process");
  using deadline = clock.deadline(probeMs, signal);
  const options = { env: childEnvironment(env, []), encoding: "utf8", signal: deadline.signal } as const;
  return new Promise((resolve) => {
    execFile(program, args, options, (error, _, stderr) => {
      const said = stderr.trim().split("\n").at(-1) ?? "";
      resolve(error === null ? null : said === "" ? error.message : said);
    });
  });
}

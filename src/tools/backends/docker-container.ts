import { execFile } from "node:child_process";
import { identityOf, isAlive } from "../../disk/process-identity.ts";
import { type DockerSettings, runArguments, settingsMark, workspace } from "./docker-arguments.ts";

export type ContainerDeps = {
  readonly settings: DockerSettings;
  /** Whose container it is: a profile's, or where it is not to last a session's. */
  readonly owner: string;
  readonly persistent: boolean;
  readonly env: Readonly<Record<string, string>>;
  /** Told when the storage driver cannot limit the disk. */
  readonly onNoDiskLimit?: () => void;
};

export type Container =
  | { readonly kind: "container"; readonly program: string; readonly id: string }
  | { readonly kind: "problem"; readonly why: string };

type Answer = { readonly kind: "said"; readonly text: string } | { readonly kind: "failed"; readonly why: string };
type Docker = (...args: readonly string[]) => Promise<Answer>;

const startMs = 600_000; // an image may have to be fetched
const labelled = (name: string): string => `{{index .Config.Labels "hermes.${name}"}}`;
const columns = ["{{.Id}}", "{{.State.Status}}", ...["owner", "settings", "process"].map(labelled)].join("\t");

/** The running container of this owner, made or started where it is not; what nobody owns any more goes. */
export async function openContainer(deps: ContainerDeps): Promise<Container> {
  const found = await findEngine(deps.env);
  if (found.kind === "problem") return found;
  return chooseContainer(found.list, found.program, caller(found.program, deps.env), deps);
}

export type Engine =
  | { readonly kind: "engine"; readonly program: string; readonly list: string }
  | { readonly kind: "problem"; readonly why: string };

/** The program that answers, and with it what it knows of our containers. */
export async function findEngine(env: ContainerDeps["env"], limitMs = startMs): Promise<Engine> {
  const complaints: string[] = [];
  for (const program of ["docker", "podman"]) {
    const listed = await listContainers(caller(program, env, limitMs));
    if (listed.kind === "said") return { kind: "engine", program, list: listed.text };
    if (listed.why !== missing) complaints.push(listed.why); // a docker without its engine: podman may do
  }
  return { kind: "problem", why: complaints[0] ?? "neither docker nor podman was found" };
}

/** In two steps, since docker and podman know different columns for a list and the same ones for a container. */
async function listContainers(docker: Docker): Promise<Answer> {
  const listed = await docker("ps", "--all", "--quiet", "--filter", "label=hermes.owner");
  const ids = listed.kind === "said" ? listed.text.split("\n").filter((id) => id !== "") : [];
  return ids.length === 0 ? listed : docker("inspect", "--format", columns, ...ids);
}

export async function removeContainer(program: string, id: string, env: ContainerDeps["env"]): Promise<void> {
  await caller(program, env)("rm", "--force", id);
}

async function chooseContainer(list: string, program: string, docker: Docker, deps: ContainerDeps): Promise<Container> {
  const rows = list
    .split("\n")
    .filter((line) => line !== "")
    .map(asRow);
  const mark = settingsMark(deps.settings);
  const mine = rows.find((row) => row.owner === deps.owner && row.mark === mark);
  const orphans = rows.filter((row) => row !== mine && (row.owner === deps.owner || isOrphan(row)));
  for (const { id } of orphans) await docker("rm", "--force", id);
  if (mine === undefined) return makeContainer(docker, program, mark, deps);
  if (mine.state === "running") return { kind: "container", program, id: mine.id };
  const started = await docker("start", mine.id);
  return started.kind === "failed"
    ? { kind: "problem", why: started.why }
    : { kind: "container", program, id: mine.id };
}

const noQuota = /storage|quota|\bsize\b/i; // each driver says it in words of its own

/** Most storage drivers cannot limit a disk; the container is made without that limit then, and it is told. */
async function makeContainer(docker: Docker, program: string, mark: string, deps: ContainerDeps): Promise<Container> {
  const run = (settings: DockerSettings): Promise<Answer> =>
    docker("run", "--detach", ...labels(deps, mark), ...runArguments(settings));
  const made = await run(deps.settings);
  if (made.kind === "said" || (deps.settings.diskMb ?? null) === null || !noQuota.test(made.why))
    return prepared(named(made, program), docker, deps.settings);
  deps.onNoDiskLimit?.();
  return prepared(named(await run({ ...deps.settings, diskMb: null }), program), docker, deps.settings);
}

/** A workspace of the container's own belongs to root; whoever else is to work in it gets it. */
async function prepared(made: Container, docker: Docker, settings: DockerSettings): Promise<Container> {
  const { hostUser, mountedFolder } = settings;
  if (made.kind === "container" && hostUser !== null && mountedFolder === null)
    await docker("exec", "--user", "0", made.id, "chown", hostUser, workspace); // an image without chown: it stays root's
  return made;
}

function labels({ owner, persistent }: ContainerDeps, mark: string): readonly string[] {
  const { startTime } = identityOf(process.pid);
  const keeper = persistent ? "" : `${process.pid}:${startTime}`;
  const all = [`hermes.owner=${owner}`, `hermes.settings=${mark}`, `hermes.process=${keeper}`];
  return all.flatMap((label) => ["--label", label]);
}

type Row = Readonly<Record<"id" | "state" | "owner" | "mark" | "keeper", string>>;

function asRow(line: string): Row {
  const [id = "", state = "", owner = "", mark = "", keeper = ""] = line.split("\t");
  return { id, state, owner, mark, keeper };
}

/** Of a session whose process is gone. */
function isOrphan({ keeper }: Row): boolean {
  const [pid = "", startTime = ""] = keeper.split(":");
  return keeper !== "" && !isAlive(Number(pid), startTime);
}

function named(answer: Answer, program: string): Container {
  if (answer.kind === "failed") return { kind: "problem", why: answer.why };
  return { kind: "container", program, id: answer.text.trim().split("\n").at(-1) ?? "" };
}

const missing = "ENOENT";

function caller(program: string, env: ContainerDeps["env"], limitMs = startMs): Docker {
  return (...args) =>
    new Promise((resolve) => {
      execFile(program, args, { env: { ...env }, timeout: limitMs }, (error, out, complaint) => {
        if (error === null) return resolve({ kind: "said", text: out });
        const why = complaint.trim().split("\n").at(-1) ?? "";
        resolve({ kind: "failed", why: error.code === missing ? missing : why || error.message });
      });
    });
}

import { join } from "node:path";
import type { Settings } from "../config/schema/settings.ts";
import type { ShellBackend } from "../domain/shell-backend.ts";
import { childEnvironment } from "../safety/child-env.ts";
import { commandEnvironment } from "./command-environment.ts";
import { absolutePath, type CommandPlace, type PathRules } from "../safety/paths.ts";
import { shellPhrases as say } from "../text/phrases/shell.ts";
import { chooseBackend } from "../tools/backends/choose-backend.ts";
import { isApart, workspace } from "../tools/backends/docker-arguments.ts";
import type { ShellSnapshot } from "../tools/terminal/shell-state.ts";
import type { ShellRequest } from "./build-shell.ts";
import { lateBackend } from "./late-backend.ts";

type Places = Pick<PathRules, "roots" | "userHome">;

/** Where commands run, as `terminal.backend` says. What is missing is told by the first command, never worked around. */
export function buildBackend(request: ShellRequest, places: Places): ShellBackend {
  const { backend } = request.settings.terminal;
  if (backend === "local") return local(request);
  if (backend === "bubblewrap") return bubblewrap(request, places);
  if (backend === "docker") return docker(request, places);
  if (backend === "ssh") return ssh(request);
  return chooseBackend({
    trial: () => request.memory.shell.trial(pathOf(request)),
    walled: () => bubblewrap(request, places),
    open: () => local(request),
    onOpen: (why) => tellOnce(say.noWalls(why), request),
  });
}

/** What file tools have to know of it. */
export function commandsRun({ name, isolation }: Pick<ShellBackend, "name" | "isolation">): CommandPlace {
  if (name === "docker" || name === "ssh") return "elsewhere";
  return isolation === "sandbox" ? "behind walls" : "here";
}

/** Folder and variables the first command starts with; of ours nothing goes elsewhere but what the settings name. */
export function firstShell({ settings, cwd, context }: FirstShellParts): ShellSnapshot {
  const { backend, env_passthrough: passed, docker_forward_env: forwarded } = settings.terminal;
  const env = commandEnvironment(context.env, settings, [...passed, ...forwarded]);
  if (backend !== "docker" && backend !== "ssh") return { cwd, env: commandEnvironment(context.env, settings) };
  const wanted = new Set(backend === "docker" ? [...passed, ...forwarded] : passed);
  const named = Object.fromEntries(Object.entries(env).filter(([name]) => wanted.has(name)));
  return { cwd: backend === "docker" ? workspace : "~", env: named };
}

function local({ context }: ShellRequest): ShellBackend {
  return lateBackend({ name: "local", isolation: "none", shares: true }, async () => {
    const { createLocalBackend } = await import("../tools/backends/local-backend.ts");
    return createLocalBackend(context.clock);
  });
}

type FirstShellParts = {
  readonly settings: Settings;
  readonly cwd: string;
  readonly context: Pick<ShellRequest["context"], "env">;
};

function docker(request: ShellRequest, { roots }: Places): ShellBackend {
  const { home, conversationId, context, settings } = request;
  const { terminal } = settings;
  const persistent = terminal.container_persistent;
  const session = `session ${conversationId ?? ""} of ${process.pid}`;
  const container = {
    image: terminal.docker_image,
    volumes: terminal.docker_volumes,
    env: terminal.docker_env,
    network: terminal.docker_network,
    extraArgs: terminal.docker_extra_args,
    mountedFolder: terminal.docker_mount_cwd_to_workspace ? (roots[0] ?? null) : null,
    hostUser: terminal.docker_run_as_host_user ? `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}` : null,
    cpus: terminal.container_cpu,
    memoryMb: terminal.container_memory,
    diskMb: terminal.container_disk,
  };
  const onNoDiskLimit = (): void => tellOnce(say.noDiskLimit, request);
  const isolation = isApart(container) ? "container" : "none";
  return lateBackend({ name: "docker", isolation, shares: false }, async () => {
    const { createDockerBackend } = await import("../tools/backends/docker-backend.ts");
    const owner = persistent ? `profile ${home.path}` : session;
    const env = ownEnvironment(context.env);
    return inShell(createDockerBackend({ owner, persistent, env, settings: container, onNoDiskLimit }), settings);
  });
}

function ssh({ settings, context }: ShellRequest): ShellBackend {
  const { ssh_host: host, ssh_user: user, ssh_port: port, ssh_key: key } = settings.terminal;
  if (host === "") return unusable("ssh", say.needsSetting("ssh", "terminal.ssh_host"));
  return lateBackend({ name: "ssh", isolation: "none", shares: false }, async () => {
    const { createSshBackend } = await import("../tools/backends/ssh-backend.ts");
    const env = ownEnvironment(context.env);
    return inShell(createSshBackend({ host, user, port, key, options: [], env, clock: context.clock }), settings);
  });
}

/** Where nobody chose a shell, the one that is there will do. */
async function inShell(backend: ShellBackend, { terminal }: Settings): Promise<ShellBackend> {
  if (terminal.shell !== "auto") return backend;
  const { withUsualShell } = await import("../tools/backends/usual-shell.ts");
  return withUsualShell(backend);
}

/** Every command says what is missing; nothing runs anywhere else instead. */
function unusable(name: ShellBackend["name"], why: string): ShellBackend {
  return { name, isolation: "none", start: async () => ({ kind: "not-started", why }), close: async () => undefined };
}

/** For docker and ssh themselves, which find their own settings and agents by it. */
function ownEnvironment(env: ShellRequest["context"]["env"]): Readonly<Record<string, string>> {
  return childEnvironment(env, []);
}

function bubblewrap(request: ShellRequest, { roots, userHome }: Places): ShellBackend {
  const { home, settings, context, memory } = request;
  const places = {
    userHome,
    hermesHome: home.base,
    skillFolders: [join(home.base, "skills"), join(home.path, "skills"), ...skillFolders(settings, userHome)],
    roots,
    caches: settings.terminal.sandbox_caches.map((folder) => absolutePath(folder, home.path, userHome)),
  };
  return lateBackend({ name: "bubblewrap", isolation: "sandbox", shares: true }, async () => {
    const { createBubblewrapBackend } = await import("../tools/backends/bubblewrap-backend.ts");
    return createBubblewrapBackend({
      places,
      network: settings.terminal.sandbox_network,
      trial: memory.shell.trial,
      clock: context.clock,
      path: pathOf(request),
      cacheFolder: join(home.path, "cache"),
    });
  });
}

function skillFolders({ skills }: Settings, userHome: string): readonly string[] {
  return skills.external_dirs.map((folder) => absolutePath(folder, userHome, userHome));
}

function pathOf({ context }: ShellRequest): string {
  return context.env["PATH"] ?? "/usr/bin:/bin";
}

function tellOnce(line: string, { memory, tell, log }: ShellRequest): void {
  if (memory.shell.told.has(line)) return;
  memory.shell.told.add(line);
  log("warning", "shell.weaker", { text: line });
  tell?.(line);
}

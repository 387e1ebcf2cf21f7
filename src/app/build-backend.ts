import { join } from "node:path";
import type { Settings } from "../config/schema/settings.ts";
import type { ShellBackend } from "../domain/shell-backend.ts";
import { absolutePath, type CommandPlace, type PathRules } from "../safety/paths.ts";
import { shellPhrases as say } from "../text/phrases/shell.ts";
import { createBubblewrapBackend } from "../tools/backends/bubblewrap-backend.ts";
import { chooseBackend } from "../tools/backends/choose-backend.ts";
import { createLocalBackend } from "../tools/backends/local-backend.ts";
import type { ShellRequest } from "./build-shell.ts";

type Places = Pick<PathRules, "roots" | "userHome">;

/** Where commands run, as `terminal.backend` says. What is missing is told by the first command, never worked around. */
export function buildBackend(request: ShellRequest, places: Places): ShellBackend {
  const { clock } = request.context;
  const local = (): ShellBackend => createLocalBackend(clock);
  const { backend } = request.settings.terminal;
  if (backend === "local") return local();
  if (backend === "bubblewrap") return bubblewrap(request, places);
  return chooseBackend({
    trial: () => request.memory.shell.trial(pathOf(request)),
    walled: () => bubblewrap(request, places),
    open: local,
    onOpen: (why) => tellOnce(say.noWalls(why), request),
  });
}

/** What file tools have to know of it. */
export function commandsRun({ name, isolation }: Pick<ShellBackend, "name" | "isolation">): CommandPlace {
  if (name === "docker" || name === "ssh") return "elsewhere";
  return isolation === "sandbox" ? "behind walls" : "here";
}

function bubblewrap(request: ShellRequest, { roots, userHome }: Places): ShellBackend {
  const { home, settings, context, memory } = request;
  return createBubblewrapBackend({
    places: {
      userHome,
      hermesHome: home.base,
      skillFolders: [join(home.base, "skills"), join(home.path, "skills"), ...skillFolders(settings, userHome)],
      roots,
      caches: settings.terminal.sandbox_caches.map((folder) => absolutePath(folder, home.path, userHome)),
    },
    network: settings.terminal.sandbox_network,
    trial: memory.shell.trial,
    clock: context.clock,
    path: pathOf(request),
    cacheFolder: join(home.path, "cache"),
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
  log("warning", "shell.no_walls", { text: line });
  tell?.(line);
}

import { join } from "node:path";
import type { CommandContext } from "../commands/command.ts";
import type { Home } from "../config/home.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { ShellBackend } from "../domain/shell-backend.ts";
import type { ProcessMemory } from "./process-memory.ts";
import { wallsStand } from "./remembered-walls.ts";

type Parts = {
  readonly home: Home;
  readonly settings: Settings;
  readonly memory: Pick<ProcessMemory, "shell">;
};

/** Where commands run, in one word; what `auto` comes to depends on the machine. */
export function backendName(
  { home, settings, memory }: Parts,
  { env }: Pick<CommandContext, "env">,
): ShellBackend["name"] {
  const { backend } = settings.terminal;
  if (backend !== "auto") return backend;
  const { trial } = memory.shell;
  const stand = wallsStand({ folder: join(home.path, "cache"), path: env["PATH"] ?? "/usr/bin:/bin", trial });
  return stand ? "bubblewrap" : "local";
}

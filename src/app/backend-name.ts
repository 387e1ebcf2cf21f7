import type { CommandContext } from "../commands/command.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { ShellBackend } from "../domain/shell-backend.ts";
import type { ProcessMemory } from "./process-memory.ts";

type Parts = { readonly settings: Settings; readonly memory: Pick<ProcessMemory, "shell"> };

/** Where commands run, in one word. `auto` is settled by the trial the shell goes by too, once in a process. */
export function backendName({ settings, memory }: Parts, { env }: Pick<CommandContext, "env">): ShellBackend["name"] {
  const { backend } = settings.terminal;
  if (backend !== "auto") return backend;
  return memory.shell.trial(env["PATH"] ?? "/usr/bin:/bin").kind === "works" ? "bubblewrap" : "local";
}

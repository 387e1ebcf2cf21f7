import { join } from "node:path";
import type { CommandContext } from "../commands/command.ts";
import type { Home } from "../config/home.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { Secrets } from "../config/secrets.ts";
import type { Approver } from "../domain/approval.ts";
import type { Log } from "../domain/log.ts";
import type { PersonShell } from "../domain/person-shell.ts";
import type { ProcessNotices } from "../domain/process-notice.ts";
import type { ShellBackend } from "../domain/shell-backend.ts";
import type { Tool } from "../domain/tool.ts";
import type { PathRules } from "../safety/paths.ts";
import { buildBackend } from "./build-backend.ts";
import { countingRedactor } from "./counting-redactor.ts";
import type { ProcessMemory } from "./process-memory.ts";
import { openProcessRecords } from "../tools/processes/process-records.ts";
import { ProcessTable } from "../tools/processes/process-table.ts";
import { createProcessTool } from "../tools/processes/process-tool.ts";
import type { ShellState } from "../tools/terminal/shell-state.ts";
import { type AskPassword, createSudoPassword } from "../tools/terminal/sudo-password.ts";
import { personShell } from "../tools/terminal/person-shell.ts";
import { createTerminalTool } from "../tools/terminal/terminal.ts";

export type ShellRequest = {
  readonly home: Home;
  readonly settings: Settings;
  readonly secrets: Pick<Secrets, "secret">;
  readonly log: Log;
  readonly context: Pick<CommandContext, "clock" | "rng" | "env">;
  readonly memory: Pick<ProcessMemory, "shell">;
  /** Says a line to the person. */
  readonly tell?: ((line: string) => void) | undefined;
  /** Whose processes are listed again after a restart; null: none are written down. */
  readonly conversationId: string | null;
  /** Asks the person for what sudo wants to know; absent: nobody can be asked that here. */
  readonly askPassword?: AskPassword | undefined;
};

export type BuiltShell = {
  /** Where everything the session runs has to start. */
  readonly backend: ShellBackend;
  readonly tools: readonly Tool[];
  readonly notices: ProcessNotices;
  /** One of the session's own, in the background. */
  readonly startedProcess: (pid: number) => boolean;
  /** The same shell in the person's hands, under the same rules. */
  readonly forPerson: (approver: Approver) => PersonShell;
  /** Ends all that still runs, unless the person wanted to keep it; says which commands ran in the background. */
  readonly close: () => Promise<readonly string[]>;
};

type Surroundings = Pick<PathRules, "roots"> & {
  readonly state: ShellState;
  readonly userHome: string;
  readonly spillFolder: string;
  readonly onRun: () => void;
};

/** What runs programs: the backend, the tools on it and the processes they leave in the background. */
export function buildShell(request: ShellRequest, around: Surroundings): BuiltShell {
  const { settings, secrets, context } = request;
  const { clock, rng } = context;
  const { terminal, tool_output: output } = settings;
  const shell = terminal.shell === "auto" ? "bash" : terminal.shell;
  const backend = buildBackend(request, around);
  const table = new ProcessTable({ backend, shell, clock, rng, records: recordsOf(request) });
  const configured = (): string | null => secrets.secret("SUDO_PASSWORD")?.reveal() ?? null;
  const limits = {
    defaultSeconds: terminal.timeout,
    mostSeconds: terminal.max_foreground_timeout,
    outputChars: output.max_bytes,
    spillChars: 10_000_000,
  };
  const deps = {
    ...around,
    backend,
    processes: table,
    sudo: createSudoPassword({ configured, ask: request.askPassword }, clock),
    shell,
    clock,
    limits,
    redact: countingRedactor(settings, request.log),
  };
  const keeping = { on: false };
  return {
    backend,
    tools: [createProcessTool({ table, clock, mostSeconds: terminal.timeout }), createTerminalTool(deps)],
    notices: table.notices,
    startedProcess: (pid) => table.all().some((process) => process.pid === pid),
    forPerson: (approver) => personShell(deps, approver, keeping),
    close: async () => {
      if (keeping.on) {
        table.letGo();
        return [];
      }
      const ended = await table.close();
      await backend.close();
      return ended.map(({ command }) => command);
    },
  };
}

function recordsOf({ home, conversationId, log }: ShellRequest) {
  return conversationId === null ? null : openProcessRecords(join(home.path, "processes"), conversationId, log);
}

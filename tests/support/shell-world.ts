import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import type { Clock } from "../../src/domain/clock.ts";
import { textOf } from "../../src/domain/message.ts";
import { contentOf } from "../../src/domain/outcome.ts";
import type { ShellBackend } from "../../src/domain/shell-backend.ts";
import type { Tool, ToolContext } from "../../src/domain/tool.ts";
import { childEnvironment } from "../../src/safety/child-env.ts";
import { redactSecrets } from "../../src/safety/redact.ts";
import { createLocalBackend } from "../../src/tools/backends/local-backend.ts";
import type { ProcessRecords } from "../../src/tools/processes/process-records.ts";
import { ProcessTable } from "../../src/tools/processes/process-table.ts";
import { createProcessTool } from "../../src/tools/processes/process-tool.ts";
import { createShellState } from "../../src/tools/terminal/shell-state.ts";
import { createSudoPassword, type SudoSource } from "../../src/tools/terminal/sudo-password.ts";
import { createTerminalTool, type TerminalDeps } from "../../src/tools/terminal/terminal.ts";
import { toolContext } from "./tool-context.ts";

export type Result = Readonly<Record<string, unknown>>;

type Changes = {
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly sudo?: SudoSource;
  readonly records?: ProcessRecords;
  /** Built around the folder commands start in, and the home. */
  readonly backend?: (cwd: string) => ShellBackend;
  readonly cwd?: string;
};

/** `terminal` and `process` over real processes in a new folder. */
export function shellWorld(changes: Changes = {}) {
  const cwd = changes.cwd ?? realpathSync(mkdtempSync(join(tmpdir(), "hermes-terminal-")));
  const env = childEnvironment({ PATH: process.env["PATH"], HOME: cwd, ...changes.env }, []);
  const state = createShellState({ cwd, env });
  const { shell = "bash", clock = systemClock, sudo = { configured: () => null }, records = null } = changes;
  const backend = changes.backend?.(cwd) ?? createLocalBackend(clock);
  const table = new ProcessTable({ backend, shell, clock, rng: systemRng, records });
  const deps: TerminalDeps = {
    backend,
    processes: table,
    sudo: createSudoPassword(sudo, clock),
    shell,
    state,
    clock,
    userHome: cwd,
    spillFolder: join(cwd, "spill"),
    limits: { defaultSeconds: 30, mostSeconds: 600, outputChars: 50_000, spillChars: 20_000_000 },
    redact: redactSecrets,
    onRun: () => undefined,
  };
  const terminal = createTerminalTool(deps);
  const processTool = createProcessTool({ table, clock, mostSeconds: 180 });
  const call = async (tool: Tool, args: Result, context: Partial<ToolContext>): Promise<Result> => {
    const preparation = tool.prepare(args);
    if (preparation.kind === "invalid") return { invalid: preparation.problems };
    const content = contentOf(await preparation.call.run(toolContext({ cwd, ...context })));
    return z.record(z.string(), z.unknown()).parse(JSON.parse(textOf(content)));
  };
  const run = (args: Result, context: Partial<ToolContext> = {}): Promise<Result> => call(terminal, args, context);
  return {
    cwd,
    deps,
    state,
    table,
    terminal,
    run,
    sh: (command: string) => run({ command }),
    proc: (args: Result, context: Partial<ToolContext> = {}): Promise<Result> => call(processTool, args, context),
    /** Its id. */
    background: async (command: string, more: Result = {}): Promise<string> => {
      const started = await run({ command, background: true, ...more });
      return z.object({ session_id: z.string() }).parse(started).session_id;
    },
    close: async () => {
      const ended = await table.close();
      await backend.close();
      return ended;
    },
  };
}

/** Turns of the event loop until it is so; what throws is not so yet. */
export async function waitUntil(condition: () => boolean): Promise<void> {
  for (;;) {
    try {
      if (condition()) return;
    } catch {
      // not there yet
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

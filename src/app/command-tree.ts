import type { CommandRun, CommandSpec } from "../commands/command.ts";
import { configCommand } from "../commands/config/config-command.ts";
import { doctorCommand } from "../commands/doctor/spec.ts";
import { mcpCommand } from "../commands/mcp/spec.ts";
import { promptSizeCommand } from "../commands/prompt-size/spec.ts";
import { chatCommand, demoCommand, rootCommand, runCommand } from "../commands/root.ts";
import { sessionsCommand } from "../commands/sessions/sessions-command.ts";

/** Every subcommand as a row; what one does is loaded when it is called. */
export function commandTree(process: NodeJS.Process): CommandSpec {
  const headless = async (): Promise<CommandRun> => (await import("./run-command.ts")).headlessRun(process);
  return rootCommand([
    runCommand(headless),
    chatCommand(headless),
    demoCommand(async () => (await import("./demo-command.ts")).demonstration(process)),
    configCommand,
    mcpCommand(async () => (await import("./mcp-admin.ts")).mcpAdmin),
    sessionsCommand,
    doctorCommand(async () => (await import("./doctor-command.ts")).doctorRun()),
    promptSizeCommand(async () => (await import("./prompt-size-command.ts")).promptSizeRun()),
  ]);
}

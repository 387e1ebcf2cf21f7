import type { CommandRun, CommandSpec } from "../commands/command.ts";
import { configCommand } from "../commands/config/config-command.ts";
import { doctorCommand } from "../commands/doctor/spec.ts";
import { promptSizeCommand } from "../commands/prompt-size/spec.ts";
import { chatCommand, demoCommand, rootCommand, runCommand } from "../commands/root.ts";
import { compressSpec } from "../commands/sessions/compress-spec.ts";
import { sessionsCommand } from "../commands/sessions/sessions-command.ts";

/** Every subcommand as a row; what one does is loaded when it is called. */
export function commandTree(process: NodeJS.Process): CommandSpec {
  const headless = async (): Promise<CommandRun> => (await import("./run-command.ts")).headlessRun(process);
  const compress = compressSpec(async () => (await import("./compress-command.ts")).compressCommand());
  return rootCommand([
    runCommand(headless),
    chatCommand(headless),
    demoCommand(async () => (await import("./demo-command.ts")).demonstration(process)),
    configCommand,
    { ...sessionsCommand, subcommands: [...sessionsCommand.subcommands, compress] },
    doctorCommand(async () => (await import("./doctor-command.ts")).doctorRun()),
    promptSizeCommand(async () => (await import("./prompt-size-command.ts")).promptSizeRun()),
  ]);
}

import type { CommandRun, CommandSpec } from "../commands/command.ts";
import { approvalsCommand } from "../commands/approvals/spec.ts";
import { backupCommand, restoreCommand } from "../commands/backup/spec.ts";
import { checkpointsCommand } from "../commands/checkpoints/spec.ts";
import { completionCommand } from "../commands/completion/spec.ts";
import { configCommand } from "../commands/config/config-command.ts";
import { doctorCommand } from "../commands/doctor/spec.ts";
import { dumpCommand } from "../commands/dump/spec.ts";
import { hooksCommand } from "../commands/hooks/spec.ts";
import { logsCommand } from "../commands/logs/spec.ts";
import { mcpCommand } from "../commands/mcp/spec.ts";
import { memoryCommand } from "../commands/memory/spec.ts";
import { modelsCommand } from "../commands/models/spec.ts";
import { pluginsCommand } from "../commands/plugins/spec.ts";
import { profileCommand } from "../commands/profile/spec.ts";
import { promptSizeCommand } from "../commands/prompt-size/spec.ts";
import { statusCommand } from "../commands/status/spec.ts";
import { toolsCommand } from "../commands/tools/spec.ts";
import { updateCommand } from "../commands/update/spec.ts";
import { chatCommand, demoCommand, rootCommand, runCommand } from "../commands/root.ts";
import { compressSpec } from "../commands/sessions/compress-spec.ts";
import { sessionsCommand } from "../commands/sessions/sessions-command.ts";
import { skillsCommand } from "../commands/skills/spec.ts";

/** Every subcommand as a row; what one does is loaded when it is called. */
export function commandTree(process: NodeJS.Process): CommandSpec {
  const headless = async (): Promise<CommandRun> => (await import("./run-command.ts")).headlessRun(process);
  const compress = compressSpec(async () => (await import("./compress-command.ts")).compressCommand());
  return rootCommand([
    runCommand(headless),
    chatCommand(async () => (await import("./chat-command.ts")).chat(process)),
    demoCommand(async () => (await import("./demo-command.ts")).demonstration(process)),
    configCommand,
    mcpCommand(async () => (await import("./mcp-admin.ts")).mcpAdmin),
    { ...sessionsCommand, subcommands: [...sessionsCommand.subcommands, compress] },
    approvalsCommand(async () => (await import("./approvals-command.ts")).approvalsTestRun()),
    memoryCommand(async () => (await import("./memory-command.ts")).memoryCommandRuns()),
    skillsCommand(async () => (await import("./skills-command.ts")).skillsCommandRuns()),
    modelsCommand(async () => (await import("./models-command.ts")).modelCommandRuns()),
    pluginsCommand(async () => (await import("./plugins-command.ts")).pluginsCommandRuns()),
    hooksCommand(async () => (await import("./plugins-command.ts")).hooksCommandRuns()),
    checkpointsCommand(async () => (await import("./checkpoints-command.ts")).checkpointCommandRuns()),
    doctorCommand(async () => (await import("./doctor-command.ts")).doctorRun()),
    toolsCommand(async () => (await import("./tools-command.ts")).toolCommandRuns(process)),
    statusCommand(async () => (await import("./status-command.ts")).statusRun()),
    dumpCommand(async () => (await import("./status-command.ts")).dumpRun()),
    profileCommand,
    logsCommand,
    backupCommand,
    restoreCommand,
    completionCommand(async () =>
      (await import("../commands/completion/completion.ts")).completion(commandTree(process)),
    ),
    updateCommand(async () => (await import("./update-command.ts")).updateRun()),
    promptSizeCommand(async () => (await import("./prompt-size-command.ts")).promptSizeRun()),
  ]);
}

import type { CommandRun, CommandSpec } from "../commands/command.ts";
import { fail } from "../commands/fail.ts";
import { approvalsCommand } from "../commands/approvals/spec.ts";
import { backupCommand, restoreCommand } from "../commands/backup/spec.ts";
import { checkpointsCommand } from "../commands/checkpoints/spec.ts";
import { completionCommand } from "../commands/completion/spec.ts";
import { configCommand } from "../commands/config/config-command.ts";
import { doctorCommand } from "../commands/doctor/spec.ts";
import { dumpCommand } from "../commands/dump/spec.ts";
import { gatewayCommand } from "../commands/gateway/spec.ts";
import { hooksCommand } from "../commands/hooks/spec.ts";
import { insightsCommand } from "../commands/insights/spec.ts";
import { logsCommand } from "../commands/logs/spec.ts";
import { mcpCommand } from "../commands/mcp/spec.ts";
import { memoryCommand } from "../commands/memory/spec.ts";
import { modelCommand } from "../commands/model/spec.ts";
import { modelsCommand } from "../commands/models/spec.ts";
import { pairingCommand } from "../commands/pairing/spec.ts";
import { pluginsCommand } from "../commands/plugins/spec.ts";
import { profileCommand } from "../commands/profile/spec.ts";
import { promptSizeCommand } from "../commands/prompt-size/spec.ts";
import { statusCommand } from "../commands/status/spec.ts";
import { toolsCommand } from "../commands/tools/spec.ts";
import { updateCommand } from "../commands/update/spec.ts";
import { chatCommand, demoCommand, rootCommand, runCommand } from "../commands/root.ts";
import { replayCommand } from "../commands/replay/spec.ts";
import { browseSpec } from "../commands/sessions/browse-spec.ts";
import { compressSpec } from "../commands/sessions/compress-spec.ts";
import { sessionsCommand } from "../commands/sessions/sessions-command.ts";
import { setupCommand } from "../commands/setup/spec.ts";
import { skillsCommand } from "../commands/skills/spec.ts";
import { exitCodes } from "./exit-codes.ts";

/** Every subcommand as a row; what one does is loaded when it is called. */
export function commandTree(process: NodeJS.Process): CommandSpec {
  const headless = async (): Promise<CommandRun> => (await import("./run-command.ts")).headlessRun(process);
  const compress = compressSpec(async () => (await import("./compress-command.ts")).compressCommand());
  const browse = browseSpec(async () => (await import("./browse-command.ts")).browse(process));
  const root = rootCommand([
    runCommand(headless),
    chatCommand(async () => (await import("./chat-command.ts")).chat(process)),
    demoCommand(async () => (await import("./demo-command.ts")).demonstration(process)),
    modelCommand(async () => (await import("./model-command.ts")).modelRun(process)),
    setupCommand(async () => (await import("./setup-command.ts")).setupRun(process)),
    configCommand,
    mcpCommand(async () => (await import("./mcp-admin.ts")).mcpAdmin),
    { ...sessionsCommand, subcommands: [...sessionsCommand.subcommands, browse, compress] },
    replayCommand(async () => (await import("./replay-command.ts")).replay(process)),
    approvalsCommand({
      test: async () => (await import("./approvals-command.ts")).approvalsTestRun(),
      suggest: async () => (await import("./approvals-command.ts")).approvalsSuggestRun(),
    }),
    memoryCommand(async () => (await import("./memory-command.ts")).memoryCommandRuns()),
    skillsCommand(async () => (await import("./skills-command.ts")).skillsCommandRuns()),
    modelsCommand(async () => (await import("./models-command.ts")).modelCommandRuns()),
    pluginsCommand(async () => (await import("./plugins-command.ts")).pluginsCommandRuns()),
    hooksCommand(async () => (await import("./plugins-command.ts")).hooksCommandRuns()),
    checkpointsCommand(async () => (await import("./checkpoints-command.ts")).checkpointCommandRuns()),
    insightsCommand(async () => (await import("./insights-command.ts")).insightsCommandRun()),
    doctorCommand(async () => (await import("./doctor-command.ts")).doctorRun()),
    toolsCommand(async () => (await import("./tools-command.ts")).toolCommandRuns(process)),
    statusCommand(async () => (await import("./status-command.ts")).statusRun()),
    dumpCommand(async () => (await import("./status-command.ts")).dumpRun()),
    gatewayCommand(async () => (await import("./gateway-command.ts")).gatewayCommandRuns(process)),
    pairingCommand,
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
  return { ...root, stranger: pluginCommand(root.subcommands.map(({ name }) => name)) };
}

/** A word that is no command of ours: an enabled plugin may have one of that name. */
function pluginCommand(taken: readonly string[]): NonNullable<CommandSpec["stranger"]> {
  return (name, problem) => ({
    name,
    summary: "A command of a plugin.",
    usage: "[args...]",
    flags: [],
    subcommands: [],
    takesRest: true,
    load: async () => async (call) => {
      const { runOffered } = await import("./plugin-commands.ts");
      return (await runOffered(name, call, taken)) ?? fail(call, problem, exitCodes.usage);
    },
  });
}

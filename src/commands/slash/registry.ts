import { agentsCommand, backgroundCommand } from "./agents.ts";
import { slashPhrases } from "../../text/phrases/slash.ts";
import { approvalsCommand, planCommand, yoloCommand } from "./permissions.ts";
import { branchCommand } from "./branch.ts";
import { diffCommand, rollbackCommand } from "./changes.ts";
import { compressCommand } from "./compress.ts";
import {
  busyCommand,
  reasoningCommand,
  statusBarCommand,
  timestampsCommand,
  verboseCommand,
} from "./display-commands.ts";
import { goalCommand } from "./goal.ts";
import { debugCommand } from "./debug.ts";
import { helpCommand } from "./help.ts";
import { initCommand } from "./init.ts";
import { personalityCommand } from "./personality.ts";
import { imageCommand, pasteCommand } from "./pictures.ts";
import { contextCommand, insightsCommand, usageCommand } from "./insights.ts";
import {
  configCommand,
  mcpCommand,
  memoryCommand,
  pluginsCommand,
  profileCommand,
  skillsCommand,
  toolsetsCommand,
  versionCommand,
} from "./lists.ts";
import { modelCommand } from "./model.ts";
import { reloadCommand, reloadMcpCommand, reloadSkillsCommand } from "./reload.ts";
import { retryCommand, undoCommand } from "./rewind.ts";
import { copyCommand, historyCommand, saveCommand } from "./transcript.ts";
import {
  clearCommand,
  exitCommand,
  newCommand,
  queueCommand,
  resumeCommand,
  steerCommand,
  stopCommand,
} from "./conversation.ts";
import { sessionsCommand } from "./sessions.ts";
import type { SlashCommand } from "./slash-command.ts";
import { skinCommand } from "./skin.ts";
import { statusCommand } from "./status.ts";
import { titleCommand } from "./title.ts";
import { toolsCommand } from "./tools.ts";

const { groups } = slashPhrases;

/** Every slash command, in the order of the help. */
export const slashCommands: readonly SlashCommand[] = [
  ...under(groups.session, [
    newCommand,
    clearCommand,
    resumeCommand,
    sessionsCommand,
    titleCommand,
    branchCommand,
    historyCommand,
    undoCommand,
    retryCommand,
    compressCommand,
    saveCommand,
    copyCommand,
  ]),
  ...under(groups.turn, [
    stopCommand,
    queueCommand,
    steerCommand,
    backgroundCommand,
    agentsCommand,
    goalCommand,
    imageCommand,
    pasteCommand,
  ]),
  ...under(groups.figures, [statusCommand, usageCommand, contextCommand, insightsCommand]),
  ...under(groups.model, [modelCommand, reasoningCommand, personalityCommand]),
  ...under(groups.abilities, [
    toolsCommand,
    toolsetsCommand,
    skillsCommand,
    pluginsCommand,
    mcpCommand,
    memoryCommand,
    reloadCommand,
    reloadMcpCommand,
    reloadSkillsCommand,
  ]),
  ...under(groups.permissions, [planCommand, yoloCommand, approvalsCommand]),
  ...under(groups.files, [diffCommand, rollbackCommand, initCommand]),
  ...under(groups.display, [busyCommand, verboseCommand, statusBarCommand, timestampsCommand, skinCommand]),
  ...under(groups.program, [helpCommand, configCommand, profileCommand, versionCommand, debugCommand, exitCommand]),
];

function under(group: string, commands: readonly SlashCommand[]): readonly SlashCommand[] {
  return commands.map((command) => ({ ...command, group }));
}

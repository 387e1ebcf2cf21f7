import { approvalsCommand, planCommand, yoloCommand } from "./permissions.ts";
import { branchCommand } from "./branch.ts";
import { diffCommand, rollbackCommand } from "./changes.ts";
import { compressCommand } from "./compress.ts";
import { busyCommand, reasoningCommand, statusBarCommand, timestampsCommand } from "./display-commands.ts";
import { debugCommand } from "./debug.ts";
import { helpCommand } from "./help.ts";
import { personalityCommand } from "./personality.ts";
import { imageCommand, pasteCommand } from "./pictures.ts";
import { contextCommand, insightsCommand, usageCommand } from "./insights.ts";
import { memoryCommand, modelCommand, skillsCommand, toolsCommand } from "./surroundings.ts";
import { retryCommand, undoCommand } from "./rewind.ts";
import { copyCommand, historyCommand, saveCommand } from "./transcript.ts";
import {
  clearCommand,
  exitCommand,
  newCommand,
  queueCommand,
  resumeCommand,
  sessionsCommand,
  steerCommand,
  stopCommand,
} from "./conversation.ts";
import type { SlashCommand } from "./slash-command.ts";
import { skinCommand } from "./skin.ts";
import { titleCommand } from "./title.ts";
import { statusCommand } from "./usage.ts";

/** Every slash command, in the order of the help. */
export const slashCommands: readonly SlashCommand[] = [
  helpCommand,
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
  stopCommand,
  queueCommand,
  steerCommand,
  busyCommand,
  imageCommand,
  pasteCommand,
  statusCommand,
  usageCommand,
  contextCommand,
  insightsCommand,
  modelCommand,
  reasoningCommand,
  personalityCommand,
  toolsCommand,
  skillsCommand,
  memoryCommand,
  planCommand,
  yoloCommand,
  approvalsCommand,
  rollbackCommand,
  diffCommand,
  copyCommand,
  saveCommand,
  statusBarCommand,
  timestampsCommand,
  skinCommand,
  debugCommand,
  exitCommand,
];

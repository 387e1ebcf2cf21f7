import { approvalsCommand, planCommand, yoloCommand } from "./permissions.ts";
import { compressCommand } from "./compress.ts";
import { helpCommand } from "./help.ts";
import { memoryCommand, modelCommand, skillsCommand, toolsCommand } from "./surroundings.ts";
import {
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
import { statusCommand, usageCommand } from "./usage.ts";

/** Every slash command, in the order of the help. */
export const slashCommands: readonly SlashCommand[] = [
  helpCommand,
  newCommand,
  resumeCommand,
  sessionsCommand,
  titleCommand,
  compressCommand,
  stopCommand,
  queueCommand,
  steerCommand,
  statusCommand,
  usageCommand,
  modelCommand,
  toolsCommand,
  skillsCommand,
  memoryCommand,
  planCommand,
  yoloCommand,
  approvalsCommand,
  skinCommand,
  exitCommand,
];

import { chatCommands } from "./chat-commands.ts";
import { slashCommands } from "./registry.ts";
import type { SlashCommand, SlashWorld } from "./slash-command.ts";

/** Those of the terminal that a chat has too. What is not here needs a screen, or the person's own machine. */
const shared: ReadonlySet<string> = new Set([
  "help",
  "new",
  "resume",
  "sessions",
  "title",
  "branch",
  "undo",
  "retry",
  "compress",
  "stop",
  "queue",
  "steer",
  "background",
  "agents",
  "goal",
  "status",
  "usage",
  "context",
  "insights",
  "model",
  "reasoning",
  "personality",
  "memory",
  "reload",
  "reload-mcp",
  "reload-skills",
  "plan",
  "yolo",
  "approvals",
  "diff",
  "rollback",
  "version",
  "debug",
]);

/** Whoever is no admin would see or change with these what belongs to others. */
const adminsOnly: ReadonlySet<string> = new Set([
  "yolo",
  "approvals",
  "sessions",
  "resume",
  "platform",
  "restart",
  "sethome",
]);

/** Every command of a chat, with those of plugins and the person's own. */
export function commandsInChats({
  plugged = [],
  quick = [],
}: Pick<SlashWorld, "plugged" | "quick">): readonly SlashCommand[] {
  return [...slashCommands.filter(({ name }) => shared.has(name)), ...chatCommands, ...plugged, ...quick];
}

export function isForAdmins({ name }: SlashCommand): boolean {
  return adminsOnly.has(name);
}

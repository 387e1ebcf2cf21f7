import { slashCommands } from "../../commands/slash/registry.ts";
import type { SlashCommand } from "../../commands/slash/slash-command.ts";
import type { Chat } from "./chat.ts";

/** Those of the program, then those of the session's plugins, then the person's own. */
export function commandsOf({ world }: Chat): readonly SlashCommand[] {
  return [...slashCommands, ...(world.slash.plugged ?? []), ...(world.slash.quick ?? [])];
}

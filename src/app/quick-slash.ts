import type { CommandCall } from "../commands/command.ts";
import { quickCommands } from "../commands/slash/quick-commands.ts";
import { slashCommands } from "../commands/slash/registry.ts";
import type { ChatOpening } from "../surfaces/cli/chat-world.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import type { OpenSettings } from "./open-settings.ts";

type Open<Wish> = (wish: Wish) => Promise<ChatOpening>;

/** Sessions whose slash commands include the person's own; what is wrong with those is said once, at the start. */
export function withQuickCommands<Wish>(open: Open<Wish>, { settings }: OpenSettings, call: CommandCall): Open<Wish> {
  const { commands: quick, problems } = quickCommands(settings.quick_commands, slashCommands);
  for (const problem of problems) call.terminal.err(`${say.warning(problem)}\n`);
  return async (wish) => {
    const opening = await open(wish);
    return opening.kind === "opened" ? { ...opening, world: { ...opening.world, quick } } : opening;
  };
}

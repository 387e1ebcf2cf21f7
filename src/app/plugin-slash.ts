import { namesOf } from "../commands/slash/find-command.ts";
import { slashCommands } from "../commands/slash/registry.ts";
import { refusal, said, type SlashCommand } from "../commands/slash/slash-command.ts";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { isolatedCommand } from "../plugins/isolated-command.ts";
import type { PluginCommand } from "../plugins/plugin.ts";
import type { Registration } from "../plugins/registration.ts";
import type { Watch } from "../plugins/watch.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";

const longestMs = 60_000; // it may ask a model

type Parts = {
  readonly clock: Clock;
  readonly log: Log;
  readonly watch: Watch;
  readonly notice: (text: string) => void;
};

/** The slash commands of plugins. A name that is taken stays with who had it first. */
export function pluginSlashCommands(registrations: readonly Registration[], parts: Parts): readonly SlashCommand[] {
  const owners = new Map(slashCommands.flatMap(namesOf).map((name) => [name, ""]));
  return registrations.flatMap(({ plugin, commands }) =>
    commands.flatMap((command) => {
      const { id } = plugin.manifest;
      const owner = owners.get(command.name);
      if (owner === undefined) {
        owners.set(command.name, id);
        return [hosted(command, id, parts)];
      }
      parts.notice(say.commandTaken(id, command.name, owner));
      return [];
    }),
  );
}

function hosted(command: PluginCommand, id: string, parts: Parts): SlashCommand {
  const call = isolatedCommand(command, id, { ...parts, longestMs });
  return {
    name: command.name,
    aliases: [],
    usage: typeof command.usage === "string" ? command.usage : "",
    summary: say.commandSummary(command.summary, id),
    busy: "run",
    run: async (rest) => {
      const { ok, text } = await call(rest);
      if (!ok) return refusal(text);
      return text === "" ? { kind: "nothing" } : said(text);
    },
  };
}

import { quickCommandPhrases as say } from "../../text/phrases/quick-commands.ts";
import { plainLine } from "../plain-text.ts";
import { namesOf } from "./find-command.ts";
import { runQuickLine } from "./quick-line.ts";
import { runSlash } from "./run-slash.ts";
import type { SlashCommand } from "./slash-command.ts";

type QuickCommand =
  | { readonly type: "exec"; readonly command: string }
  | { readonly type: "alias"; readonly target: string };

export type QuickSettings = Readonly<Record<string, QuickCommand>>;

const shape = /^[a-z][\w-]*$/i;
const mostHops = 5;

/** The person's own commands. One that is no name, hides a built-in or leads nowhere is left out and named. */
export function quickCommands(settings: QuickSettings, builtIn: readonly SlashCommand[]) {
  const taken = new Set(builtIn.flatMap(namesOf));
  const commands: SlashCommand[] = [];
  const problems: string[] = [];
  for (const [name, entry] of Object.entries(settings)) {
    const problem = problemOf(name, settings, taken);
    if (problem === null) commands.push(commandOf(name.toLowerCase(), entry));
    else problems.push(problem);
  }
  return { commands, problems };
}

function problemOf(name: string, settings: QuickSettings, taken: ReadonlySet<string>): string | null {
  if (!shape.test(name)) return say.badName(name);
  if (taken.has(name.toLowerCase())) return say.shadows(name);
  const path = [name];
  for (let entry = settings[name]; entry?.type === "alias"; entry = settings[path.at(-1) ?? ""]) {
    const next = firstWord(entry.target);
    if (path.includes(next)) return say.cycle([...path, next]);
    path.push(next);
    if (path.length - 1 > mostHops) return say.tooLong(name, mostHops);
  }
  return null;
}

function firstWord(target: string): string {
  return target.trim().replace(/^\//, "").split(/\s/)[0] ?? "";
}

function commandOf(name: string, entry: QuickCommand): SlashCommand {
  const summary = entry.type === "exec" ? say.runs(entry.command) : say.standsFor(entry.target);
  return {
    name,
    aliases: [],
    usage: "",
    summary: plainLine(summary, 60),
    busy: "run",
    run: async (rest, context) => {
      // Without itself: a name in another case or cut short, which no look at the settings finds, ends here too.
      const commands = context.commands.filter((command) => command.name !== name);
      if (entry.type === "alias") return runSlash(typedFor(entry.target, rest), { ...context, commands });
      return runQuickLine(entry.command, context);
    },
  };
}

function typedFor(target: string, rest: string): string {
  return `/${target.trim().replace(/^\//, "")} ${rest}`.trim();
}

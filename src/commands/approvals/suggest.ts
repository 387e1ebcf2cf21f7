import type { Home } from "../../config/home.ts";
import { addToConfigList } from "../../config/edit.ts";
import type { Settings } from "../../config/schema/settings.ts";
import type { AskedCommand } from "../../store/asked-commands.ts";
import { approvalPhrases as say } from "../../text/phrases/approvals.ts";
import type { CommandCall, CommandContext, CommandRun } from "../command.ts";
import { exit, warn, warningsOf, withSettings, type ReadConfig } from "../config/open-config.ts";
import { fail } from "../fail.ts";
import { textFlag } from "../flag-value.ts";
import { openHomeStore } from "../home-store.ts";
import { plainText } from "../plain-text.ts";
import { proposalsFrom, type Proposal } from "./proposals.ts";

export type SuggestRequest = {
  readonly command: string;
  readonly cwd: string;
  readonly home: Home;
  readonly settings: Settings;
  readonly context: CommandContext;
};

type EntriesFor = (request: SuggestRequest) => Promise<readonly string[]>;

const fewest = 3; // yeses before something is worth an entry

/** What the person has allowed again and again, as entries of the allowlist. */
export function approvalsSuggest(entriesFor: EntriesFor): CommandRun {
  return (call) =>
    withSettings(call, async (read) => {
      warn(call, warningsOf(read));
      const asked = await history(call, read);
      if (asked.kind === "refused") return fail(call, asked.message, exit.failed);
      const { home, loaded } = read;
      const proposals = await proposalsFrom(asked.commands, {
        fewest: Number(textFlag(call.flags, "min") ?? fewest),
        entriesFor: ({ command, cwd }) =>
          entriesFor({ command, cwd: cwd ?? call.context.cwd, home, settings: loaded.settings, context: call.context }),
      });
      return answer(proposals, call, read);
    });
}

type History =
  | { readonly kind: "read"; readonly commands: readonly AskedCommand[] }
  | { readonly kind: "refused"; readonly message: string };

async function history({ context }: CommandCall, { home }: ReadConfig): Promise<History> {
  const opening = await openHomeStore(home.path, context);
  if (opening.kind === "refused") return opening;
  using store = opening.store;
  return { kind: "read", commands: store.askedCommands() };
}

async function answer(proposals: readonly Proposal[], call: CommandCall, { configFile }: ReadConfig): Promise<number> {
  const { terminal, flags } = call;
  if (flags["json"] === true) {
    terminal.out(`${JSON.stringify(proposals, null, 2)}\n`);
    return exit.ok;
  }
  if (proposals.length === 0) {
    terminal.out(`${say.nothingToSuggest}\n`);
    return exit.ok;
  }
  for (const { entry, count, example } of proposals) {
    terminal.out(`${plainText(say.proposal(count, entry, example))}\n`);
  }
  if (flags["apply"] === true) return apply(proposals, call, configFile);
  const line = `command_allowlist: ${JSON.stringify(proposals.map(({ entry }) => entry))}`;
  terminal.out(`\n${plainText(say.configLine(configFile, line))}\n`);
  return exit.ok;
}

/** One question for each entry; only a person at a terminal answers it. */
async function apply(proposals: readonly Proposal[], call: CommandCall, configFile: string): Promise<number> {
  const { inIsTty, ask } = call.terminal;
  if (!inIsTty || ask === undefined) return fail(call, say.applyNeedsTerminal, exit.failed);
  const agreed: string[] = [];
  for (const { entry } of proposals) {
    const typed = await ask(plainText(say.askEntry(entry)), call.context.signal);
    if (/^y(?:es)?$/i.test(typed.trim())) agreed.push(entry);
  }
  if (agreed.length === 0) {
    call.terminal.out(`${say.nothingStored}\n`);
    return exit.ok;
  }
  const edit = await addToConfigList(configFile, ["command_allowlist"], agreed);
  if (edit.kind === "refused") return fail(call, edit.reason, exit.failed);
  call.terminal.out(`${plainText(say.stored(agreed, configFile))}\n`);
  return exit.ok;
}

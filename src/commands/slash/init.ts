import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, type SlashCommand } from "./slash-command.ts";

const longestNotes = 4_000;

const task = `Write AGENTS.md in the root of this project: the page a coding agent reads before it changes anything here. If one exists, improve it in place: keep what is right, correct what is wrong, take out what is stale, and say at the end what you changed.

Look first, and only write what you have seen:
- README, manifests and lock files, build scripts, CI configuration, linter and formatter settings, and rules for other agents (CLAUDE.md, .cursorrules, .cursor/rules, .github/copilot-instructions.md): take over what holds.
- The layout of the sources, two or three typical files, and how tests are written and where they lie.

Then write, in this order and only where there is something to say:
1. One paragraph: what this is and what it is built with.
2. Commands, exactly as they are run here: install, build, check, run all tests, run one test.
3. The map: the few folders and files that matter, one line each, and what depends on what.
4. Conventions that differ from the usual and can be seen in the code: names, errors, tests, commits.
5. Traps: what breaks easily, what must never be edited or committed.

Keep it below 150 lines. No advice that would be true of any project, no list of every file, no secrets, nothing you have not checked; a command you could not verify is marked as such. Write nothing but this one file.`;

/** A question of ours to the model, which has the tools for it; nothing is written past its permissions. */
export const initCommand: SlashCommand = {
  name: "init",
  aliases: [],
  usage: "[notes]",
  summary: say.initSummary,
  busy: "wait",
  run: (rest) => {
    if (rest.length > longestNotes) return refusal(say.tooLong("init", longestNotes));
    const content = rest === "" ? task : `${task}\n\nNotes of the person, which go before all of this:\n${rest}`;
    return { kind: "ask", input: { content }, shown: say.initShown(rest) };
  },
};

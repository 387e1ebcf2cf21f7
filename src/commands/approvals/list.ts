import { approvalPhrases as say } from "../../text/phrases/approvals.ts";
import type { CommandRun } from "../command.ts";
import { exit, expectArguments, warn, warningsOf, withSettings } from "../config/open-config.ts";
import { plainText } from "../plain-text.ts";

/** The rules of the person's own that are in force, and the modes around them. */
export const list: CommandRun = async (call) => {
  const wrong = expectArguments(call, 0, "approvals list [--json]");
  if (wrong !== null) return wrong;
  return withSettings(call, async (read) => {
    warn(call, warningsOf(read));
    const { command_allowlist: allow, approvals } = read.loaded.settings;
    const { deny, mode, edits, headless_mode } = approvals;
    const text =
      call.flags["json"] === true
        ? JSON.stringify({ mode, edits, headless_mode, allow, deny }, null, 2)
        : plainText(
            [
              say.modes({ mode, edits, headless: headless_mode }),
              ...entries(say.allowed, allow),
              ...entries(say.forbidden, deny),
            ].join("\n"),
          );
    call.terminal.out(`${text}\n`);
    return exit.ok;
  });
};

function entries(heading: (count: number) => string, all: readonly string[]): readonly string[] {
  return [heading(all.length), ...all.map((entry) => `  ${entry}`)];
}

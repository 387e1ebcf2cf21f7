import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Home } from "../../config/home.ts";
import type { Settings } from "../../config/schema/settings.ts";
import type { ApprovalExplanation } from "../../domain/approval-explanation.ts";
import { approvalPhrases as say } from "../../text/phrases/approvals.ts";
import type { CommandCall, CommandContext, CommandRun } from "../command.ts";
import { exit, expectArguments, fail, warn, warningsOf, withSettings } from "../config/open-config.ts";
import { textFlag } from "../flag-value.ts";
import { plainText } from "../plain-text.ts";
import { explanationLines } from "./explanation-lines.ts";

export type ExplainRequest = {
  readonly command: string;
  readonly cwd: string;
  readonly home: Home;
  readonly settings: Settings;
  readonly context: CommandContext;
  readonly yolo: boolean;
};

/** Explains the verdict on a command; nothing runs and nothing is written. */
export function approvalsTest(explain: (request: ExplainRequest) => Promise<ApprovalExplanation>): CommandRun {
  return async (call) => {
    const wrong = expectArguments(call, 1, 'approvals test "<command>" [--cwd DIR] [--json]');
    if (wrong !== null) return wrong;
    const [command = ""] = call.positionals;
    if (command.trim() === "") return fail(call, say.emptyCommand, exit.usage);
    const cwd = resolve(call.context.cwd, textFlag(call.flags, "cwd") ?? ".");
    if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true) {
      return fail(call, say.notAFolder(cwd), exit.usage);
    }
    return withSettings(call, async (read) => {
      warn(call, warningsOf(read));
      const { home, loaded } = read;
      const yolo = call.flags["yolo"] === true;
      print(call, await explain({ command, cwd, home, settings: loaded.settings, context: call.context, yolo }));
      return exit.ok;
    });
  };
}

function print({ flags, terminal }: CommandCall, explanation: ApprovalExplanation): void {
  if (flags["json"] === true) return terminal.out(`${JSON.stringify(explanation, null, 2)}\n`);
  terminal.out(`${plainText(explanationLines(explanation).join("\n"))}\n`);
}

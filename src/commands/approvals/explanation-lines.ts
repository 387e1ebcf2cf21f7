import type { ApprovalExplanation } from "../../domain/approval-explanation.ts";
import { approvalPhrases as say } from "../../text/phrases/approvals.ts";

const labelWidth = 10;

/** An explanation for a terminal: what was read, what was found, who decides, what would change it. */
export function explanationLines(explanation: ApprovalExplanation): readonly string[] {
  const { commands, findings, steps, remedy, verdict, choices, always, headless, reason } = explanation;
  return [
    ...labelled(say.labels.reads, commands?.map(shown) ?? [say.unreadable]),
    ...labelled(
      say.labels.finds,
      findings.length === 0 ? [say.noFinding(explanation.read_only)] : findings.map(say.finding),
    ),
    ...labelled(say.labels.steps, [steps.join(" > ")]),
    ...labelled(say.labels.verdict, [say.verdict(explanation)]),
    ...(verdict === "ask" ? labelled("", [say.choices(choices, always), say.headless(headless)]) : []),
    ...(reason === null ? [] : labelled(say.labels.tells, [reason])),
    ...(remedy === null ? [] : labelled(say.labels.remedy, [remedy])),
  ];
}

function labelled(label: string, lines: readonly string[]): readonly string[] {
  return lines.map((line, at) => `${(at === 0 ? label : "").padEnd(labelWidth)}${line}`);
}

/** Words as the shell would see them, told apart where they hold spaces. */
function shown(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./~*-]+$/.test(word) ? word : JSON.stringify(word))).join(" ");
}

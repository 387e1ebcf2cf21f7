import type { ApprovalPanel } from "../../domain/approval.ts";
import type { ApprovalExplanation, ExplainedFinding } from "../../domain/approval-explanation.ts";

const asks: Readonly<Record<ApprovalPanel["kind"], string>> = {
  command: "May this command run?",
  write: "May this file be written?",
  memory: "May this be written to memory?",
  code: "May this program run?",
  tool: "May this tool be called?",
};

/** What people read when the agent wants something, and what `hermes approvals` says. */
export const approvalPhrases = {
  question: ({ kind, child, action, concerns, diff, always, note }: ApprovalPanel) =>
    [
      child === null ? asks[kind] : `${asks[kind]} (for the subtask: ${child})`,
      indented(action),
      ...concerns.map(({ rule, description }) => `  ${rule}: ${description}`),
      ...(diff === null ? [] : [indented(diff)]),
      ...(always.length === 0 ? [] : [`  always would allow: ${always.join(", ")}`]),
      ...(note === null ? [] : [`  ${note}`]),
    ].join("\n"),
  sandboxWillRefuse: "the sandbox will refuse to write outside the workspace even then; --add-dir makes it part of it",
  reviewerAdvisesAgainst: "the reviewer advises against it",
  emptyCommand: "there is no command to look at",
  notAFolder: (path: string) => `--cwd: not a folder: ${path}`,
  unreadable: "(the text cannot be read as shell commands)",
  noFinding: (readOnly: boolean) => (readOnly ? "nothing; it surely only reads" : "nothing to ask about"),
  finding: ({ rule, description, ask, persistable }: ExplainedFinding) =>
    `${rule}: ${description} (${ask === "once" ? "asks once per session" : "asks every time"}${persistable ? "" : '; "always" is not offered'})`,
  labels: { reads: "reads", finds: "finds", steps: "steps", verdict: "verdict", tells: "tells", remedy: "to allow" },
  verdict: ({ verdict, rule, steps }: ApprovalExplanation) => {
    const word = { allow: "runs without asking", deny: "is refused", ask: "asks" }[verdict];
    return `${word}, decided by: ${steps.at(-1) ?? ""}${rule === null ? "" : ` (${rule})`}`;
  },
  choices: (choices: readonly string[], always: readonly string[]) =>
    `answers: ${choices.join(", ")}${always.length === 0 ? "" : `; always would store ${always.join(", ")}`}`,
  headless: (decision: "allow" | "deny") => `with nobody there: ${decision === "allow" ? "runs" : "is refused"}`,
  modes: ({ mode, edits, headless }: { readonly mode: string; readonly edits: string; readonly headless: string }) =>
    `mode ${mode}, edits ${edits}, with nobody there ${headless}`,
  allowed: (count: number) => (count === 0 ? "allowed for good: nothing" : "allowed for good (command_allowlist):"),
  forbidden: (count: number) => (count === 0 ? "forbidden for good: nothing" : "forbidden for good (approvals.deny):"),
  removed: (entry: string, path: string) => `${entry} is off the allowlist (${path})`,
  notListed: (entry: string, meant: string | null) =>
    `the allowlist in config.yaml has no entry ${JSON.stringify(entry)}${meant === null ? "" : `; did you mean ${JSON.stringify(meant)}?`}`,
  isDenyRule: (entry: string) => `${JSON.stringify(entry)} stands in approvals.deny; edit it with hermes config edit`,
  nothingToSuggest: "Nothing was allowed often enough to propose it.",
  proposal: (count: number, entry: string, example: string) => `${count} times  ${entry}  (such as: ${example})`,
  configLine: (path: string, line: string) =>
    `To be asked no more, add to ${path}, or run this with --apply:\n  ${line}`,
  askEntry: (entry: string) => `Allow \`${entry}\` for good? [y/N] `,
  applyNeedsTerminal: "storing entries needs a terminal to ask at",
  nothingStored: "Nothing was stored.",
  stored: (entries: readonly string[], path: string) =>
    `${entries.join(", ")} ${entries.length === 1 ? "is" : "are"} allowed for good now (${path})`,
  notRemembered: (problem: string) => `allowed until the session ends, but not stored: ${problem}`,
};

function indented(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}

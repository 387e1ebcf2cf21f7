import type { ApprovalExplanation } from "../../domain/approval-explanation.ts";
import { simpleCommands } from "../shell/simple-commands.ts";
import { firstAnswer, openQuestion } from "./approver.ts";
import { choicesFor } from "./ask-person.ts";
import { narrowestEntries } from "./narrowest-entry.ts";
import { openSteps } from "./open-steps.ts";
import { rulesFor } from "./order.ts";
import type { Asked, ApproverPolicy } from "./policy.ts";
import { proveReadOnly } from "./proved-read-only.ts";
import { remedyFor } from "./verdicts.ts";

/** Walks the order of decisions for a command without running or asking anything. */
export async function explainCommand(
  command: string,
  cwd: string,
  policy: ApproverPolicy,
): Promise<ApprovalExplanation> {
  const asked = openQuestion({ tool: "terminal", callId: "", kind: "command", action: command, cwd }, policy);
  const rules = rulesFor("command", policy);
  const { step, verdict } = await firstAnswer(rules, asked);
  const names = rules.map(({ name }) => name);
  const headless = (await firstAnswer([...rules, ...openSteps], asked)).verdict?.decision ?? "deny";
  return {
    command,
    cwd,
    commands: (await simpleCommands(command))?.map(({ words }) => words) ?? null,
    read_only: (await proveReadOnly(command, cwd, policy.paths)).proved,
    findings: (await asked.concerns()).map(({ rule, description, ask, persistable }) => {
      return { rule, description, ask, persistable };
    }),
    steps: step === null ? [...names, "the person"] : names.slice(0, names.indexOf(step) + 1),
    headless,
    ...(verdict === null ? await leftOpen(asked) : { ...settled, ...verdictParts(verdict) }),
  };
}

const settled = { choices: [], always: [], remedy: null };

function verdictParts(verdict: NonNullable<Awaited<ReturnType<typeof firstAnswer>>["verdict"]>) {
  const { decision, rule } = verdict;
  return { verdict: decision, rule, reason: verdict.decision === "deny" ? verdict.reason : null };
}

async function leftOpen(asked: Asked) {
  const concerns = await asked.concerns();
  const always = await narrowestEntries(asked, concerns);
  const rule = concerns[0]?.rule ?? null;
  return {
    verdict: "ask" as const,
    rule,
    reason: null,
    choices: choicesFor(concerns, { always }),
    always,
    remedy: remedyFor(asked.request, rule ?? "", asked.policy.unattended.key),
  };
}

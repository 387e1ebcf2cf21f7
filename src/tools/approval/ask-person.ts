import type { ApprovalAnswer, ApprovalPanel, ApprovalVerdict, Question } from "../../domain/approval.ts";
import { approvalPhrases as say } from "../../text/phrases/approvals.ts";
import { visible } from "../../text/visible.ts";
import { grantedStep } from "./coverage.ts";
import { narrowestEntries } from "./narrowest-entry.ts";
import { readAnswer } from "./person-answer.ts";
import { lastsOnce, type Asked, type Concern, type Step } from "./policy.ts";
import { tell } from "./tell-hooks.ts";
import { allowed, refused, remedyFor } from "./verdicts.ts";

export const personStep: Step = { name: "the person", decide: (asked) => askPerson(asked) };

export function canReachPerson({ policy, channel }: Asked): boolean {
  return policy.person !== null || channel.put !== null;
}

/** Special terms under which a person is asked. */
type Terms = {
  readonly note?: string;
  /** Only this call may be allowed. */
  readonly onlyOnce?: boolean;
  /** What the model hears besides a no. */
  readonly also?: string;
};

/** One person, one question at a time; whoever wants the same thing meanwhile gets the same answer. */
export async function askPerson(asked: Asked, terms: Terms = {}): Promise<ApprovalVerdict> {
  const { pending } = asked.policy.state;
  const key = JSON.stringify([asked.request.kind, asked.request.cwd, asked.request.action]);
  for (let other = pending.get(key); other !== undefined; other = pending.get(key)) {
    const verdict = await other;
    if (verdict.rule !== stoppedRule || asked.signal.aborted) return verdict; // theirs was stopped, ours was not
  }
  const asking = askInTurn(asked, terms).finally(() => pending.delete(key));
  pending.set(key, asking);
  return asking;
}

const stoppedRule = "stopped";

async function askInTurn(asked: Asked, terms: Terms): Promise<ApprovalVerdict> {
  const { channel, signal } = asked;
  const verdict = await channel.whenFree(async () => (await grantedStep.decide(asked)) ?? askNow(asked, terms), signal);
  if (verdict !== null && !signal.aborted) return verdict;
  const reason = "Stopped while it waited for permission; nothing was done.";
  return { decision: "deny", by: "interrupt", rule: stoppedRule, reason };
}

async function askNow(asked: Asked, terms: Terms): Promise<ApprovalVerdict> {
  const { request, policy, signal } = asked;
  const concerns = await asked.concerns();
  const panel = await panelOf(asked, concerns, terms);
  tell(policy, "preApprovalRequest", (hooks) => hooks.preApprovalRequest?.(panel));
  if (policy.person === null) return putQuestion(asked, concerns, panel, terms);
  const child = request.child ?? policy.child;
  const verdict = await policy.person.decide(child === null ? request : { ...request, child }, signal);
  const scope = verdict.decision === "deny" ? "deny" : (verdict.scope ?? "once");
  tell(policy, "postApprovalResponse", (hooks) => hooks.postApprovalResponse?.(panel, { scope, reason: null }));
  if (verdict.decision === "allow") {
    await keep(asked, concerns, { scope: verdict.scope ?? "once", always: panel.always });
  }
  return verdict;
}

async function putQuestion(
  asked: Asked,
  concerns: readonly Concern[],
  panel: ApprovalPanel,
  terms: Terms,
): Promise<ApprovalVerdict> {
  const { policy, channel, signal } = asked;
  const question = questionOf(panel, choicesFor(concerns, panel, terms), policy.timeoutMs);
  const answer = readAnswer((await channel.put?.(question, signal)) ?? null, question.choices);
  tell(policy, "postApprovalResponse", (hooks) => hooks.postApprovalResponse?.(panel, answer));
  if (answer === null || answer.scope === "deny") return denied(asked, concerns, answer, terms);
  await keep(asked, concerns, { scope: answer.scope, always: panel.always });
  return allowed("user", concerns[0]?.rule ?? null, { scope: answer.scope });
}

export function choicesFor(
  concerns: readonly Concern[],
  { always }: Pick<ApprovalPanel, "always">,
  { onlyOnce }: Terms = {},
): readonly string[] {
  if (onlyOnce === true || concerns.some(lastsOnce)) return ["once", "deny"];
  return ["once", "session", ...(always.length === 0 ? [] : ["always"]), "deny"];
}

function questionOf(panel: ApprovalPanel, choices: readonly string[], timeoutMs: number | null): Omit<Question, "id"> {
  const text = say.question(panel);
  return { kind: "approval", text, choices, approval: panel, ...(timeoutMs === null ? {} : { timeoutMs }) };
}

async function panelOf(asked: Asked, concerns: readonly Concern[], { note, onlyOnce }: Terms): Promise<ApprovalPanel> {
  const { request, policy } = asked;
  const { tool, kind, action, cwd, diff } = request;
  return {
    tool,
    kind,
    action: visible(policy.redact(action)),
    cwd,
    child: request.child ?? policy.child,
    concerns: concerns.map(({ rule, description }) => ({ rule, description: policy.redact(description) })),
    diff: diff === undefined ? null : visible(policy.redact(diff)),
    always: onlyOnce === true ? [] : (await narrowestEntries(asked, concerns)).filter(isPlain(policy.redact)),
    note: note ?? sandboxNote(asked, concerns),
  };
}

/** Nothing that holds a secret is stored. */
function isPlain(redact: (text: string) => string): (text: string) => boolean {
  return (text) => redact(text) === text;
}

function sandboxNote({ request, policy }: Asked, concerns: readonly Concern[]): string | null {
  const refusedLater = concerns.some(({ rule }) => rule.startsWith("outside"));
  return request.kind === "command" && policy.isolation === "sandbox" && refusedLater ? say.sandboxWillRefuse : null;
}

type Kept = { readonly scope: "once" | "session" | "always"; readonly always: readonly string[] };

/** A yes covers what is asked once in a session, and with a wider scope everything that was asked about. */
async function keep({ policy, channel }: Asked, concerns: readonly Concern[], { scope, always }: Kept): Promise<void> {
  const { state } = policy;
  state.reviewerDenials = 0;
  const covered = concerns.filter((each) => !lastsOnce(each) && (each.ask === "once" || scope === "session"));
  state.grant(covered.map(({ rule }) => rule));
  if (scope !== "always") return;
  state.allowAlways(always);
  const problem = await policy.remember(always);
  if (problem !== null) channel.warn(say.notRemembered(problem));
}

function denied(
  { request }: Asked,
  concerns: readonly Concern[],
  answer: ApprovalAnswer,
  { also }: Terms,
): ApprovalVerdict {
  const rule = concerns[0]?.rule ?? request.kind;
  const reason = answer?.reason ?? null;
  const said =
    answer === null
      ? "No answer came in time, and without one it is not done."
      : `The user refused${reason === null ? "." : `: ${sentence(reason)}`}`;
  return refused(request, {
    by: answer === null ? "timeout" : "user",
    rule,
    because: concerns.map(({ description }) => description).join("; ") || "it needs a person's yes",
    said,
    remedy: remedyFor(request, rule, null),
    ...(also === undefined ? {} : { also }),
  });
}

/** What was typed, closed so that the next sentence does not run into it. */
function sentence(reason: string): string {
  return /[.!?…]$/u.test(reason.trim()) ? reason.trim() : `${reason.trim()}.`;
}

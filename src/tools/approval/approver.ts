import type { ApprovalChannel, ApprovalRequest, ApprovalVerdict, Approver } from "../../domain/approval.ts";
import { concernsOf } from "./concerns.ts";
import { fetchedIn } from "./detect-danger.ts";
import { openSteps } from "./open-steps.ts";
import { rulesFor } from "./order.ts";
import { factsOf, type Asked, type ApproverPolicy, type Concern, type Step } from "./policy.ts";
import { proveReadOnly } from "./proved-read-only.ts";
import { refused } from "./verdicts.ts";

const name = "rules";
const longestPreview = 200;

const nobody: ApprovalChannel = {
  whenFree: (work) => work(),
  put: null,
  charge: () => undefined,
  warn: () => undefined,
};

/** Decides what may be done: first what the rules say, then whoever is there, else a setting. It fails closed. */
export function createApprover(policy: ApproverPolicy): Approver {
  return {
    name,
    decide: async (request, signal, channel = nobody) => {
      const startedMs = policy.clock.now();
      const verdict = await decide(openQuestion(request, policy, { signal, channel })).catch((error: unknown) => {
        const because = `the check itself failed (${error instanceof Error ? error.message : String(error)})`;
        return refused(request, { by: name, rule: "check-failed", because, remedy: null });
      });
      note(request, verdict, policy, startedMs);
      return verdict;
    },
  };
}

export function openQuestion(
  request: ApprovalRequest,
  policy: ApproverPolicy,
  around: Pick<Asked, "signal" | "channel"> = { signal: new AbortController().signal, channel: nobody },
): Asked {
  let found: Promise<readonly Concern[]> | null = null;
  return { request, policy, ...around, concerns: () => (found ??= concernsOf(request, policy)) };
}

async function decide(asked: Asked): Promise<ApprovalVerdict> {
  const { request, policy } = asked;
  const { verdict } = await firstAnswer([...rulesFor(request.kind, policy), ...openSteps], asked);
  if (verdict === null) throw new Error("no step decided");
  return verdict.decision === "allow" && request.kind === "command" ? withProof(verdict, asked) : verdict;
}

type Answered = { readonly step: string | null; readonly verdict: ApprovalVerdict | null };

export async function firstAnswer(steps: readonly Step[], asked: Asked): Promise<Answered> {
  for (const step of steps) {
    const verdict = await step.decide(asked);
    if (verdict !== null) return { step: step.name, verdict };
  }
  return { step: null, verdict: null };
}

/** What surely changes nothing needs no copy of what is there. */
async function withProof(verdict: ApprovalVerdict, { request, policy }: Asked): Promise<ApprovalVerdict> {
  if (verdict.decision === "deny") return verdict;
  const { proved } = await proveReadOnly(request.action, request.cwd, policy.paths);
  if (proved) return { ...verdict, changesNothing: true };
  policy.state.fetched.note(await fetchedIn(request.action, factsOf({ request, policy })));
  return verdict;
}

function note(request: ApprovalRequest, verdict: ApprovalVerdict, policy: ApproverPolicy, startedMs: number): void {
  const { tool, kind, action } = request;
  const { decision, rule, by } = verdict;
  const scope = (verdict.decision === "allow" ? verdict.scope : undefined) ?? null;
  const atMs = policy.clock.now();
  const latencyMs = atMs - startedMs;
  policy.log("info", "approval.decided", { tool, rule, decision, by, scope, latencyMs });
  const preview = policy.redact(action).slice(0, longestPreview);
  policy.state.record({ atMs, tool, kind, preview, decision, rule, by, scope, latencyMs });
}

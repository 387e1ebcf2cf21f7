import type { ApprovalVerdict } from "../../domain/approval.ts";
import { askPerson, canReachPerson, personStep } from "./ask-person.ts";
import type { Asked, Step } from "./policy.ts";
import { approvalPhrases as say } from "../../text/phrases/approvals.ts";
import { allowed, refused, remedyFor } from "./verdicts.ts";

/** Where nobody can be asked a setting decides, and never about what needs a person every time. */
const nobodyStep: Step = {
  name: "nobody to ask",
  decide: async (asked) => {
    const { request, policy, signal } = asked;
    if (canReachPerson(asked)) return null;
    const concerns = await asked.concerns();
    const { approve, key } = policy.unattended;
    const isOpen = concerns.every(({ ask }) => ask !== "every-time");
    if (isOpen && approve) return allowed("headless", key);
    if (isOpen && policy.standIn !== null) return policy.standIn.decide(request, signal);
    const rule = concerns[0]?.rule ?? request.kind;
    return refused(request, {
      by: "headless",
      rule,
      because: concerns.map(({ description }) => description).join("; "),
      said: "Nobody is here to approve it.",
      remedy: isOpen ? remedyFor(request, rule, key) : "making the change, or a session with a person",
    });
  },
};

/** In mode `smart` a side model may let a single command pass; its no leaves a person who is there the last word. */
const reviewerStep: Step = {
  name: "smart reviewer",
  decide: async (asked) => {
    const { request, policy, channel, signal } = asked;
    const { state, review } = policy;
    const isReviewed = request.kind === "command" || request.kind === "code";
    if (state.mode !== "smart" || review === null || !isReviewed) return null;
    const concerns = await asked.concerns();
    const question = { action: policy.redact(request.action), isCommand: request.kind === "command", concerns };
    const opinion = await review({ ...question, charge: channel.charge }, signal).catch((error: unknown) => {
      policy.log("warning", "reviewer.failed", { error: String(error) });
      return "escalate" as const;
    });
    switch (opinion) {
      case "escalate":
        return null;
      case "approve":
        state.reviewerDenials = 0;
        return allowed("reviewer", concerns[0]?.rule ?? null);
      case "deny":
        state.reviewerDenials += 1;
        return reviewerSaidNo(asked);
    }
  },
};

const stopOrder =
  "Several actions in a row were refused: stop now, run nothing further, and report to the user what you were trying to do.";

function reviewerSaidNo(asked: Asked): Promise<ApprovalVerdict> {
  const { state, reviewerLimit } = asked.policy;
  const isOver = state.reviewerDenials >= reviewerLimit;
  return askPerson(asked, { note: say.reviewerAdvisesAgainst, onlyOnce: true, ...(isOver ? { also: stopOrder } : {}) });
}

/** What happens to whatever the rules leave open, in this order. */
export const openSteps: readonly Step[] = [nobodyStep, reviewerStep, personStep];

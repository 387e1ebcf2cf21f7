import { secondsOf } from "../domain/clock.ts";
import type { Message } from "../domain/message.ts";
import { agentPhrases as say } from "../text/phrases/agent.ts";
import { attempt } from "./ask-model.ts";
import { buildWire } from "./build-wire.ts";
import { isSpent } from "./charge.ts";
import { ending, type Ending } from "./ending.ts";
import { joinFragments } from "./replies/fragments.ts";
import { messageOf } from "./replies/message-of.ts";
import { spokenReply } from "./replies/spoken-reply.ts";
import { rememberOrKeep } from "./remember.ts";
import { tellFailure } from "./turn-hooks.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

export type Limit = { readonly reason: "max_iterations_reached" | "budget_exhausted"; readonly detail: string };

/** Rows 1 and 2 of the exit table. Whether a stop is pending is the first thing askModel looks at. */
export function limitReached(turn: TurnState, deps: TurnDeps): Limit | null {
  const { limits, clock } = deps;
  const { budget } = turn;
  const steps = turn.steps - turn.freeSteps;
  if (steps >= limits.maxSteps) return { reason: "max_iterations_reached", detail: `${steps}/${limits.maxSteps}` };
  if (budget.remaining() <= 0) return { reason: "budget_exhausted", detail: `${budget.used()}/${budget.max}` };
  const late = limits.runBudgetMs !== null && clock.now() - turn.startedAtMs >= limits.runBudgetMs;
  if (isSpent(turn, deps)) return { reason: "budget_exhausted", detail: "cost" };
  return late ? { reason: "budget_exhausted", detail: "time" } : null;
}

const closingRequest: Message = {
  role: "user",
  content:
    "The step limit is reached and no tool can be called any more. Write the final answer now: what was found and " +
    "done, and what remains to be done.",
};

const sentences: Readonly<Record<string, string>> = { time: say.timeReached, cost: say.costReached };

const tries = 2; // an empty summary is asked for once more

/** One closing request without tools. It costs no unit, changes no runtime and never fails the turn. */
export async function closeAtLimit(limit: Limit, turn: TurnState, deps: TurnDeps): Promise<Ending> {
  const fixed = sentences[limit.detail] ?? say.limitReached(limit.detail);
  const close = (text: string, error: string | null = null): Ending =>
    ending(limit.reason, { detail: limit.detail, text, error });
  if (turn.fragments.length > 0) return settleFragments(close, turn, deps);
  if (limit.detail === "cost") return close(fixed); // a summary would cost too
  for (let tried = 0; tried < tries && !turn.signal.aborted; tried++) {
    turn.scaffold = [closingRequest];
    const outcome = await attempt(buildWire(turn, deps, { tools: false }), turn, deps);
    if (outcome.kind === "failed") {
      await tellFailure(outcome.failure, false, turn, deps);
      return close(`${fixed} ${say.summaryFailed(outcome.failure.message)}`, outcome.failure.message);
    }
    if (outcome.kind === "aborted") break;
    const said = spokenReply(outcome.reply);
    if (said.content.trim() === "") continue;
    const reply = messageOf({ ...said, tool_calls: [] }, turn, deps);
    await rememberOrKeep(reply, turn, deps);
    deps.emit({ type: "reply.stored", reply });
    return close(said.content);
  }
  return close(fixed);
}

/** An answer that was being continued is better than a summary of it. */
async function settleFragments(close: (text: string) => Ending, turn: TurnState, deps: TurnDeps): Promise<Ending> {
  const content = joinFragments(turn.fragments);
  const message = { role: "assistant", content, reasoning: null, finish_reason: "length" } as const;
  await rememberOrKeep({ ...message, timestamp: secondsOf(deps.clock) }, turn, deps);
  return { ...close(content), partial: true };
}

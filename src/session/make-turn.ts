import { createBudget } from "../agent/budget.ts";
import { openSideBook } from "../agent/side-book.ts";
import { createGuardrails } from "../agent/tools/guardrails.ts";
import { noCounts } from "../agent/turn-counts.ts";
import { noTurnLatches, type TurnDeps, type TurnState } from "../agent/turn-state.ts";
import { readableHistory } from "../context/readable-history.ts";
import { addToHistory, repairForeign } from "../context/repair-history.ts";
import { createWirePass } from "../context/wire-pass.ts";
import { isQuestion, type Message, type UserMessage } from "../domain/message.ts";
import type { Rng } from "../domain/clock.ts";
import { noUsage } from "../domain/usage.ts";
import type { Conversation } from "./conversation.ts";
import { readOnlyIn } from "./load-history.ts";
import { createSentAs, storedQuestion, type SentQuestion } from "./question.ts";

export type MadeTurn = { readonly turn: TurnState; readonly question: UserMessage };

export type TurnIds = Pick<TurnState, "taskId" | "turnId">;

/** How a turn is called from its first moment on. */
export function turnIds(wanted: string | undefined, { sessionId }: Conversation, rng: Rng): TurnIds {
  const taskId = wanted ?? rng.uuid();
  return { taskId, turnId: `${sessionId}:${taskId}:${rng.hex(8)}` };
}

type Deps = Pick<TurnDeps, "clock" | "rng" | "limits" | "toolbox" | "runtime">;

/** A turn in memory; nothing is written yet. An unanswered question of before joins this one, or is asked again. */
export function makeTurn(
  input: SentQuestion & TurnIds,
  conversation: Conversation,
  deps: Deps,
  signal: AbortSignal,
): MadeTurn {
  const given =
    input.history === undefined ? null : repairForeign(readableHistory(input.history), readOnlyIn(deps.toolbox));
  const mayRepeat = input.again !== undefined && input.history === undefined;
  const last = mayRepeat ? conversation.history().at(-1) : undefined;
  const isAsked = last?.role === "user";
  const question = isAsked ? last : storedQuestion(input, deps.clock);
  const history = isAsked ? conversation.history() : addToHistory(given ?? conversation.history(), question);
  const { taskId, turnId } = input;
  const asked = { history, turnStart: history.length - 1, sentAs: createSentAs(input), taskId, turnId };
  return { turn: turnOn(asked, conversation, deps, signal), question };
}

/** Work on a conversation that nobody asked a question in: upkeep. It never runs as a turn. */
export function makeUpkeepTurn(conversation: Conversation, deps: Deps, signal: AbortSignal): TurnState {
  const history = conversation.history();
  const turnStart = history.findLastIndex(isQuestion);
  const ids = turnIds(undefined, conversation, deps.rng);
  return turnOn({ history, turnStart, sentAs: asStored, ...ids }, conversation, deps, signal);
}

const asStored = (message: Message): Message => message;

type Asked = Pick<TurnState, "history" | "turnStart" | "sentAs" | "taskId" | "turnId">;

function turnOn(asked: Asked, conversation: Conversation, deps: Deps, signal: AbortSignal): TurnState {
  return {
    ...asked,
    startedAtMs: deps.clock.now(),
    system: conversation.system,
    signal,
    budget: createBudget(deps.limits.maxSteps),
    latches: noTurnLatches(),
    sessionId: conversation.sessionId,
    view: null,
    scaffold: [],
    steps: 0,
    freeSteps: 0,
    apiCalls: 0,
    toolCalls: 0,
    apiMs: 0,
    usage: noUsage,
    costUsd: 0,
    stepStart: { history: asked.history, mishaps: 0 },
    sideCosts: openSideBook(deps.runtime.purse, deps.clock),
    toolRuns: [],
    decisions: [],
    counts: noCounts(),
    recoveries: new Map(),
    compressionRounds: 0,
    fragments: [],
    interim: null,
    outputCapOnce: null,
    housekeepingText: null,
    shownText: "",
    wirePass: createWirePass(),
    guardrails: createGuardrails(deps.toolbox.rules.guardrails),
    batch: { step: 0, rows: [] },
  };
}

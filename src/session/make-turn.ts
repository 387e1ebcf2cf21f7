import { createBudget } from "../agent/budget.ts";
import { createGuardrails } from "../agent/tools/guardrails.ts";
import { noCounts, type TurnDeps, type TurnState } from "../agent/turn-state.ts";
import { readableHistory } from "../context/readable-history.ts";
import { addToHistory, repairHistory } from "../context/repair-history.ts";
import { createWirePass } from "../context/wire-pass.ts";
import { secondsOf } from "../domain/clock.ts";
import type { Content, Message, UserMessage } from "../domain/message.ts";
import { noUsage } from "../domain/usage.ts";
import { cleanInput } from "./clean-input.ts";
import type { Conversation } from "./conversation.ts";

export type TurnInput = {
  readonly content: Content;
  /** Instead of the stored history. Never changed, never kept. */
  readonly history?: readonly Message[];
  readonly taskId?: string;
};

export type MadeTurn = { readonly turn: TurnState; readonly question: UserMessage };

/** A turn in memory; nothing is written yet. An unanswered question of before joins this one. */
export function makeTurn(
  input: TurnInput,
  conversation: Conversation,
  deps: Pick<TurnDeps, "clock" | "rng" | "limits" | "toolbox">,
  signal: AbortSignal,
): MadeTurn {
  const question: UserMessage = { role: "user", content: cleanInput(input.content), timestamp: secondsOf(deps.clock) };
  const given = input.history === undefined ? null : repairHistory(readableHistory(input.history));
  const history = addToHistory(given ?? conversation.history(), question);
  const taskId = input.taskId ?? deps.rng.uuid();
  const turn: TurnState = {
    turnId: `${conversation.sessionId}:${taskId}:${deps.rng.hex(8)}`,
    taskId,
    startedAtMs: deps.clock.now(),
    system: conversation.system,
    signal,
    budget: createBudget(deps.limits.maxSteps),
    latches: { reasoningDetailsDisabled: false, imagesDisabled: false, toolImagesDisabled: false },
    turnStart: history.length - 1,
    sessionId: conversation.sessionId,
    history,
    scaffold: [],
    steps: 0,
    apiCalls: 0,
    toolCalls: 0,
    apiMs: 0,
    usage: noUsage,
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
  return { turn, question };
}

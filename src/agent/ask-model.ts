import type { ModelDelta, ModelOutcome, ModelReply, ModelRequest } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";
import { addUsage } from "../domain/usage.ts";
import { agentPhrases as say } from "../text/phrases/agent.ts";
import { buildWire } from "./build-wire.ts";
import { reportCache } from "./cache-watch/report-cache.ts";
import { charge } from "./charge.ts";
import { describeImages } from "./described-images.ts";
import { ending, type Ending } from "./ending.ts";
import { pauseFor } from "./pause.ts";
import { recover } from "./recovery/recover.ts";
import { newRequest, type RequestState } from "./recovery/strategy.ts";
import { checkReply } from "./replies/checks.ts";
import { refuseToWait, watchSilence } from "./stale-streak.ts";
import { failOver } from "./switch-runtime.ts";
import { selectContext } from "./select-context.ts";
import { scratchpad } from "./replies/scratchpad.ts";
import { spokenReply } from "./replies/spoken-reply.ts";
import { tellFailure, tellReply, tellRequest } from "./turn-hooks.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";
import { noCounts } from "./turn-counts.ts";
import { visibleText, type VisibleText } from "./visible-text.ts";

export type Answer =
  | { readonly kind: "reply"; readonly reply: ModelReply }
  | { readonly kind: "restart" } // the history is shorter or the runtime another one
  | { readonly kind: "ended"; readonly ending: Ending };

/** One step's request with its retries. A retry sends the same wire and costs no unit. */
export async function askModel(turn: TurnState, deps: TurnDeps): Promise<Answer> {
  if (turn.signal.aborted) return ended(ending("interrupted_by_user", { text: say.interrupted }));
  if (isOnlyReference(turn)) return ended(ending("compaction_not_actionable", { text: say.nothingToAnswer }));
  turn.stepStart = { history: turn.history, mishaps: deps.mishaps.count };
  turn.steps += 1;
  turn.apiCalls += 1;
  turn.budget.consume();
  await describeImages(turn, deps);
  const request = newRequest(deps.clock.now());
  for (;;) {
    await selectContext(turn, deps);
    const outcome = await attempt(buildWire(turn, deps, { tools: true }), turn, deps);
    const answer = await settle(outcome, request, turn, deps);
    if (answer?.kind === "restart") giveBack(turn);
    if (answer !== null) return answer; // else the same again
  }
}

/** A compression left nothing a person said: the model would answer our own summary. */
function isOnlyReference({ history }: TurnState): boolean {
  const last = history.at(-1);
  return last?.role === "user" && (last.extra?.origin === "summary" || last.extra?.origin === "note");
}

function giveBack(turn: TurnState): void {
  turn.steps -= 1;
  turn.apiCalls -= 1;
  turn.budget.refund();
}

/** null: ask again. */
async function settle(
  outcome: ModelOutcome,
  request: RequestState,
  turn: TurnState,
  deps: TurnDeps,
): Promise<Answer | null> {
  switch (outcome.kind) {
    case "reply":
      return weigh(outcome.reply, turn, deps);
    case "aborted":
      return ended(stoppedInCall(request, turn, deps));
    case "failed": {
      if (turn.shownText !== "" && !outcome.draftingTool) {
        await tellFailure(outcome.failure, true, turn, deps);
        return weigh(cutShort(outcome, deps), turn, deps);
      }
      const action = await recover(outcome.failure, request, turn, deps);
      await tellFailure(outcome.failure, action.kind !== "abort", turn, deps);
      if (action.kind === "abort") return ended(action.ending);
      turn.shownText = "";
      return action.kind === "restart" ? restart : null;
    }
  }
}

/** Whether the reply is worth judging, or the same wire is sent again first. */
async function weigh(raw: ModelReply, turn: TurnState, deps: TurnDeps): Promise<Answer | null> {
  const open = scratchpad(raw, turn, deps); // looks at the tags, which the other checks never see
  const reply = spokenReply(raw);
  const checked = open.kind === "pass" ? checkReply(reply, turn, deps) : open;
  switch (checked.kind) {
    case "pass":
      turn.outputCapOnce = null;
      return { kind: "reply", reply };
    case "ended":
      return checked;
    case "elsewhere":
      if (await failOver(checked.cause, turn, deps)) return startOver(turn);
      return checked.otherwise === null ? { kind: "reply", reply } : ended(checked.otherwise);
    case "repeat": {
      const pause = await pauseFor(checked.waitMs, turn, deps);
      return pause === null ? null : ended(pause);
    }
  }
}

/** One HTTP request. What came of an aborted one is not counted anywhere. */
export async function attempt(request: ModelRequest, turn: TurnState, deps: TurnDeps): Promise<ModelOutcome> {
  await tellRequest(request, turn, deps);
  deps.emit({ type: "phase.changed", phase: "thinking" });
  turn.shownText = "";
  const unsent = refuseToWait(deps);
  if (unsent !== null) return unsent;
  const silence = watchSilence(deps);
  const startedMs = deps.clock.now();
  const visible = visibleText(request.runtime.apiMode, (text) => {
    turn.shownText += text;
    deps.emit({ type: "text.delta", text });
  });
  const onDelta = (delta: ModelDelta): void => {
    silence.heard(delta);
    pass(delta, visible, deps);
  };
  const outcome = await deps.model.call(request, onDelta, turn.signal);
  visible.end();
  silence.ended(outcome);
  const durationMs = deps.clock.now() - startedMs;
  turn.apiMs += durationMs;
  if (outcome.kind !== "reply") return outcome;
  deps.cache.keep(outcome.reply.tail, startedMs / 1_000);
  reportCache(outcome.reply, request, startedMs / 1_000, { turn, deps });
  account(outcome.reply, request, turn, deps);
  await tellReply(outcome.reply, durationMs, turn, deps);
  return outcome;
}

function account(reply: ModelReply, request: ModelRequest, turn: TurnState, deps: TurnDeps): void {
  deps.detours.keys.succeeded();
  deps.detours.fallback.succeeded(request.runtime);
  if (reply.ignoredStream) deps.runtime.active = withoutStreaming(deps.runtime.active);
  const costUsd = charge(reply.usage, request.runtime, turn, deps);
  if (reply.usage === null) return;
  turn.usage = addUsage(turn.usage, reply.usage);
  deps.context.engine.updateFromResponse(reply.usage);
  const { yes, reason } = deps.context.engine.shouldCompress(reply.usage.prompt_tokens);
  if (!yes && reason === undefined) turn.compressionRounds = 0; // it helped
  deps.ledger.report(reply.usage, request);
  deps.emit({ type: "usage.reported", task: "", usage: reply.usage, costUsd });
}

function pass(delta: ModelDelta, visible: VisibleText, deps: TurnDeps): void {
  switch (delta.type) {
    case "text":
      return visible.push(delta.text);
    case "reasoning":
      return deps.emit({ type: "reasoning.delta", text: delta.text });
    case "call":
      visible.callBegan();
      return deps.emit({ type: "tool.drafted", callId: delta.id, name: delta.name });
    case "silence":
      return deps.emit({ type: "wait.noticed", waitingFor: "model", waitedMs: delta.waitedMs });
    case "headers":
      return;
  }
}

function stoppedInCall(request: RequestState, turn: TurnState, deps: TurnDeps): Ending {
  const seconds = Math.round((deps.clock.now() - request.startedMs) / 1_000);
  const partialText = turn.shownText === "" ? null : turn.shownText;
  return ending("interrupted_during_api_call", { text: say.interruptedAfter(seconds), partialText });
}

/** A server that answers a stream request with one object is not asked to stream again. */
function withoutStreaming(runtime: Runtime): Runtime {
  return { ...runtime, traits: { ...runtime.traits, streaming: false } };
}

type Failed = Extract<ModelOutcome, { kind: "failed" }>;

/** The stream died behind text the person has already read: that text is the answer, cut short. */
function cutShort({ deliveredText, failure }: Failed, deps: TurnDeps): ModelReply {
  return {
    content: deliveredText,
    reasoning: null,
    tool_calls: [],
    finish_reason: "length",
    usage: null,
    model: deps.runtime.active.model,
    partial: { droppedTools: [], contentFilter: failure.kind === "content_policy_blocked" },
    tail: null,
    ignoredStream: false,
  };
}

const restart: Answer = { kind: "restart" };

/** Another model begins with the history alone: what was asked of the last one in other words is not its business. */
function startOver(turn: TurnState): Answer {
  Object.assign(turn, { fragments: [], interim: null, scaffold: [], outputCapOnce: null });
  Object.assign(turn.counts, noCounts());
  return restart;
}

function ended(how: Ending): Answer {
  return { kind: "ended", ending: how };
}

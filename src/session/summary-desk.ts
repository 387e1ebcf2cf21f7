import { buildWire } from "../agent/build-wire.ts";
import { bookAside, pay } from "../agent/side-book.ts";
import { reportBatch } from "../agent/engine-batch.ts";
import type { SummarySpent, SummaryWork } from "../agent/context-host.ts";
import type { TurnDeps, TurnState } from "../agent/turn-state.ts";
import type { CompressionRecord } from "../domain/context-engine.ts";
import { costOf, sideSpending, sumOfCosts } from "../domain/cost.ts";
import { isQuestion, type Message } from "../domain/message.ts";
import { noLatches, type ModelRequest } from "../domain/model-client.ts";
import type { Effort, Runtime, RuntimeName } from "../domain/runtime.ts";
import type { Summariser, SummaryAsk, SummaryReply, SummarySize } from "../domain/summariser.ts";
import type { SideCost } from "../domain/turn.ts";
import { addUsage, noUsage, type Usage } from "../domain/usage.ts";
import type { CacheWarmth } from "./cache-warmth.ts";
import { chooseSummaryPath, type SummaryPathSetting, type SummaryRoute } from "./choose-summary-path.ts";

const quietMs = 60_000; // without a token
const longestMs = 600_000;
const defaultThinking = 4_000;
const thinking: Partial<Record<Effort, number>> = { low: 4_000, medium: 8_000, high: 16_000, xhigh: 32_000 };
const mostThinking = 32_000;

type DeskParts = {
  readonly setting: SummaryPathSetting;
  readonly routeFor: (runtime: Runtime) => SummaryRoute;
  readonly warmth: CacheWarmth;
};

type Work = { readonly turn: TurnState; readonly deps: TurnDeps };

const closed: SummaryReply = { kind: "failed", failure: "no_provider", message: "nobody is at work" };
const unspent: SummarySpent = { usage: noUsage, costUsd: 0, calls: 0, ms: 0, by: null, path: null };

/**
 * Where an engine's questions for a summary are answered, while one is being made. The same-prefix request is the
 * conversation's next one with our words at its end: what is cached of it is read, and nothing is left behind.
 */
export class SummaryDesk implements Summariser, SummaryWork {
  readonly #parts: DeskParts;
  #work: Work | null = null;
  #spent = unspent;
  #progressed: () => void = () => undefined;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  readonly during: SummaryWork["during"] = async (turn, deps, work) => {
    const outer = this.#work; // a round lies within a turn
    this.#work = { turn, deps };
    this.#spent = unspent;
    try {
      return await work();
    } finally {
      this.#work = outer;
    }
  };

  readonly spent = (): SummarySpent => this.#spent;

  /** A batch of the engine's own, made in the work that is on. */
  async report(record: CompressionRecord): Promise<void> {
    if (this.#work !== null) await reportBatch(record, this.#work.turn, this.#work.deps);
  }

  /** Called with every piece of a summary that arrives. */
  onProgress(heard: () => void): void {
    this.#progressed = heard;
  }

  readonly ask = async (ask: SummaryAsk): Promise<SummaryReply> => {
    const work = this.#work;
    if (work === null) return closed;
    const startedMs = work.deps.clock.now();
    const reply = await (ask.path === "auxiliary" ? this.#askSide(ask, work) : this.#askMain(ask, work));
    this.#spent = {
      ...this.#spent,
      path: ask.path,
      calls: this.#spent.calls + 1,
      ms: this.#spent.ms + work.deps.clock.now() - startedMs,
    };
    return reply;
  };

  readonly windowOf: Summariser["windowOf"] = (path) => {
    const runtime = this.#work?.deps.runtime.active;
    if (runtime === undefined) return null;
    const { setting, routeFor } = this.#parts;
    if (path === "auxiliary") return routeFor(runtime).runtime?.contextLength ?? null;
    return path === "same-prefix" && setting === "auxiliary" ? null : runtime.contextLength;
  };

  readonly choose = (size: SummarySize): ReturnType<Summariser["choose"]> => {
    const main = this.#work?.deps.runtime.active;
    if (main === undefined) return "main";
    const { setting, routeFor, warmth } = this.#parts;
    return chooseSummaryPath(size, { setting, main, side: routeFor(main), warm: warmth.isWarm() });
  };

  async #askMain(ask: SummaryAsk, work: Work): Promise<SummaryReply> {
    const { clock, model, runtime } = work.deps;
    const request = ask.path === "same-prefix" ? samePrefix(ask, work) : freshPrompt(ask, work);
    using total = clock.deadline(longestMs, ask.signal);
    using quiet = clock.deadline(quietMs, total.signal);
    const outcome = await model.call(
      request,
      ({ type }) => {
        if (type === "silence" || type === "headers") return;
        quiet.extend();
        this.#progressed();
      },
      quiet.signal,
    );
    const { provider, model: name } = runtime.active;
    switch (outcome.kind) {
      case "reply": {
        const { usage, tool_calls: calls, content, finish_reason: finish } = outcome.reply;
        const common = ask.path === "same-prefix" ? (work.deps.cache.watch.last()?.prompt ?? 0) : 0;
        const by = { provider, model: name };
        const cost = {
          ...by,
          usage,
          costUsd: this.#book({ ...by, usage, ...pricesOf(usage, runtime.active, common) }, work),
        };
        if (calls.length > 0) return { ...cost, kind: "called-tools" };
        return { ...cost, kind: "text", text: content, cut: finish === "length" };
      }
      case "failed":
        return { kind: "failed", failure: outcome.failure.kind, message: outcome.failure.message };
      case "aborted":
        if (ask.signal.aborted) return outcome;
        return { kind: "failed", failure: "timeout", message: "the summary took too long" };
    }
  }

  async #askSide(ask: SummaryAsk, work: Work): Promise<SummaryReply> {
    const { deps } = work;
    const main = deps.runtime.active;
    const side = this.#parts.routeFor(main).runtime;
    if (side === null) return { kind: "failed", failure: "no_provider", message: "no model for summaries" };
    using total = deps.clock.deadline(longestMs, ask.signal);
    let booked: { readonly usage: Usage; readonly costUsd: number | null } | null = null;
    const outcome = await deps.auxiliary.call("compression", {
      messages: [{ role: "user", content: ask.text }],
      runtime: main,
      maxTokens: ask.maxTokens,
      onUsage: (answer) => {
        booked = { usage: answer.usage, costUsd: this.#book(answer, work) };
      },
      signal: total.signal,
    });
    switch (outcome.kind) {
      case "reply": {
        const { content, finish_reason: finish, tool_calls: calls } = outcome.reply;
        const cost = { ...outcome.runtime, ...(booked ?? { usage: null, costUsd: null }) };
        this.#progressed();
        if (calls.length > 0 && content.trim() === "") return { ...cost, kind: "called-tools" };
        return { ...cost, kind: "text", text: content, cut: finish === "length" };
      }
      case "failed":
        if (outcome.asked.length === 0) return { kind: "failed", failure: "no_provider", message: outcome.notice };
        return { kind: "failed", failure: outcome.failure.kind, message: outcome.notice };
      case "aborted":
        if (ask.signal.aborted) return outcome;
        return { kind: "failed", failure: "timeout", message: "the summary took too long" };
    }
  }

  /** Paid for, whatever comes of it. */
  #book({ usage, ...answer }: Answer, { turn, deps }: Work): number | null {
    const { provider, model, cost_usd: cost } = answer;
    const before = this.#spent;
    this.#spent = {
      ...before,
      by: { provider, model },
      usage: usage === null ? before.usage : addUsage(before.usage, usage),
      costUsd: sumOfCosts(before.costUsd, cost),
    };
    if (usage === null) pay(deps.runtime.purse, null);
    else bookAside({ ...answer, usage, task: "compression", api_calls: 1 }, turn, deps.emit);
    return cost;
  }
}

type Answer = RuntimeName & Pick<SideCost, "cost_usd" | "prompt"> & { readonly usage: Usage | null };

function pricesOf(usage: Usage | null, { prices }: Runtime, common: number): Pick<Answer, "cost_usd" | "prompt"> {
  if (usage === null || prices === undefined) return { cost_usd: null };
  return { cost_usd: costOf(usage, prices), prompt: sideSpending(usage, prices, common) };
}

/** A question that was not sent yet is left out: the request before it is what the provider knows. */
function samePrefix(ask: SummaryAsk, { turn, deps }: Work): ModelRequest {
  const isUnsent = turn.history.at(-1)?.role === "user";
  const history = isUnsent ? turn.history.slice(0, -1) : turn.history;
  const asked: Message = { role: "user", content: ask.text, extra: { origin: "nudge" } };
  const sent: TurnState = {
    ...turn,
    ...(isUnsent ? { sentAs: (message: Message) => message, turnStart: history.findLastIndex(isQuestion) } : {}),
    history,
    scaffold: [asked],
    outputCapOnce: ask.maxTokens + thinkingRoom(deps),
  };
  const request = buildWire(sent, deps, { tools: true });
  return { ...request, cache: { ...request.cache, readOnly: true } };
}

/** Thinking counts against the cap, and its settings may not change: they are part of what is cached. */
function thinkingRoom({ reasoning }: TurnDeps): number {
  if (reasoning === null) return defaultThinking;
  if (!reasoning.enabled || reasoning.effort === "none") return 0;
  return thinking[reasoning.effort ?? "medium"] ?? mostThinking;
}

function freshPrompt(ask: SummaryAsk, { deps }: Work): ModelRequest {
  return {
    runtime: deps.runtime.active,
    system: [],
    messages: [{ role: "user", content: ask.text }],
    turnStart: 0,
    tools: [],
    cache: { strategy: "off", ttl: "5m", systemTtl: "5m", tail: null, key: null },
    maxTokens: ask.maxTokens,
    reasoning: null,
    latches: noLatches,
    overrides: {},
    contextTokens: 0,
  };
}

import type {
  CompressionProposal,
  CompressionRequest,
  ContextEngine,
  ViewRequest,
} from "../../domain/context-engine.ts";
import type { EngineContext } from "../../domain/engine-context.ts";
import type { Message } from "../../domain/message.ts";
import { createGauge, type Gauge } from "../compressor/gauge.ts";
import type { CompressorSettings } from "../compressor/numbers.ts";
import { hasOutside, shrink, sizeOf, tend, type Bench, type Pressure } from "./batch.ts";
import { Draft } from "./draft.ts";
import { limitsFor } from "./limits.ts";
import { applyPrepared, prepare } from "./prepare.ts";
import { previewOf } from "./preview.ts";
import { batchRecord, engineName, type BatchFacts } from "./record.ts";
import { createScribe, type Written } from "./scribe.ts";
import { createShow } from "./show.ts";
import { spineOf } from "./spine.ts";
import { lcmTools } from "./tools.ts";
import { createViewMemo, viewOf } from "./view.ts";

export type LcmDeps = EngineContext & {
  /** The section `compression`: where it is time, and how much of the newest stays. */
  readonly settings: CompressorSettings;
  /** Lets everything else that waits go first: a long history is worked through in pieces. */
  readonly breathe?: () => Promise<void>;
};

const mostCalls = 4; // of a model, while somebody waits or at the end of one turn
const mostCallsByHand = 16;
const weighedAtOnce = 64;

/** Loses nothing: the history stays whole, and requests show a view of it made of summaries and the newest messages. */
export function createLcm(deps: LcmDeps): ContextEngine {
  return new Lcm(deps).engine();
}

type Carried = Pick<ViewRequest, "system" | "tools">;

class Lcm {
  readonly #deps: LcmDeps;
  readonly #gauge: Gauge;
  readonly #show: (message: Message) => Message;
  readonly #memo = createViewMemo();
  readonly #prepared = new Map<string, Written>();
  #carried: Carried = { system: [], tools: [] };
  #isUnheard = true; // nothing was sent to this model yet
  #promptTokens = 0;
  #batches = 0;

  constructor(deps: LcmDeps) {
    this.#deps = deps;
    this.#gauge = createGauge(deps);
    this.#show = createShow(deps.rowOf);
  }

  engine(): ContextEngine {
    const tools = lcmTools(this.#deps, (text) => this.#gauge.scales().text(text));
    return {
      name: engineName,
      updateFromResponse: ({ prompt_tokens: tokens }) => {
        this.#promptTokens = tokens;
        this.#isUnheard = false;
      },
      shouldCompress: () => ({ yes: false }), // the view is made to fit before it is sent
      compress: (request) => this.#compress(request),
      selectContext: (messages, request) => this.#select(messages, request),
      onTurnComplete: (messages, _usage, { signal }) => this.#tend(messages, signal),
      updateModel: (runtime) => {
        if (this.#gauge.switchTo(runtime)) this.#isUnheard = true;
      },
      onSessionReset: () => this.#prepared.clear(),
      preview: (request) => previewOf(this.#bench(request.messages, 0, never), request, this.#deps.summariser),
      hasContentToCompress: (messages) => hasOutside(this.#bench(messages, 0, never)),
      getStatus: () => this.#status(),
      ...tools,
    };
  }

  async #select(messages: readonly Message[], request?: ViewRequest): Promise<readonly Message[] | null> {
    if (request !== undefined) this.#carried = request;
    const signal = request?.signal ?? never;
    await this.#weigh(messages);
    const bench = this.#bench(messages, mostCalls, signal);
    const { draft, limits } = bench;
    const start = this.#start(bench);
    if (start.before.tokens > limits.hard) await this.#force(bench, { goal: limits.target, most: limits.hard });
    else if (this.#isCold()) await applyPrepared(bench);
    if (signal.aborted) return null;
    if (draft.size > 0) await this.#keepAndTell(bench, start);
    return this.#view(bench);
  }

  async #compress(request: CompressionRequest): Promise<CompressionProposal> {
    this.#carried = request;
    await this.#weigh(request.messages);
    const bench = this.#bench(request.messages, mostCallsByHand, request.signal, request.limits?.maxTokens);
    const start = { ...this.#start(bench), trigger: request.trigger };
    await this.#force(bench, pressureOf(request, bench));
    const made = bench.draft.size;
    const region = { headEnd: 0, tailStart: bench.draft.cover.tailStart };
    const end = (outcome: CompressionProposal["outcome"], said: string): CompressionProposal => {
      return { outcome, region, pruned: 0, record: batchRecord({ ...start, ...this.#end(bench), outcome: said }) };
    };
    if (request.signal.aborted) return { ...end("aborted", "failed"), error: "cancelled" };
    if (made === 0) return end("noop", "no_window");
    const done = end("ok", "ok");
    await bench.draft.commit(this.#deps.nodes); // what the store refuses is the host's to tell
    this.#batches += 1;
    return done;
  }

  async #force(bench: Bench, pressure: Pressure): Promise<void> {
    await applyPrepared(bench);
    await shrink(bench, pressure);
  }

  /** At the end of a turn: leaves are added behind the others; what would change them is only written ahead. */
  async #tend(messages: readonly Message[], signal: AbortSignal): Promise<void> {
    const bench = this.#bench(messages, mostCalls, signal);
    const start = this.#start(bench);
    await tend(bench, signal);
    if (signal.aborted) return;
    if (bench.draft.size > 0) await this.#keepAndTell(bench, start);
    await prepare(bench, this.#deps.nodes, signal);
  }

  /** A view goes out even if its nodes cannot be stored: then they are made again next time. */
  async #keepAndTell(bench: Bench, start: Start): Promise<void> {
    const { nodes, log, report } = this.#deps;
    const facts = { ...start, ...this.#end(bench), outcome: "ok" };
    try {
      await bench.draft.commit(nodes);
    } catch (error) {
      log("warning", "lcm.nodes_unstored", { error: String(error) });
      return;
    }
    this.#batches += 1;
    await report(batchRecord(facts));
  }

  #view(bench: Bench): readonly Message[] | null {
    const { draft, limits, scales, rowOf } = bench;
    const { spine, cover } = draft;
    const view = viewOf({ spine, cover, room: limits.hard, scales, rowOf });
    if (view.length === spine.messages.length && view.every((message, index) => message === spine.messages[index]))
      return null;
    return this.#memo(view, view.length - (spine.messages.length - cover.tailStart));
  }

  /** Each message is weighed once and its weight kept; of a long history nobody shall notice it. */
  async #weigh(messages: readonly Message[]): Promise<void> {
    const { breathe } = this.#deps;
    if (breathe === undefined) return;
    const scales = this.#gauge.scales();
    for (let at = 0; at < messages.length; at += weighedAtOnce) {
      scales.list(messages.slice(at, at + weighedAtOnce).map(this.#show));
      if (at + weighedAtOnce < messages.length) await breathe();
    }
  }

  #bench(messages: readonly Message[], calls: number, signal: AbortSignal, mostTokens = Infinity): Bench {
    const { rowOf, nodes } = this.#deps;
    const scales = this.#gauge.scales();
    const { system, tools } = this.#carried;
    this.#gauge.carry({ system, tools, messages: [] });
    const { trigger } = this.#gauge.guarded();
    const overhead = scales.system(system) + scales.tools(tools);
    const limits = limitsFor(Math.min(trigger, mostTokens), overhead, this.#gauge.numbers().tail);
    const spine = spineOf(messages, { rowOf, show: this.#show, scales });
    const scribe = createScribe({ ...this.#deps, tokensOf: scales.text }, calls, signal);
    const { breathe = atOnce } = this.#deps;
    const draft = new Draft(spine, nodes.list());
    return { draft, limits, scales, scribe, rowOf, prepared: this.#prepared, breathe };
  }

  #start(bench: Bench): Start {
    const startedMs = this.#deps.clock.now();
    return { trigger: "engine", startedMs, before: measure(bench) };
  }

  #end(bench: Bench): Omit<BatchFacts, keyof Start | "outcome"> {
    const { draft, scribe } = bench;
    const made = { nodes: draft.size, byRules: draft.byRules, calls: scribe.calls() };
    return { ...made, after: measure(bench), nowMs: this.#deps.clock.now() };
  }

  #isCold(): boolean {
    return this.#isUnheard || !this.#deps.cacheIsWarm();
  }

  #status(): ReturnType<NonNullable<ContextEngine["getStatus"]>> {
    const { contextLength } = this.#gauge.runtime();
    return {
      last_prompt_tokens: this.#promptTokens,
      threshold_tokens: this.#gauge.guarded().trigger,
      context_length: contextLength,
      usage_percent: Math.min(100, Math.round((100 * this.#promptTokens) / contextLength)),
      compression_count: this.#batches,
      lossless: true,
    };
  }
}

type Start = Pick<BatchFacts, "trigger" | "startedMs" | "before">;

const never = new AbortController().signal;
const atOnce = async (): Promise<void> => undefined;

function measure(bench: Bench): BatchFacts["before"] {
  const { spine, cover } = bench.draft;
  const front = cover.roots.length === 0 ? 0 : 1;
  return { messages: spine.messages.length - cover.tailStart + front, tokens: sizeOf(bench) };
}

const enforced: readonly CompressionRequest["trigger"][] = ["http_413", "context_error", "long_context_tier"];

/** By hand everything but the newest messages; after a refusal half of what was refused. */
function pressureOf({ trigger, keepExchanges: exchanges }: CompressionRequest, bench: Bench): Pressure {
  const { limits } = bench;
  if (trigger === "manual") return { goal: 0, most: limits.hard, exchanges };
  if (!enforced.includes(trigger)) return { goal: limits.target, most: limits.hard };
  const half = Math.min(limits.target, Math.floor(sizeOf(bench) / 2));
  return { goal: half, most: half };
}

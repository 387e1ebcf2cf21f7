import type { CompressionOptions } from "./compression-options.ts";
import { compressNow } from "../agent/compress.ts";
import { isDone, type CompressionWish, type RoundEnd } from "../agent/compression-round.ts";
import { blockedBy, coolDown } from "../agent/compression-watch.ts";
import { selectContext } from "../agent/select-context.ts";
import { contextTokens } from "../agent/context-tokens.ts";
import type { ContextHost } from "../agent/context-host.ts";
import type { TurnDeps, TurnState } from "../agent/turn-state.ts";
import type { CompressionRequest } from "../domain/context-engine.ts";
import type { Emit } from "../domain/event.ts";
import { turnResource } from "../store/turn-resource.ts";
import { bookAsides } from "./book-asides.ts";
import type { CompressionAnswer, UndoAnswer } from "./compression-answer.ts";
import { priceOf } from "./compression-price.ts";
import { makeUpkeepTurn } from "./make-turn.ts";
import type { Conversation } from "./conversation.ts";
import type { CompressionSettings, SessionDeps } from "./session-deps.ts";
import type { SummaryDesk } from "./summary-desk.ts";

const fewest = 4; // messages: below, there is nothing to leave out
const hygieneShare = 0.85; // of the window
const longestQuietMs = 600_000;

type UpkeepParts = {
  readonly conversation: () => Conversation;
  readonly turnDeps: (emit: Emit) => TurnDeps;
  readonly deps: Pick<SessionDeps, "store" | "clock" | "log">;
  readonly settings: CompressionSettings;
  readonly host: ContextHost;
  readonly desk: SummaryDesk;
  /** What is known of the old history counts no longer. */
  readonly restored: () => void;
};

/** Compressions between turns: asked for, needed before a turn, or made while nobody is there. One at a time. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  #running: { readonly stop: AbortController; readonly done: Promise<unknown> } | null = null;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  /** A new question waits until it is over. */
  async settled(): Promise<void> {
    await this.#running?.done;
  }

  /** Before its commit a round can be stopped. */
  stop(): boolean {
    this.#running?.stop.abort();
    return this.#running !== null;
  }

  compress(options: CompressionOptions): Promise<CompressionAnswer> {
    return this.#alone(async (stop) => {
      const { turn, deps } = await this.#begin(options.emit ?? silent, stop.signal);
      const { engine, memory } = deps.context;
      const isUsual = (options.here ?? null) === null; // how much stays decides how much there is to leave out
      if (turn.history.length < fewest || (isUsual && engine.hasContentToCompress?.(turn.history) === false))
        return { kind: "nothing" };
      if (options.preview === true) return this.#preview(options, turn, deps);
      memory.clear();
      Object.assign(deps.context.watch, { weakRounds: 0 });
      const wish = {
        trigger: "manual",
        focusTopic: options.topic ?? null,
        keepExchanges: options.here ?? null,
      } as const;
      return this.#answerTo(await this.#run(wish, turn, deps), turn);
    });
  }

  /** The conversation as it was before the last compression, with what was said since. */
  undo(): Promise<UndoAnswer> {
    return this.#alone(async (): Promise<UndoAnswer> => {
      const { conversation, deps, host } = this.#parts;
      conversation().catchUp();
      await using lock = await host.lock();
      if (lock === null) return { kind: "busy", holder: null };
      const undone = await deps.store.sessions.undoCompression(conversation().sessionId, lock.fence);
      if (undone.kind === "nothing") return undone;
      conversation().returnTo(undone.sessionId);
      host.memory.clear();
      host.watch.count = Math.max(0, host.watch.count - 1);
      this.#parts.restored();
      await host.memory.flush();
      return undone;
    });
  }

  /** For surfaces that may have gathered much before a turn: shortens what would hardly fit, or lets it be. */
  hygiene(emit: Emit = silent): Promise<CompressionAnswer> {
    return this.#alone(async (stop) => {
      const { hygiene } = this.#parts.settings;
      const { clock } = this.#parts.deps;
      using quiet = clock.deadline(hygiene.quietMs === 0 ? longestQuietMs : hygiene.quietMs, stop.signal);
      const { turn, deps } = await this.#begin(emit, quiet.signal);
      const tokens = contextTokens(turn, deps);
      const { length } = turn.history;
      const isFull = tokens >= hygieneShare * deps.runtime.active.contextLength || length >= hygiene.mostMessages;
      if (!deps.context.enabled || length < fewest || !isFull || blockedBy(undefined, tokens, deps) !== null)
        return { kind: "nothing" };
      this.#parts.desk.onProgress(() => quiet.extend());
      const end = await this.#run({ trigger: "hygiene" }, turn, deps);
      this.#parts.desk.onProgress(() => undefined);
      if (quiet.expired()) {
        coolDown("hygiene_timeout", hygiene.restMs, deps);
        await deps.context.memory.flush();
      }
      return this.#answerTo(end, turn);
    });
  }

  /** While nobody is there; null: it is not worth it. */
  idle(): Promise<CompressionAnswer> {
    return this.#alone(async (stop) => {
      const { turn, deps } = await this.#begin(silent, stop.signal);
      const { engine, enabled } = deps.context;
      const { threshold, targetRatio } = this.#parts.settings;
      const trigger = engine.getStatus?.()?.threshold_tokens ?? threshold * deps.runtime.active.contextLength;
      const tokens = contextTokens(turn, deps);
      if (!enabled || turn.history.length < fewest || tokens <= trigger * targetRatio) return { kind: "nothing" };
      if (blockedBy(undefined, tokens, deps) !== null) return { kind: "nothing" };
      return this.#answerTo(await this.#run({ trigger: "idle" }, turn, deps), turn);
    });
  }

  /** Nobody else may be in the middle of a turn: half of an exchange cannot be summed up. */
  async #alone<T>(work: (stop: AbortController) => Promise<T>): Promise<T | Busy> {
    const { conversation, deps } = this.#parts;
    const holder = deps.store.leases.holder(turnResource(conversation().id));
    if (this.#running !== null || holder !== null) return { kind: "busy", holder };
    const stop = new AbortController();
    const done = work(stop);
    this.#running = { stop, done: done.catch(() => undefined) }; // whoever asked for it sees how it ends
    try {
      return await done;
    } finally {
      this.#running = null;
    }
  }

  async #begin(emit: Emit, signal: AbortSignal): Promise<Begun> {
    const { conversation, turnDeps } = this.#parts;
    const before = conversation().history();
    conversation().catchUp();
    const deps = turnDeps(emit);
    if (conversation().history() !== before) deps.ledger.drop();
    const turn = makeUpkeepTurn(conversation(), deps, signal);
    await deps.context.summaries.during(turn, deps, () => selectContext(turn, deps)); // how long it is, is what is sent
    return { turn, deps };
  }

  async #run(wish: CompressionWish, turn: TurnState, deps: TurnDeps): Promise<RoundEnd> {
    const { conversation } = this.#parts;
    const end = await compressNow(wish, turn, deps);
    bookAsides(turn, deps);
    if (isDone(end.outcome)) conversation().keep(turn.sessionId, turn.history);
    await this.#parts.deps.store.sessions.addCosts(turn.sessionId, turn.sideCosts.all()).catch((error: unknown) => {
      this.#parts.deps.log("warning", "compression.unbooked", { error: String(error) });
    });
    return end;
  }

  #answerTo({ outcome, record }: RoundEnd, { sessionId }: TurnState): CompressionAnswer {
    if (isDone(outcome)) return { kind: "compressed", record, sessionId };
    switch (outcome) {
      case "locked":
        return { kind: "busy", holder: this.#parts.host.holder() };
      case "cancelled":
        return { kind: "cancelled", record };
      case "failed":
      case "would_grow":
        return { kind: "failed", record };
      default:
        return { kind: "unchanged", record };
    }
  }

  #preview(options: CompressionOptions, turn: TurnState, deps: TurnDeps): Promise<CompressionAnswer> {
    const { engine } = deps.context;
    const { here = null } = options;
    const request: CompressionRequest = {
      messages: turn.history,
      system: turn.system,
      tools: deps.toolbox.schemas,
      currentTokens: contextTokens(turn, deps),
      trigger: "manual",
      force: true,
      focusTopic: options.topic ?? null,
      ...(here === null ? {} : { keepExchanges: here }),
      memoryContext: "",
      signal: turn.signal,
    };
    return deps.context.summaries.during(turn, deps, async () => {
      if (engine.preview === undefined) return { kind: "no-preview", engine: engine.name };
      const preview = engine.preview(request);
      if (preview === null) return { kind: "nothing" };
      const { active } = deps.runtime;
      const priceUsd = priceOf(preview, request.currentTokens, active, this.#parts.settings.routeFor(active).runtime);
      return { kind: "preview", preview, priceUsd };
    });
  }
}

type Begun = { readonly turn: TurnState; readonly deps: TurnDeps };

type Busy = { readonly kind: "busy"; readonly holder: string | null };

const silent: Emit = () => undefined;

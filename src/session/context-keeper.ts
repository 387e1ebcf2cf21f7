import { withPatience } from "../agent/guarded-hook.ts";
import type { ContextHost } from "../agent/context-host.ts";
import type { TurnDeps, TurnState } from "../agent/turn-state.ts";
import type { EngineFailed } from "../context/engines/guarded-engine.ts";
import type { CacheTtl } from "../domain/cache.ts";
import type { Emit } from "../domain/event.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Fence } from "../domain/turn-journal.ts";
import { createBeforeCompression } from "./before-compression.ts";
import { createCacheWarmth, type CacheWarmth } from "./cache-warmth.ts";
import type { CompressionAnswer, UndoAnswer } from "./compression-answer.ts";
import { createContextHost } from "./context-host.ts";
import { CompressionNotes } from "./compression-notes.ts";
import type { Conversation } from "./conversation.ts";
import { createEngineMemory } from "./engine-memory.ts";
import { IdleKeeper } from "./idle-keeper.ts";
import type { SessionDeps } from "./session-deps.ts";
import { SummaryDesk } from "./summary-desk.ts";
import { TurnObserver } from "./turn-observer.ts";
import type { CompressionOptions } from "./compression-options.ts";
import { Upkeep } from "./upkeep.ts";

type Link = {
  readonly conversation: () => Conversation; // the session may begin anew before its first turn
  readonly runtime: () => Runtime;
  readonly turnDeps: (emit: Emit) => TurnDeps;
  readonly failed: EngineFailed;
  /** The history was replaced by a shorter one. */
  readonly compacted: () => void;
  /** What was left out came back. */
  readonly restored: () => void;
};

/** Everything a session does about the length of its conversation: within turns, between them and when nobody is there. */
export class ContextKeeper {
  readonly host: ContextHost;
  readonly #deps: SessionDeps;
  readonly #link: Link;
  readonly #desk: SummaryDesk;
  readonly #warmth: CacheWarmth;
  readonly #upkeep: Upkeep;
  readonly #idle: IdleKeeper;
  readonly #observer: TurnObserver;
  readonly #notes: CompressionNotes;
  #fence: Fence | null = null; // of the turn that runs
  #begun = false;

  constructor(deps: SessionDeps, link: Link) {
    const { store, clock, log, compression, cache, resume } = deps;
    this.#deps = deps;
    this.#link = link;
    const ttl = (): CacheTtl => link.conversation().cache.plan().ttl; // pauses may have made it longer
    this.#notes = new CompressionNotes(store.sessions, log);
    const lastUsed = resume?.cache_tail?.last_used_at ?? null;
    this.#warmth = createCacheWarmth(clock, ttl, lastUsed === null ? null : lastUsed * 1_000);
    this.#desk = new SummaryDesk({ ...compression, warmth: this.#warmth });
    const conversationId = (): string => link.conversation().id;
    const memory = createEngineMemory(conversationId, store.sessions, log);
    this.host = createContextHost(link.conversation, compression, {
      leases: store.leases,
      clock,
      log,
      cache,
      memory,
      summaries: this.#desk,
      warmth: this.#warmth,
      count: resume?.compression_count ?? 0,
      failed: link.failed,
      viewChanged: (sessionId) => {
        deps.forgetShown();
        return store.sessions.countCompression(sessionId);
      },
      beforeCompression: createBeforeCompression(deps),
      compacted: (from, to) => {
        deps.forgetShown();
        deps.outsideMemory?.switchSession(to, { parentId: from, reset: false, rewound: false });
        link.compacted();
      },
    });
    this.#observer = new TurnObserver(this.host, log);
    const nodes = store.nodes(conversationId(), this.host.engine.name, () => this.#observer.fence ?? this.#fence);
    const sessionId = (): string => link.conversation().sessionId;
    compression.seat.take({
      summariser: this.#desk,
      memory,
      nodes,
      messages: store.messages(conversationId()),
      report: (record) => this.#desk.report(record),
      cacheIsWarm: () => this.#warmth.isWarm(),
      sessionId,
      rowOf: (message) => link.conversation().rowOf(message),
    });
    this.#upkeep = new Upkeep({ ...link, deps, settings: compression, host: this.host, desk: this.#desk });
    this.#idle = new IdleKeeper({
      afterMs: compression.idleAfterMs,
      clock,
      log,
      cacheRestMs: () => (this.#readsOwnCache() ? this.#warmth.restMs() : 0),
      compress: () => this.#upkeep.idle(),
    });
  }

  /** Nothing else works on the conversation from here on. What happened meanwhile is told. */
  async beforeTurn(fence: Fence | null, emit: Emit): Promise<void> {
    await this.rest();
    this.#fence = fence;
    for (const text of this.#idle.takeNotices()) emit({ type: "notice.given", level: "info", text });
    if (this.#begun) return;
    this.#begun = true;
    const { engine } = this.host;
    engine.updateModel?.(this.#link.runtime());
    const boundaryReason = this.#deps.resume === null ? "start" : "resume";
    await engine.onSessionStart?.(this.#link.conversation().sessionId, { boundaryReason, oldSessionId: null });
  }

  /** Side work ends, and what is being compressed is finished first. */
  async rest(): Promise<void> {
    await this.#observer.end();
    await this.#idle.end();
    await this.#upkeep.settled();
  }

  readonly during: SummaryDesk["during"] = (turn, deps, work) => this.#desk.during(turn, deps, work);

  async afterTurn(turn: TurnState, deps: TurnDeps): Promise<void> {
    this.#fence = null;
    await this.host.memory.flush();
    await this.#notes.write();
    this.#observer.begin(turn, deps, turn.usage);
    this.#idle.begin();
  }

  /** What is told passes by here, so that every attempt is on record. */
  noting(emit: Emit): Emit {
    return this.#notes.hearing(emit);
  }

  compress(options: CompressionOptions = {}): Promise<CompressionAnswer> {
    return this.#upkeep.compress(options);
  }

  undo(): Promise<UndoAnswer> {
    return this.#upkeep.undo();
  }

  hygiene(emit?: Emit): Promise<CompressionAnswer> {
    return this.#upkeep.hygiene(emit);
  }

  /** The person's hard stop. False: nothing was being compressed. */
  stop(): boolean {
    return this.#upkeep.stop();
  }

  async close(): Promise<void> {
    this.stop();
    await this.rest();
    await this.#notes.write();
    const { engine } = this.host;
    const conversation = this.#link.conversation();
    const { onSessionEnd } = engine;
    if (!this.#begun || onSessionEnd === undefined) return;
    const bye = async (): Promise<void> => onSessionEnd(conversation.sessionId, conversation.history());
    await withPatience(this.#deps.clock, (late) => Promise.race([bye(), late()]));
  }

  #readsOwnCache(): boolean {
    const { setting, routeFor } = this.#deps.compression;
    if (setting !== "auto") return setting === "same_prefix";
    return !routeFor(this.#link.runtime()).named && this.#warmth.isWarm();
  }
}

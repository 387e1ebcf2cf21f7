import { endingOf, type Ending } from "../agent/ending.ts";
import { refuseTurn } from "../agent/finish-turn.ts";
import { runTurn } from "../agent/loop.ts";
import { saveOrKeep } from "../agent/remember.ts";
import type { ContextHost, KeptRow, SessionRuntime, TurnDeps } from "../agent/turn-state.ts";
import { adoptRuntime } from "../agent/switch-runtime.ts";
import { createLedger } from "../context/ledger.ts";
import type { AgentEvent, Emit, SessionInfo } from "../domain/event.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnResult } from "../domain/turn.ts";
import { PersistenceError } from "../domain/turn-journal.ts";
import { addUsage, noUsage } from "../domain/usage.ts";
import type { Lease } from "../store/store.ts";
import { createContextHost, withLearnedSize } from "./context-host.ts";
import { Conversation } from "./conversation.ts";
import { EventBuffer } from "./event-buffer.ts";
import { makeTurn, type MadeTurn, type TurnInput } from "./make-turn.ts";
import { readyRuntime } from "./ready-runtime.ts";
import type { SessionDeps } from "./session-deps.ts";
import { SteerQueue } from "./steer-queue.ts";
import { claimTurn } from "./turn-claim.ts";

export type RunningTurn = {
  /** Buffered: a late reader misses nothing, and leaving the iteration does not stop the turn. */
  readonly events: AsyncIterable<AgentEvent>;
  readonly result: Promise<TurnResult>;
};

export class TurnRunningError extends Error {
  constructor() {
    super("A turn is already running in this session");
    this.name = "TurnRunningError";
  }
}

/** A conversation that stays alive between turns. One turn at a time; a second one is refused. */
export class Session {
  readonly #deps: SessionDeps;
  readonly #conversation: Conversation;
  readonly #ledger = createLedger();
  readonly #kept: KeptRow[] = [];
  readonly #runtime: SessionRuntime;
  readonly #context: ContextHost;
  readonly #steer = new SteerQueue();
  #usage = noUsage;
  #turn: { readonly stop: AbortController; readonly result: Promise<TurnResult> } | null = null;
  #closed: Promise<void> | null = null;
  #interrupt: { readonly message: string | null } | null = null;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    const active = withLearnedSize(deps.runtime, deps.compression.learned);
    this.#runtime = { active, recoveries: new Map(), staleStreak: 0, encryptedReplayDisabled: false };
    this.#conversation = new Conversation(deps, () => this.#runtime.active);
    this.#context = createContextHost(this.#conversation.id, deps.compression, {
      leases: deps.store.leases,
      log: deps.log,
    });
  }

  get info(): SessionInfo {
    return this.#conversation.info;
  }

  get isInterrupted(): boolean {
    return this.#interrupt !== null;
  }

  send(input: TurnInput): RunningTurn {
    if (this.#turn !== null) throw new TurnRunningError();
    const events = new EventBuffer();
    const stop = new AbortController();
    if (this.#interrupt !== null) stop.abort();
    const result = this.#run(input, (event) => events.push(event), stop).finally(() => {
      this.#turn = null;
      this.#interrupt = null;
      events.close();
    });
    this.#turn = { stop, result };
    return { events, result };
  }

  /** Stops the running turn, or the next one before its first request. Nothing of a running answer is kept. */
  interrupt(message: string | null = null): void {
    this.#interrupt = { message };
    this.#turn?.stop.abort();
  }

  clearInterrupt(): void {
    this.#interrupt = null;
  }

  /** Another model from the next turn on. The stored prompt and history stay; what belongs to the runtime is the new one's. */
  async switchRuntime(next: Runtime): Promise<void> {
    if (this.#turn !== null) throw new TurnRunningError();
    const { keys, fallback } = this.#deps.detours;
    const ready = (await keys.attach(next, new AbortController().signal)) ?? next;
    fallback.replacePrimary(ready);
    adoptRuntime(
      ready,
      this.#turnDeps(() => undefined, null),
    );
  }

  /** Text for the running turn, delivered with the next tool results. False: there was nothing to say. */
  steer(text: string): boolean {
    return this.#steer.add(text);
  }

  async close(): Promise<void> {
    if (this.#turn !== null) {
      this.interrupt();
      await this.#turn.result.catch(() => undefined); // whoever sent the turn has its failure
    }
    this.#deps.detours.keys[Symbol.dispose]();
    this.#closed ??= this.#deps.close();
    await this.#closed;
  }

  async #run(input: TurnInput, emit: Emit, stop: AbortController): Promise<TurnResult> {
    emit({ type: "session.started", info: this.info });
    const { store, clock, log } = this.#deps;
    await using claim = await claimTurn(this.#conversation.id, { leases: store.leases, clock, log, emit }, stop);
    if (claim.waited) this.#conversation.forget();
    const deps = this.#turnDeps(emit, claim.lease);
    const { turn, question, unreadable } = this.#makeTurn(input, deps, stop.signal);
    const refusal = claim.refused ?? unreadable;
    if (refusal !== null) return this.#report(refuseTurn(turn, deps, refusal), emit);
    await readyRuntime(deps, stop.signal);
    await saveOrKeep(question, turn, deps);
    const result = await runTurn(turn, deps);
    await this.#conversation.afterTurn(result);
    return this.#report(result, emit);
  }

  /** What cannot be read cannot be gone on with: such a turn is refused, and the next one reads again. */
  #makeTurn(input: TurnInput, deps: TurnDeps, signal: AbortSignal): MadeTurn & { readonly unreadable: Ending | null } {
    try {
      return { ...makeTurn(input, this.#conversation, deps, signal), unreadable: null };
    } catch (error) {
      if (!(error instanceof PersistenceError)) throw error;
      const made = makeTurn({ ...input, history: [] }, this.#conversation, deps, signal);
      return { ...made, unreadable: endingOf(error, made.turn) };
    }
  }

  #turnDeps(emit: Emit, lease: Lease | null): TurnDeps {
    const { model, toolbox, detours, clock, rng, log, limits, reasoning, maxTokens, overrides } = this.#deps;
    return {
      model,
      runtime: this.#runtime,
      toolbox,
      detours,
      context: this.#context,
      clock,
      rng,
      log,
      limits,
      reasoning,
      maxTokens,
      overrides,
      emit,
      journal: this.#conversation.journal(lease),
      ledger: this.#ledger,
      cache: this.#conversation.cache,
      kept: this.#kept,
      takeSteer: () => this.#steer.take(),
    };
  }

  /** Token counts are the session's running totals, and what was said with the interrupt is known only here. */
  #report(result: TurnResult, emit: Emit): TurnResult {
    this.#usage = addUsage(this.#usage, result);
    const interrupt_message = result.interrupted ? (this.#interrupt?.message ?? null) : null;
    const reported: TurnResult = { ...result, ...this.#usage, interrupt_message };
    emit({ type: "turn.finished", result: reported });
    return reported;
  }
}

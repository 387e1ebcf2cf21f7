import { refuseTurn } from "../agent/finish-turn.ts";
import { runTurn } from "../agent/loop.ts";
import { saveOrKeep } from "../agent/remember.ts";
import type { ContextHost, KeptRow, SessionRuntime, TurnDeps } from "../agent/turn-state.ts";
import { createLedger } from "../context/ledger.ts";
import type { DirectoryHints } from "../domain/directory-hints.ts";
import type { AgentEvent, Emit, SessionInfo } from "../domain/event.ts";
import type { TurnResult } from "../domain/turn.ts";
import { addUsage, noUsage } from "../domain/usage.ts";
import { createHintTracker } from "../prompt/hints/hint-tracker.ts";
import type { Lease } from "../store/store.ts";
import { createContextHost, withLearnedSize } from "./context-host.ts";
import { Conversation } from "./conversation.ts";
import { EventBuffer } from "./event-buffer.ts";
import { makeTurn, type TurnInput } from "./make-turn.ts";
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
  readonly #hints: DirectoryHints;
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
    this.#hints = createHintTracker({
      cwd: deps.place.cwd,
      userHome: deps.place.userHome,
      hermesHome: deps.place.home,
      known: this.#conversation.contextDigests,
      clock: deps.clock,
      log: deps.log,
    });
    this.#context = createContextHost(this.#conversation.id, deps.compression, deps.store.leases);
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
    for (const text of this.#conversation.takeWarnings()) emit({ type: "notice.given", level: "warning", text });
    const { store, clock, log } = this.#deps;
    await using claim = await claimTurn(this.#conversation.id, { leases: store.leases, clock, log, emit }, stop);
    if (claim.waited) this.#conversation.forget();
    const deps = this.#turnDeps(emit, claim.lease);
    const { turn, question } = makeTurn(input, this.#conversation, deps, stop.signal);
    if (claim.refused !== null) return this.#report(refuseTurn(turn, deps, claim.refused), emit);
    this.#hints.follow(turn.history);
    await readyRuntime(deps, stop.signal);
    await saveOrKeep(question, turn, deps);
    const result = await runTurn(turn, deps);
    await this.#conversation.afterTurn(result);
    return this.#report(result, emit);
  }

  #turnDeps(emit: Emit, lease: Lease | null): TurnDeps {
    const { model, toolbox, detours, clock, rng, log, limits, reasoning, maxTokens, overrides } = this.#deps;
    return {
      model,
      runtime: this.#runtime,
      toolbox,
      detours,
      context: this.#context,
      hints: this.#hints,
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

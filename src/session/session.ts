import { endingOf } from "../agent/ending.ts";
import { refuseTurn } from "../agent/finish-turn.ts";
import { runTurn } from "../agent/loop.ts";
import { noteMishap } from "../agent/mishaps.ts";
import { saveOrKeep } from "../agent/remember.ts";
import { newSessionRuntime } from "../agent/session-runtime.ts";
import { adoptRuntime } from "../agent/switch-runtime.ts";
import { tellStart } from "../agent/turn-hooks.ts";
import type { KeptRow, Mishaps, SessionRuntime, TurnDeps } from "../agent/turn-state.ts";
import { createLedger, type ContextLedger } from "../context/ledger.ts";
import type { ApprovalSession } from "../domain/approval.ts";
import type { DirectoryHints } from "../domain/directory-hints.ts";
import type { Emit, SessionInfo } from "../domain/event.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnResult } from "../domain/turn.ts";
import { PersistenceError } from "../domain/turn-journal.ts";
import { addUsage, noUsage } from "../domain/usage.ts";
import type { Lease } from "../store/store.ts";
import type { Invocation } from "../text/skill-invocation.ts";
import type { CompressionAnswer, UndoAnswer } from "./compression-answer.ts";
import { withLearnedSize } from "./context-host.ts";
import { ContextKeeper } from "./context-keeper.ts";
import { contextGatherer, type ContextOf } from "./context-of.ts";
import { contextUse, type ContextUse } from "./context-use.ts";
import { Conversation } from "./conversation.ts";
import { EventBuffer } from "./event-buffer.ts";
import { followReferences } from "./follow-references.ts";
import { hintsFor } from "./hints-for.ts";
import { LateToolsKeeper } from "./late-tools.ts";
import { makeTurn } from "./make-turn.ts";
import { NoticeKeeper } from "./notice-keeper.ts";
import { notePause } from "./note-pause.ts";
import type { Prefix } from "./prefix-size.ts";
import { readyRuntime } from "./ready-runtime.ts";
import { ReviewKeeper } from "./review-keeper.ts";
import { segmentsOf } from "./segments.ts";
import { sessionCost, type SessionCost } from "./session-cost.ts";
import type { SessionDeps } from "./session-deps.ts";
import { SkillCalls } from "./skill-calls.ts";
import { SteerQueue } from "./steer-queue.ts";
import type { CompressionOptions } from "./upkeep.ts";
import { claimTurn, type Claim } from "./turn-claim.ts";
import { TaskReminder } from "./task-reminder.ts";
import { endMemory, tellMemory } from "./tell-memory.ts";
import { TurnRunningError, type RunningTurn, type TurnInput } from "./turn-input.ts";

/** A conversation that stays alive between turns. One turn at a time; a second one is refused. */
export class Session {
  readonly #deps: SessionDeps;
  readonly #contextOf: ContextOf;
  #conversation: Conversation;
  readonly #ledger: ContextLedger;
  readonly #kept: KeptRow[] = [];
  readonly #runtime: SessionRuntime;
  readonly #context: ContextKeeper;
  readonly #reminder: TaskReminder;
  readonly #mishaps: Mishaps = { count: 0, last: "" };
  readonly #hints: DirectoryHints;
  readonly #reviews: ReviewKeeper;
  readonly #steer = new SteerQueue();
  readonly #notices: NoticeKeeper;
  readonly #skills: SkillCalls;
  readonly #lateTools: LateToolsKeeper;
  #isNew: boolean;
  #wasUsed = false;
  #usage = noUsage;
  #token: number | null = null; // of the last turn's lease
  #turn: { readonly stop: AbortController; readonly result: Promise<TurnResult> } | null = null;
  #closed: Promise<void> | null = null;
  #interrupt: { readonly message: string | null } | null = null;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#ledger = createLedger(deps.calibration);
    this.#isNew = deps.resume === null;
    this.#reminder = new TaskReminder(deps);
    this.#skills = new SkillCalls(deps.skills, deps.preloadedSkills);
    this.#reviews = new ReviewKeeper(deps);
    this.#notices = new NoticeKeeper(deps, () => this.#turn === null);
    const active = withLearnedSize(deps.runtime, deps.compression.learned);
    this.#runtime = newSessionRuntime(active, deps.purse);
    this.#contextOf = contextGatherer(deps);
    this.#lateTools = new LateToolsKeeper({
      tools: deps.lateTools,
      changed: () => this.#conversation.retool(),
      lost: () => (deps.resume === null && !this.#wasUsed ? null : this.context.tokens),
    });
    this.#conversation = new Conversation(deps, () => this.#runtime.active);
    this.#hints = hintsFor(deps, this.#conversation.contextDigests);
    this.#context = new ContextKeeper(deps, {
      conversation: () => this.#conversation,
      runtime: () => this.#runtime.active,
      turnDeps: (emit) => this.#turnDeps(emit, null),
      failed: (method, error) => {
        deps.log("error", "engine.failed", { method, error: String(error) });
        noteMishap(this.#mishaps, error);
      },
      compacted: () => this.#reminder.compacted(),
      restored: () => {
        this.#ledger.drop();
        this.#deps.tasks?.forget();
      },
    });
  }

  get info(): SessionInfo {
    return this.#conversation.info;
  }

  /** What every request begins with, whatever is asked. */
  get prefix(): Prefix {
    return this.#conversation.prefix;
  }

  /** The permissions in force, to be read and switched at any moment. */
  get approvals(): ApprovalSession {
    return this.#deps.approvals;
  }

  get cost(): SessionCost {
    return sessionCost(this.#runtime.purse.spentUsd, this.#conversation.cache.watch.spending());
  }

  /** How full the context is, by the ledger that compression goes by, and with what. */
  get context(): ContextUse {
    return contextUse(this.#conversation, this.#quietDeps);
  }

  get isInterrupted(): boolean {
    return this.#interrupt !== null;
  }

  send(input: TurnInput): RunningTurn {
    if (this.#turn !== null) throw new TurnRunningError();
    this.#takeSystemMessage(input);
    const events = new EventBuffer();
    const stop = new AbortController();
    if (this.#interrupt !== null) stop.abort();
    const emit: Emit = (event) => {
      events.push(event);
      this.#deps.onEvent?.(event);
    };
    const result = this.#run(input, emit, stop).finally(() => {
      this.#turn = null;
      this.#interrupt = null;
      events.close();
      this.#notices.tell();
    });
    this.#turn = { stop, result };
    return { events, result };
  }

  /** The prompt is built anew with the caller's text as long as nothing was sent with the old one. */
  #takeSystemMessage({ systemMessage }: TurnInput): void {
    const isUsed = this.#deps.resume !== null || this.#wasUsed;
    this.#wasUsed = true;
    if (systemMessage === undefined || isUsed) return;
    const deps = { ...this.#deps, systemMessage, sessionId: this.#conversation.sessionId };
    this.#conversation = new Conversation(deps, () => this.#runtime.active);
  }

  /** What to send for `/skill-name do this`, where the surface has no command of its own by that name. */
  invokeSkills(text: string, builtIn: ReadonlySet<string>, signal: AbortSignal): Promise<Invocation> {
    return this.#skills.invoke(text, { builtIn, sessionId: this.#conversation.sessionId, signal });
  }

  /** Stops the running turn, or the next one before its first request. Nothing of a running answer is kept. */
  interrupt(message: string | null = null): void {
    const wasBusy = this.#context.stop();
    if (wasBusy && this.#turn === null) return; // that was what was to be stopped
    this.#interrupt = { message };
    this.#turn?.stop.abort();
  }

  /** A shorter history, now: between turns, under the same rules as one in a turn. */
  async compress(options: CompressionOptions = {}): Promise<CompressionAnswer> {
    return this.#turn === null ? this.#context.compress(options) : { kind: "busy", holder: null };
  }

  /** What the last compression left out comes back. */
  async undoCompression(): Promise<UndoAnswer> {
    return this.#turn === null ? this.#context.undo() : { kind: "busy", holder: null };
  }

  /** Before a turn, where much may have gathered: a gateway calls it. It never takes long without progress. */
  async hygiene(emit?: Emit): Promise<CompressionAnswer> {
    return this.#turn === null ? this.#context.hygiene(emit) : { kind: "busy", holder: null };
  }

  clearInterrupt(): void {
    this.#interrupt = null;
  }

  /** Words behind the cached prompt, from the next turn on: a personality, a note. They are stored nowhere. */
  setEphemeralPrompt(text: string | null): void {
    this.#conversation.setEphemeralPrompt(text);
  }

  /** Another model from the next turn on. History stays, and of the prompt all but the layers that speak of the model. */
  async switchRuntime(next: Runtime): Promise<void> {
    if (this.#turn !== null) throw new TurnRunningError();
    const { keys, fallback } = this.#deps.detours;
    const ready = (await keys.attach(next, new AbortController().signal)) ?? next;
    fallback.replacePrimary(ready);
    this.#conversation.switchModel(ready);
    adoptRuntime(ready, this.#quietDeps);
  }

  /** Looks again for tools from outside. True: the list has changed, and the next turn says what that costs. */
  async reloadTools(signal: AbortSignal): Promise<boolean> {
    if (this.#turn !== null) throw new TurnRunningError();
    return this.#lateTools.reload(signal);
  }

  /** Text for the running turn, delivered with the next tool results. False: there was nothing to say. */
  steer(text: string): boolean {
    return this.#steer.add(text);
  }

  /** Calls when background processes have news and no turn runs. Whoever hears it may send what `takeNotice` gives. */
  onNotice(listener: () => void): () => void {
    return this.#notices.on(listener);
  }

  /** The news as a question for the next turn, once. Null: there is none any more, or a turn runs and will take it. */
  takeNotice(): TurnInput | null {
    return this.#notices.take();
  }

  /** The answer to a question that was asked; null: there will be none. False: no such question is open. */
  answer(questionId: string, choice: string | null): boolean {
    return this.#deps.questions.answer(questionId, choice);
  }

  async close(): Promise<void> {
    if (this.#turn !== null) {
      this.interrupt();
      await this.#turn.result.catch(() => undefined); // whoever sent the turn has its failure
    }
    await this.#reviews.cancel(new AbortController().signal);
    if (this.#closed === null) endMemory(this.#deps, () => this.#conversation.history());
    await this.#context.close();
    this.#deps.detours.keys[Symbol.dispose]();
    this.#closed ??= this.#deps.close();
    await this.#closed;
  }

  async #run(input: TurnInput, emit: Emit, stop: AbortController): Promise<TurnResult> {
    await this.#lateTools.beforeTurn(emit, stop.signal);
    emit({ type: "session.started", info: this.info });
    await this.#reviews.cancel(stop.signal);
    await this.#context.rest();
    for (const text of this.#conversation.takeWarnings()) emit({ type: "notice.given", level: "warning", text });
    this.#tellNotices(emit);
    const { store, clock, log } = this.#deps;
    await using claim = await claimTurn(this.#conversation.id, { leases: store.leases, clock, log, emit }, stop);
    const unreadable = this.#unreadable(claim, input);
    const deps = this.#turnDeps(emit, claim.lease);
    const isRefused = (claim.refused ?? unreadable) !== null;
    const context = isRefused ? null : await this.#contextOf(input, this.#around(stop.signal));
    const follow = { ...this.#deps, runtime: this.#runtime.active, emit, signal: stop.signal };
    const followed = isRefused ? input : await followReferences(input, follow);
    const read = unreadable === null ? followed : { ...input, history: [] };
    this.#reminder.startTurn();
    const asked = { ...read, context, reminder: this.#reminder.text };
    const { turn, question } = makeTurn(asked, this.#conversation, deps, stop.signal);
    const { history, sessionId } = turn;
    this.#deps.tasks?.recallFrom(() => segmentsOf(history, sessionId, store.sessions));
    const refusal = claim.refused ?? (unreadable === null ? null : endingOf(unreadable, turn));
    if (refusal !== null) return this.#report(refuseTurn(turn, deps, refusal), emit);
    this.#hints.follow(turn.history);
    await this.#context.beforeTurn(claim.lease, emit);
    await readyRuntime(deps, stop.signal);
    if (this.#isNew) await tellStart(turn, deps);
    this.#isNew = false;
    await saveOrKeep(question, turn, deps);
    notePause(this.#conversation.cache, turn, deps);
    const result = await this.#context.during(turn, deps, () => runTurn(turn, deps));
    if (this.#deps.replaysRecall) this.#reminder.keepSent(turn);
    tellMemory(this.#deps.outsideMemory, question, result);
    await this.#reviews.afterTurn(turn, deps, result);
    await this.#conversation.afterTurn(result);
    await this.#context.afterTurn(turn, deps);
    return this.#report(result, emit);
  }

  #around(signal: AbortSignal) {
    const { sessionId } = this.#conversation;
    return { sessionId, model: this.#runtime.active.model, history: () => this.#conversation.history(), signal };
  }

  /** For what happens between turns and is told to nobody. */
  get #quietDeps(): TurnDeps {
    return this.#turnDeps(() => undefined, null);
  }

  /** What cannot be read cannot be gone on with: such a turn is refused, and the next one reads again. */
  #unreadable(claim: Claim, { history }: TurnInput): PersistenceError | null {
    try {
      this.#catchUp(claim);
      if (history === undefined) this.#conversation.history();
      return null;
    } catch (error) {
      if (error instanceof PersistenceError) return error;
      throw error;
    }
  }

  /** Others may have worked on the conversation: while we waited, or between our turns, which the token tells. */
  #catchUp({ lease, waited }: Claim): void {
    const before = this.#token;
    this.#token = lease?.token ?? null;
    if (waited || (lease !== null && before !== null && lease.token > before + 1)) {
      this.#conversation.forget();
      this.#deps.tasks?.forget();
    }
    if (lease !== null && this.#conversation.follow()) this.#ledger.drop();
  }

  #turnDeps(emit: Emit, lease: Lease | null): TurnDeps {
    return {
      ...this.#deps,
      runtime: this.#runtime,
      context: this.#context.host,
      hints: this.#hints,
      emit: this.#context.noting(emit),
      journal: this.#conversation.journal(lease),
      ledger: this.#ledger,
      cache: this.#conversation.cache,
      kept: this.#kept,
      asSentBefore: this.#reminder.inPlace,
      mishaps: this.#mishaps,
      takeSteer: () => this.#steer.take(),
      takeNotices: () => this.#deps.notices.take(),
    };
  }

  /** Before the turn what is known by then, at its end what came up in it. */
  #tellNotices(emit: Emit): void {
    for (const text of this.#deps.takeNotices?.() ?? []) emit({ type: "notice.given", level: "warning", text });
  }

  /** Token counts are the session's running totals, and what was said with the interrupt is known only here. */
  #report(result: TurnResult, emit: Emit): TurnResult {
    this.#tellNotices(emit);
    this.#usage = addUsage(this.#usage, result);
    const interrupt_message = result.interrupted ? (this.#interrupt?.message ?? null) : null;
    const reported: TurnResult = { ...result, ...this.#usage, interrupt_message };
    emit({ type: "turn.finished", result: reported });
    return reported;
  }
}

import { endingOf } from "../agent/ending.ts";
import { refuseTurn } from "../agent/finish-turn.ts";
import { runTurn } from "../agent/loop.ts";
import { noteMishap } from "../agent/mishaps.ts";
import { saveOrKeep } from "../agent/remember.ts";
import { newSessionRuntime } from "../agent/session-runtime.ts";
import { adoptRuntime } from "../agent/switch-runtime.ts";
import { tellStart } from "../agent/turn-hooks.ts";
import type { ContextHost, KeptRow, TurnState, Mishaps, SessionRuntime, TurnDeps } from "../agent/turn-state.ts";
import { createLedger, type ContextLedger } from "../context/ledger.ts";
import type { DirectoryHints } from "../domain/directory-hints.ts";
import type { Emit, SessionInfo } from "../domain/event.ts";
import { textOf } from "../domain/message.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnResult } from "../domain/turn.ts";
import { PersistenceError } from "../domain/turn-journal.ts";
import { addUsage, noUsage } from "../domain/usage.ts";
import { createHintTracker } from "../prompt/hints/hint-tracker.ts";
import type { Lease } from "../store/store.ts";
import { type Invocation, ownWords } from "../text/skill-invocation.ts";
import { createBeforeCompression } from "./before-compression.ts";
import { cleanInput } from "./clean-input.ts";
import { createContextHost, withLearnedSize } from "./context-host.ts";
import { Conversation } from "./conversation.ts";
import { EventBuffer } from "./event-buffer.ts";
import { followReferences } from "./follow-references.ts";
import { makeTurn } from "./make-turn.ts";
import { notePause } from "./note-pause.ts";
import type { Prefix } from "./prefix-size.ts";
import { readyRuntime } from "./ready-runtime.ts";
import { SentQuestions } from "./sent-questions.ts";
import { ReviewKeeper } from "./review-keeper.ts";
import { segmentsOf } from "./segments.ts";
import { sessionCost, type SessionCost } from "./session-cost.ts";
import type { SessionDeps } from "./session-deps.ts";
import { SkillCalls } from "./skill-calls.ts";
import { SteerQueue } from "./steer-queue.ts";
import { claimTurn, type Claim } from "./turn-claim.ts";
import { endMemory, tellMemory } from "./tell-memory.ts";
import { createTurnContext, type TurnContext } from "./turn-context.ts";
import { TurnRunningError, type RunningTurn, type TurnInput } from "./turn-input.ts";

/** A conversation that stays alive between turns. One turn at a time; a second one is refused. */
export class Session {
  readonly #deps: SessionDeps;
  readonly #turnContext: TurnContext;
  #conversation: Conversation;
  readonly #ledger: ContextLedger;
  readonly #kept: KeptRow[] = [];
  readonly #runtime: SessionRuntime;
  readonly #context: ContextHost;
  readonly #sent = new SentQuestions();
  readonly #mishaps: Mishaps = { count: 0, last: "" };
  #reminder: string | null = null; // goes along with the question since a compression in this turn
  readonly #hints: DirectoryHints;
  readonly #reviews: ReviewKeeper;
  readonly #steer = new SteerQueue();
  readonly #skills: SkillCalls;
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
    this.#skills = new SkillCalls(deps.skills, deps.preloadedSkills);
    this.#reviews = new ReviewKeeper(deps);
    const active = withLearnedSize(deps.runtime, deps.compression.learned);
    this.#runtime = newSessionRuntime(active, deps.purse);
    this.#turnContext = createTurnContext(deps.contextSources, deps);
    this.#conversation = new Conversation(deps, () => this.#runtime.active);
    this.#hints = createHintTracker({
      cwd: deps.place.cwd,
      userHome: deps.place.userHome,
      hermesHome: deps.place.home,
      known: this.#conversation.contextDigests,
      clock: deps.clock,
      log: deps.log,
    });
    this.#context = createContextHost(() => this.#conversation, deps.compression, {
      leases: deps.store.leases,
      log: deps.log,
      beforeCompression: createBeforeCompression(deps),
      failed: (method, error) => {
        deps.log("error", "engine.failed", { method, error: String(error) });
        noteMishap(this.#mishaps, error);
      },
      compacted: () => this.#compacted(),
    });
  }

  get info(): SessionInfo {
    return this.#conversation.info;
  }

  /** What every request begins with, whatever is asked. */
  get prefix(): Prefix {
    return this.#conversation.prefix;
  }

  get cost(): SessionCost {
    return sessionCost(this.#runtime.purse.spentUsd, this.#conversation.cache.watch.spending());
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
    const result = this.#run(input, (event) => events.push(event), stop).finally(() => {
      this.#turn = null;
      this.#interrupt = null;
      events.close();
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
    this.#interrupt = { message };
    this.#turn?.stop.abort();
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
    adoptRuntime(
      ready,
      this.#turnDeps(() => undefined, null),
    );
  }

  /** Text for the running turn, delivered with the next tool results. False: there was nothing to say. */
  steer(text: string): boolean {
    return this.#steer.add(text);
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
    this.#deps.detours.keys[Symbol.dispose]();
    this.#closed ??= this.#deps.close();
    await this.#closed;
  }

  async #run(input: TurnInput, emit: Emit, stop: AbortController): Promise<TurnResult> {
    emit({ type: "session.started", info: this.info });
    await this.#reviews.cancel(stop.signal);
    for (const text of this.#conversation.takeWarnings()) emit({ type: "notice.given", level: "warning", text });
    const { store, clock, log } = this.#deps;
    await using claim = await claimTurn(this.#conversation.id, { leases: store.leases, clock, log, emit }, stop);
    const unreadable = this.#unreadable(claim, input);
    const deps = this.#turnDeps(emit, claim.lease);
    const isRefused = (claim.refused ?? unreadable) !== null;
    const context = isRefused ? null : await this.#contextOf(input, stop.signal);
    const follow = { ...this.#deps, runtime: this.#runtime.active, emit, signal: stop.signal };
    const followed = isRefused ? input : await followReferences(input, follow);
    const read = unreadable === null ? followed : { ...input, history: [] };
    this.#reminder = null;
    const asked = { ...read, context, reminder: () => this.#reminder };
    const { turn, question } = makeTurn(asked, this.#conversation, deps, stop.signal);
    const { history, sessionId } = turn;
    this.#deps.tasks?.recallFrom(() => segmentsOf(history, sessionId, store.sessions));
    const refusal = claim.refused ?? (unreadable === null ? null : endingOf(unreadable, turn));
    if (refusal !== null) return this.#report(refuseTurn(turn, deps, refusal), emit);
    this.#hints.follow(turn.history);
    await readyRuntime(deps, stop.signal);
    if (this.#isNew) await tellStart(turn, deps);
    this.#isNew = false;
    await saveOrKeep(question, turn, deps);
    notePause(this.#conversation.cache, turn, deps);
    const result = await runTurn(turn, deps);
    if (this.#deps.replaysRecall) this.#keepSent(turn);
    tellMemory(this.#deps.outsideMemory, question, result);
    await this.#reviews.afterTurn(turn, deps, result);
    await this.#conversation.afterTurn(result);
    return this.#report(result, emit);
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

  async #contextOf({ content, history, stored }: TurnInput, signal: AbortSignal): Promise<string | null> {
    if (this.#deps.contextSources.length === 0) return null;
    const earlier = history ?? this.#conversation.history();
    return this.#turnContext({
      userMessage: ownWords(textOf(cleanInput(stored?.text ?? content))) ?? "",
      sessionId: this.#conversation.sessionId,
      history: earlier,
      isFirstTurn: earlier.length === 0,
      model: this.#runtime.active.model,
      signal,
    });
  }

  #keepSent({ history, turnStart, sentAs }: TurnState): void {
    const question = history[turnStart];
    if (question === undefined) return;
    const sent = sentAs(question);
    const isReminded = this.#reminder !== null;
    this.#reminder = null;
    this.#sent.keep({ question, sent, plain: isReminded ? sentAs(question) : sent });
  }

  /** What stood in front of the question is gone, and with it what the model wrote down there to do. */
  #compacted(): void {
    this.#sent.dropReminder();
    try {
      this.#reminder = this.#deps.tasks?.reminder() ?? null;
    } catch (error) {
      this.#reminder = null;
      this.#deps.log("warning", "tasks.unreadable", { error: String(error) });
    }
  }

  #turnDeps(emit: Emit, lease: Lease | null): TurnDeps {
    return {
      ...this.#deps,
      runtime: this.#runtime,
      context: this.#context,
      hints: this.#hints,
      emit,
      journal: this.#conversation.journal(lease),
      ledger: this.#ledger,
      cache: this.#conversation.cache,
      kept: this.#kept,
      asSentBefore: this.#sent.inPlace,
      mishaps: this.#mishaps,
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

import type { ApprovalSession } from "../domain/approval.ts";
import type { ChildControl } from "../domain/child-control.ts";
import type { Emit, SessionInfo } from "../domain/event.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { Invocation } from "../text/skill-invocation.ts";
import { chooseRuntime } from "./choose-runtime.ts";
import { OneTurnRuntime } from "./one-turn-runtime.ts";
import type { CompressionAnswer, UndoAnswer } from "./compression-answer.ts";
import type { ContextUse } from "../domain/context-use.ts";
import { EventBuffer } from "./event-buffer.ts";
import type { GoalKeeper } from "./goal/goal-keeper.ts";
import { sessionGoal } from "./goal/session-goal.ts";
import type { MayChange } from "./late-tools.ts";
import type { Prefix } from "./prefix-size.ts";
import type { RewindAnswer } from "./rewind-answer.ts";
import type { RewindPlan } from "./rewind-plan.ts";
import { sessionCost, type SessionCost } from "./session-cost.ts";
import type { SessionDeps } from "./session-deps.ts";
import { SessionParts } from "./session-parts.ts";
import { endMemory } from "./tell-memory.ts";
import { TurnRunningError, type RunningTurn, type TurnInput } from "./turn-input.ts";
import { TurnRunner } from "./turn-runner.ts";
import type { CompressionOptions } from "./compression-options.ts";

/** A conversation that stays alive between turns. One turn at a time; a second one is refused. */
export class Session {
  readonly #parts: SessionParts;
  readonly #runner: TurnRunner;
  /** What turns are repeated for; whoever sends turns asks it after each. */
  readonly goal: GoalKeeper;
  readonly #once = new OneTurnRuntime((next) => this.#choose(next));
  #turn: { readonly stop: AbortController; readonly result: Promise<TurnResult> } | null = null;
  #closed: Promise<void> | null = null;
  #interrupt: { readonly message: string | null } | null = null;

  constructor(deps: SessionDeps) {
    this.#parts = new SessionParts(deps, () => this.#turn === null);
    this.#runner = new TurnRunner(this.#parts);
    this.goal = sessionGoal(this.#parts);
  }

  get info(): SessionInfo {
    return this.#parts.conversation.info;
  }

  /** What every request begins with, whatever is asked. */
  get prefix(): Prefix {
    return this.#parts.conversation.prefix;
  }

  /** The permissions in force, to be read and switched at any moment. */
  get approvals(): ApprovalSession {
    return this.#parts.deps.approvals;
  }

  get cost(): SessionCost {
    const { purse, active } = this.#parts.runtime;
    return sessionCost(purse, active.prices !== undefined, this.#parts.conversation.cache.watch);
  }

  /** How full the context is, by the ledger that compression goes by, and with what. */
  get context(): ContextUse {
    return this.#parts.contextUse;
  }

  /** The same number alone: quick to have. */
  get contextTokens(): number {
    return this.#parts.contextTokens;
  }

  get isInterrupted(): boolean {
    return this.#interrupt !== null;
  }

  send(input: TurnInput): RunningTurn {
    if (this.#turn !== null) throw new TurnRunningError();
    this.#parts.takeSystemMessage(input);
    const events = new EventBuffer();
    const stop = new AbortController();
    if (this.#interrupt !== null) stop.abort();
    const emit: Emit = (event) => {
      events.push(event);
      this.#parts.deps.onEvent?.(event);
    };
    const interruptMessage = () => this.#interrupt?.message ?? null;
    const run = this.#runner.run({ input, emit, stop, interruptMessage }).finally(() => this.#once.giveBack());
    const result = run.finally(() => {
      this.#turn = null;
      this.#interrupt = null;
      events.close();
      this.#parts.notices.tell();
    });
    this.#turn = { stop, result };
    return { events, result };
  }

  /** What to send for `/skill-name do this`, where the surface has no command of its own by that name. */
  invokeSkills(text: string, builtIn: ReadonlySet<string>, signal: AbortSignal): Promise<Invocation> {
    return this.#parts.skills.invoke(text, { builtIn, sessionId: this.#parts.conversation.sessionId, signal });
  }

  /** Stops the running turn, or the next one before its first request. Nothing of a running answer is kept. */
  interrupt(message: string | null = null): void {
    const wasBusy = this.#parts.context.stop() || this.goal.isJudging;
    this.goal.stopJudging();
    if (wasBusy && this.#turn === null) return; // that was what was to be stopped
    this.#interrupt = { message };
    this.#turn?.stop.abort();
  }

  /** A shorter history, now: between turns, under the same rules as one in a turn. */
  async compress(options: CompressionOptions = {}): Promise<CompressionAnswer> {
    return this.#turn === null ? this.#parts.context.compress(options) : { kind: "busy", holder: null };
  }

  /** What the last compression left out comes back. */
  async undoCompression(): Promise<UndoAnswer> {
    return this.#turn === null ? this.#parts.context.undo() : { kind: "busy", holder: null };
  }

  /** The last questions and what came of them are no longer part of the conversation; their rows stay. */
  async undo(turns = 1): Promise<RewindAnswer> {
    if (this.#turn !== null) return { kind: "busy", holder: null };
    await this.#parts.reviews.cancel(new AbortController().signal);
    await this.#parts.context.rest();
    return this.#runner.rewinder.undo(turns);
  }

  /** The question that `undo` would take back, or that can be sent again as `again`; further back: the first of so many. */
  lastQuestion(turns = 1): RewindPlan {
    return this.#runner.rewinder.plan(turns);
  }

  /** Before a turn, where much may have gathered: a gateway calls it. It never takes long without progress. */
  async hygiene(emit?: Emit): Promise<CompressionAnswer> {
    return this.#turn === null ? this.#parts.context.hygiene(emit) : { kind: "busy", holder: null };
  }

  clearInterrupt(): void {
    this.#interrupt = null;
  }

  /** Words behind the cached prompt, from the next turn on: a personality, a note. They are stored nowhere. */
  setEphemeralPrompt(text: string | null): void {
    this.#parts.conversation.setEphemeralPrompt(text);
  }

  /** Another model from the next turn on. History stays, and of the prompt all but the layers that speak of the model. */
  async switchRuntime(next: Runtime): Promise<void> {
    if (this.#turn !== null) throw new TurnRunningError();
    this.#once.forget();
    await this.#choose(next);
  }

  /** Another model for the next turn; when that is over the session goes on with the one it had. */
  async switchRuntimeOnce(next: Runtime): Promise<void> {
    if (this.#turn !== null) throw new TurnRunningError();
    await this.#once.lend(next, this.#parts.runtime.active);
  }

  #choose(next: Runtime): Promise<void> {
    return chooseRuntime(next, this.#parts.conversation, this.#parts.quietDeps);
  }

  /** Looks again for tools from outside. True: the list has changed, and the next turn says what that costs. */
  async reloadTools(signal: AbortSignal, mayChange?: MayChange): Promise<boolean> {
    if (this.#turn !== null) throw new TurnRunningError();
    return this.#parts.lateTools.reload(signal, mayChange);
  }

  /** `change` puts other tools into the session's list and says whether it did; the next turn says what that costs. */
  async changeTools(change: () => boolean): Promise<boolean> {
    if (this.#turn !== null) throw new TurnRunningError();
    return this.#parts.lateTools.replace(async () => change());
  }

  /** Text for the running turn, delivered with the next tool results. False: there was nothing to say. */
  steer(text: string): boolean {
    return this.#parts.steer.add(text);
  }

  /** What was said for a turn and found no place in it; taking it empties it. */
  takeSteer(): string | null {
    return this.#parts.steer.take();
  }

  /** Its children and theirs, while they are at work: to be listed, spoken to and stopped one by one. */
  get children(): ChildControl {
    return this.#parts.deps.children;
  }

  /** Calls when background processes have news and no turn runs. Whoever hears it may send what `takeNotice` gives. */
  onNotice(listener: () => void): () => void {
    return this.#parts.notices.on(listener);
  }

  /** The news as a question for the next turn, once. Null: there is none any more, or a turn runs and will take it. */
  takeNotice(): TurnInput | null {
    return this.#parts.notices.take();
  }

  /** The answer to a question that was asked; null: there will be none. False: no such question is open. */
  answer(questionId: string, choice: string | null): boolean {
    return this.#parts.deps.questions.answer(questionId, choice);
  }

  async close(): Promise<void> {
    if (this.#turn !== null) {
      this.interrupt();
      await this.#turn.result.catch(() => undefined); // whoever sent the turn has its failure
    }
    this.goal.clear();
    await this.#parts.reviews.cancel(new AbortController().signal);
    if (this.#closed === null) endMemory(this.#parts.deps, () => this.#parts.conversation.history());
    await this.#parts.context.close();
    this.#parts.deps.detours.keys[Symbol.dispose]();
    this.#closed ??= this.#parts.deps.close();
    await this.#closed;
  }
}

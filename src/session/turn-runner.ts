import { endingOf } from "../agent/ending.ts";
import { refuseTurn } from "../agent/finish-turn.ts";
import { runTurn } from "../agent/loop.ts";
import { saveOrKeep } from "../agent/remember.ts";
import { tellStart } from "../agent/turn-hooks.ts";
import type { Emit } from "../domain/event.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { PersistenceError } from "../domain/turn-journal.ts";
import { addUsage, noUsage } from "../domain/usage.ts";
import { bookAsides } from "./book-asides.ts";
import { contextGatherer, type ContextOf } from "./context-of.ts";
import { gatherQuestion } from "./gather-question.ts";
import { makeTurn, turnIds } from "./make-turn.ts";
import { notePause } from "./note-pause.ts";
import { readingProblem } from "./reading-problem.ts";
import { readyRuntime } from "./ready-runtime.ts";
import { Rewinder } from "./rewinder.ts";
import { segmentsOf } from "./segments.ts";
import type { SessionParts } from "./session-parts.ts";
import { tellMemory } from "./tell-memory.ts";
import { claimTurn, type Claim } from "./turn-claim.ts";
import { type TurnInput, withEffort } from "./turn-input.ts";

/** One turn as the session's door gives it in. */
export type GivenTurn = {
  readonly input: TurnInput;
  readonly emit: Emit;
  readonly stop: AbortController;
  readonly interruptMessage: () => string | null; // what was said with a stop
};

/** Takes a question through its turn: what comes before the first request and after the last one. */
export class TurnRunner {
  readonly #parts: SessionParts;
  readonly #contextOf: ContextOf;
  readonly rewinder: Rewinder;
  #isNew: boolean;
  #usage = noUsage;
  #token: number | null = null; // of the last turn's lease

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#isNew = parts.deps.resume === null;
    this.#contextOf = contextGatherer(parts.deps);
    this.rewinder = new Rewinder(parts.deps, {
      conversation: () => parts.conversation,
      turnDeps: (lease) => parts.turnDeps(() => undefined, lease),
      catchUp: (lease) => this.#catchUp({ lease, waited: false }),
    });
  }

  async run(given: GivenTurn): Promise<TurnResult> {
    const { input, emit, stop } = given;
    const { deps: session, context: keeper, conversation, reminder, reviews } = this.#parts;
    await this.#meetServers(given);
    this.#parts.resize();
    emit({ type: "session.started", info: conversation.info });
    await reviews.cancel(stop.signal);
    await keeper.rest();
    for (const text of conversation.takeWarnings()) emit({ type: "notice.given", level: "warning", text });
    this.#tellNotices(emit);
    const { store, clock, log } = session;
    await using claim = await claimTurn(conversation.id, { leases: store.leases, clock, log, emit }, stop);
    const unreadable = this.#unreadable(claim, input);
    const deps = withEffort(input, this.#parts.turnDeps(emit, claim.lease));
    const ids = turnIds(input.taskId, conversation, session.rng);
    const isRefused = (claim.refused ?? unreadable) !== null;
    const read = isRefused
      ? { ...input, ...(unreadable === null ? {} : { history: [] }), context: null }
      : await gatherQuestion(input, {
          deps: session,
          conversation,
          runtime: this.#parts.runtime.active,
          contextOf: this.#contextOf,
          rewinder: this.rewinder,
          turnId: ids.turnId,
          lease: claim.lease,
          emit,
          signal: stop.signal,
        });
    reminder.startTurn();
    const asked = { ...read, ...ids, reminder: reminder.text };
    const { turn, question } = makeTurn(asked, conversation, deps, stop.signal);
    const { history, sessionId } = turn;
    session.tasks?.recallFrom(() => segmentsOf(history, sessionId, store.sessions));
    const refusal = claim.refused ?? (unreadable === null ? null : endingOf(unreadable, turn));
    if (refusal !== null) return this.#report(refuseTurn(turn, deps, refusal), given);
    this.#parts.hints.follow(turn.history);
    await keeper.beforeTurn(claim.lease, emit);
    await readyRuntime(deps, stop.signal);
    if (this.#isNew) await tellStart(turn, deps);
    this.#isNew = false;
    if (read.again === undefined) await saveOrKeep(question, turn, deps);
    notePause(conversation.cache, turn, deps);
    const result = await keeper.during(turn, deps, () => runTurn(turn, deps));
    bookAsides(turn, deps);
    this.#parts.showed(turn.view);
    if (session.replaysRecall) reminder.keepSent(turn);
    tellMemory(session.outsideMemory, question, result);
    await reviews.afterTurn(turn, deps, result);
    await conversation.afterTurn(result);
    await keeper.afterTurn(turn, deps);
    return this.#report(result, given);
  }

  /** Those who are there in time are in the list of tools, and in a new conversation's prompt. */
  async #meetServers({ emit, stop }: GivenTurn): Promise<void> {
    const { lateTools, deps, conversation } = this.#parts;
    await lateTools.beforeTurn(emit, stop.signal);
    if (this.#isNew && deps.lateTools !== null) conversation.hear(deps.lateTools.instructions());
  }

  /** What cannot be read cannot be gone on with: such a turn is refused, and the next one reads again. */
  #unreadable(claim: Claim, { history }: TurnInput): PersistenceError | null {
    return readingProblem(() => {
      this.#catchUp(claim);
      if (history === undefined) this.#parts.conversation.history();
    });
  }

  /** Others may have worked on the conversation: while we waited, or between our turns, which the token tells. */
  #catchUp({ lease, waited }: Pick<Claim, "lease" | "waited">): void {
    const before = this.#token;
    this.#token = lease?.token ?? null;
    if (waited || (lease !== null && before !== null && lease.token > before + 1)) {
      this.#parts.conversation.forget();
      this.#parts.deps.tasks?.forget();
    }
    if (lease !== null && this.#parts.conversation.follow()) this.#parts.ledger.drop();
  }

  /** Before the turn what is known by then, at its end what came up in it. */
  #tellNotices(emit: Emit): void {
    for (const text of this.#parts.deps.takeNotices?.() ?? []) emit({ type: "notice.given", level: "warning", text });
  }

  /** Token counts are the session's running totals, and what was said with the interrupt is known only here. */
  #report(result: TurnResult, { emit, interruptMessage }: GivenTurn): TurnResult {
    this.#tellNotices(emit);
    this.#usage = addUsage(this.#usage, result);
    const interrupt_message = result.interrupted ? interruptMessage() : null;
    const reported: TurnResult = { ...result, ...this.#usage, interrupt_message };
    emit({ type: "turn.finished", result: reported });
    return reported;
  }
}

import type { TurnDeps, TurnState } from "../agent/turn-state.ts";
import { openSideBook } from "../agent/side-book.ts";
import { callsOf } from "../domain/message.ts";
import type { SideCost, TurnResult } from "../domain/turn.ts";
import type { BackgroundReview } from "../memory/review/background-review.ts";
import { createReviewSchedule, type ReviewSchedule } from "../memory/review/review-schedule.ts";
import { runQuietly } from "./run-quietly.ts";
import type { SessionDeps } from "./session-deps.ts";

const mayUse = ["memory", "skills_list", "skill_view", "skill_manage"];

/** Looks back on a conversation now and then, when the person has their answer; the next question ends it. */
export class ReviewKeeper {
  readonly #deps: SessionDeps;
  #schedule: ReviewSchedule | null = null;
  #running: BackgroundReview | null = null;
  #kept: Promise<void> = Promise.resolve();

  constructor(deps: SessionDeps) {
    this.#deps = deps;
  }

  async cancel(signal: AbortSignal): Promise<void> {
    await this.#running?.cancel(signal);
    await this.#kept;
  }

  async afterTurn(turn: TurnState, deps: TurnDeps, result: TurnResult): Promise<void> {
    const { reviews } = this.#deps.memoryRules;
    if (reviews === null || this.#deps.parent !== null) return;
    const earlier = turn.history.slice(0, turn.turnStart).filter(({ role }) => role === "user").length;
    this.#schedule ??= createReviewSchedule(reviews, earlier);
    const tools = turn.history.slice(turn.turnStart).flatMap(callsOf);
    const subjects = this.#schedule.onTurnEnd({
      interrupted: result.interrupted || result.failed,
      steps: turn.steps,
      tools: tools.map((call) => call.function.name),
    });
    if (subjects.length === 0 || (result.final_response ?? "") === "") return;
    this.#running ??= await this.#make(turn, deps);
    const { active: runtime } = deps.runtime;
    const { system, history: messages } = turn;
    this.#running.start(subjects, { runtime, system, tools: deps.toolbox.schemas, messages, sameModel: true });
  }

  /** The turn's row is written by then: what a review costs goes behind it. */
  #keep(cost: SideCost, sessionId: string): void {
    const { store, log } = this.#deps;
    this.#kept = this.#kept
      .then(() => store.sessions.addCosts(sessionId, [cost]))
      .catch((error: unknown) => log("warning", "review.unbooked", { error: String(error) }));
  }

  /** Loaded when the first one is due: most sessions never come that far. */
  async #make(turn: TurnState, { toolbox, log, clock, cache, runtime }: TurnDeps): Promise<BackgroundReview> {
    const { createBackgroundReview } = await import("../memory/review/background-review.ts");
    return createBackgroundReview({
      auxiliary: this.#deps.auxiliary,
      clock,
      log,
      onUsage: (cost) => {
        if (cost.prompt !== undefined) cache.watch.aside(cost.prompt);
        this.#keep(openSideBook(runtime.purse, clock).book({ ...cost, api_calls: 1 }), turn.sessionId);
      },
      allowed: mayUse,
      runCall: (call, signal) => runQuietly(call, turn, toolbox, signal),
    });
  }
}

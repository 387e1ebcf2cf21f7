import { callsOf, type Message } from "../../domain/message.ts";
import type { TurnResult } from "../../domain/turn.ts";
import { goalPhrases as say } from "../../text/phrases/goal.ts";
import { plainGoal } from "./goal-text.ts";
import type { JudgedTurn, Judgement } from "./judge-goal.ts";

export const mostGoalTurns = 20;

export type Goal = {
  readonly text: string;
  readonly state: "active" | "paused" | "done";
  /** How many turns were judged since it was set or resumed. */
  readonly turns: number;
  /** What the judge said last, or why it rests. */
  readonly reason: string | null;
};

/** What to do after a turn. */
export type GoalStep =
  | { readonly kind: "rest" }
  /** One more turn with this question; `text` is for the person. */
  | { readonly kind: "again"; readonly question: string; readonly text: string }
  | { readonly kind: "over"; readonly text: string };

type Ask = (turn: JudgedTurn, signal: AbortSignal) => Promise<Judgement>;

/** What the person wants reached: turns go on until a side model says that it is, they stop it, or they are too many. */
export class GoalKeeper {
  readonly #judge: Ask;
  #goal: Goal | null = null;
  #judging: AbortController | null = null;

  constructor(judge: Ask) {
    this.#judge = judge;
  }

  get goal(): Goal | null {
    return this.#goal;
  }

  /** A verdict is being waited for. */
  get isJudging(): boolean {
    return this.#judging !== null;
  }

  stopJudging(): void {
    this.#judging?.abort();
  }

  set(text: string): Goal {
    this.stopJudging();
    return (this.#goal = { text: plainGoal(text), state: "active", turns: 0, reason: null });
  }

  /** False: there is none that could be paused. */
  pause(reason: string | null = null): boolean {
    this.stopJudging();
    if (this.#goal?.state !== "active") return false;
    this.#goal = { ...this.#goal, state: "paused", reason: reason ?? this.#goal.reason };
    return true;
  }

  /** The count begins anew. Null: there is none that rests. */
  resume(): Goal | null {
    if (this.#goal === null || this.#goal.state === "active") return null;
    return (this.#goal = { ...this.#goal, state: "active", turns: 0 });
  }

  clear(): boolean {
    this.stopJudging();
    const had = this.#goal !== null;
    this.#goal = null;
    return had;
  }

  /** Once a turn is over and nothing else waits. */
  async afterTurn(result: TurnResult): Promise<GoalStep> {
    const goal = this.#goal;
    if (goal?.state !== "active") return { kind: "rest" };
    const turns = goal.turns + 1;
    this.#goal = { ...goal, turns };
    if (result.interrupted) return this.#rest(say.stopped);
    if (result.failed || result.final_response === null) return this.#rest(say.turnFailed);
    const judgement = await this.#ask({
      goal: goal.text,
      answer: result.final_response,
      tools: toolsOf(result.messages),
    });
    if (this.#goal?.text !== goal.text || this.#goal.state !== "active") return { kind: "rest" }; // changed meanwhile
    switch (judgement.kind) {
      case "aborted":
        return this.#rest(say.stopped);
      case "failed":
        return this.#rest(say.judgeFailed(judgement.reason));
      case "judged":
        return this.#decide(judgement, turns);
    }
  }

  #decide({ verdict, reason }: Extract<Judgement, { kind: "judged" }>, turns: number): GoalStep {
    const goal = this.#goal;
    if (goal === null) return { kind: "rest" };
    switch (verdict) {
      case "done":
        this.#goal = { ...goal, state: "done", reason };
        return { kind: "over", text: say.reached(turns, reason) };
      case "blocked":
        return this.#rest(say.blocked(reason));
      case "continue":
        if (turns >= mostGoalTurns) return this.#rest(say.tooMany(turns, reason));
        this.#goal = { ...goal, reason };
        return { kind: "again", question: goOn(goal.text, reason), text: say.goesOn(turns + 1, mostGoalTurns, reason) };
    }
  }

  #rest(reason: string): GoalStep {
    this.pause(reason);
    return { kind: "over", text: say.paused(reason) };
  }

  async #ask(turn: JudgedTurn): Promise<Judgement> {
    const stop = new AbortController();
    this.#judging = stop;
    try {
      return await this.#judge(turn, stop.signal);
    } finally {
      this.#judging = null;
    }
  }
}

function toolsOf(messages: readonly Message[]): readonly string[] {
  const from = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(from + 1).flatMap((message) => callsOf(message).map((call) => call.function.name));
}

/** What the model is asked instead of a person's next question. */
function goOn(goal: string, missing: string): string {
  return `[The goal is not reached yet]\nGoal: ${goal}\nStill missing: ${missing}\n\nGo on with the next step now. If you need the person, say what for and stop.`;
}

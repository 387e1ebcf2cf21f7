import type { TurnState } from "../agent/turn-state.ts";
import type { Log } from "../domain/log.ts";
import type { TaskList } from "../domain/task-list.ts";
import { SentQuestions } from "./sent-questions.ts";

/** What the model meant to do goes along with the question once a compression took its words away. Never stored. */
export class TaskReminder {
  readonly #tasks: TaskList | null;
  readonly #log: Log;
  readonly #sent = new SentQuestions();
  #text: string | null = null; // since a compression in this turn

  constructor({ tasks, log }: { readonly tasks: TaskList | null; readonly log: Log }) {
    this.#tasks = tasks;
    this.#log = log;
  }

  readonly text = (): string | null => this.#text;

  /** Earlier questions as they were sent. */
  readonly inPlace = this.#sent.inPlace;

  startTurn(): void {
    this.#text = null;
  }

  /** What stood in front of the question is gone, and with it what the model wrote down there to do. */
  compacted(): void {
    this.#sent.dropReminder();
    try {
      this.#text = this.#tasks?.reminder() ?? null;
    } catch (error) {
      this.#text = null;
      this.#log("warning", "tasks.unreadable", { error: String(error) });
    }
  }

  keepSent({ history, turnStart, sentAs }: TurnState): void {
    const question = history[turnStart];
    if (question === undefined) return;
    const sent = sentAs(question);
    const isReminded = this.#text !== null;
    this.#text = null;
    this.#sent.keep({ question, sent, plain: isReminded ? sentAs(question) : sent });
  }
}

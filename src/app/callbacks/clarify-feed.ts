import type { Log } from "../../domain/log.ts";
import type { Feed } from "./callbacks.ts";

/** A question of the model's; the promise is the person's answer. An empty answer skips the question. */
export type ClarifyCallback = (
  question: string,
  choices: readonly string[],
  options: { readonly multiSelect: boolean },
) => Promise<string> | string;

/** Carries questions out and answers back. A callback that fails leaves the question unanswered, not the turn hanging. */
export function clarifyFeed(
  callback: ClarifyCallback,
  answer: (questionId: string, choice: string | null) => boolean,
  log: Log,
): Feed {
  return (event) => {
    if (event.type !== "question.asked" || event.question.kind !== "clarify") return;
    const { id, text, choices, multiSelect = false } = event.question;
    const ask = async (): Promise<string> => callback(text, choices, { multiSelect });
    void ask().then(
      (choice) => answer(id, choice),
      (error: unknown) => {
        log("warning", "callback.failed", { callback: "clarifyCallback", error: String(error) });
        answer(id, null);
      },
    );
  };
}

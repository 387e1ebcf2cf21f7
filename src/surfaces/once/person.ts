import { visible } from "../../text/visible.ts";
import type { Question } from "../../domain/approval.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Terminal } from "../../domain/terminal.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import type { OnceRequest } from "./once-run.ts";

/** Answers a question for permission; null: nobody did in time. */
export type Person = (question: Question, signal: AbortSignal) => Promise<string | null>;

/** Whether somebody sits at the terminal who can be asked: stdin is theirs, and they did not want silence. */
export function hasPerson(request: Pick<OnceRequest, "inputFormat" | "quiet">, terminal: Terminal): boolean {
  return terminal.inIsTty && terminal.ask !== undefined && request.inputFormat === "text" && !request.quiet;
}

/** Asks for one line. A letter is enough; whatever is no choice is a no, with its words as the reason. */
export function personAt({ ask }: Pick<Terminal, "ask">, clock: Clock): Person {
  return async (question, signal) => {
    if (ask === undefined) return null;
    const { text, choices, timeoutMs } = question;
    const prompt = `${visible(text)}\n${oncePhrases.permission(choices)} `;
    if (timeoutMs === undefined) return meant(await ask(prompt, signal), choices, signal);
    using limit = clock.deadline(timeoutMs, signal);
    return meant(await ask(prompt, limit.signal), choices, limit.signal);
  };
}

function meant(line: string, choices: readonly string[], { aborted }: AbortSignal): string | null {
  if (aborted) return null;
  const said = line.trim();
  if (said === "") return "deny";
  return choices.find((choice) => choice.startsWith(said.toLowerCase())) ?? said;
}

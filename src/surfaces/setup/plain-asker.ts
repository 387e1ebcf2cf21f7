import { setupPhrases as say } from "../../text/phrases/setup.ts";
import { visible } from "../../text/visible.ts";
import type { Answer, Asker, Question } from "./flow.ts";

/** How lines come in; null: the input has ended, or the person stopped it. */
export type PlainInput = {
  readonly out: (text: string) => void;
  readonly readLine: (prompt: string) => Promise<string | null>;
  /** The same without an echo. */
  readonly readSecret: (prompt: string) => Promise<string | null>;
};

/** Line by line: nothing moves, nothing is repainted, a screen reader can follow. */
export function plainAsker({ out, readLine, readSecret }: PlainInput): Asker {
  return {
    ask: async (question) => {
      out(plainQuestion(question));
      for (;;) {
        const line = question.kind === "secret" ? await readSecret("> ") : await readLine(promptOf(question));
        const answer = plainAnswer(question, line);
        if (answer !== null) return answer;
        out(`${say.notOnList(question.kind === "choice" ? question.options.length : 0)}\n`);
      }
    },
    say: (line) => out(`${visible(line)}\n`),
    wait: (text, work) => {
      out(`${text}\n`);
      return work(new AbortController().signal); // Ctrl+C ends the process, which has changed nothing yet
    },
    close: () => undefined,
  };
}

export function plainQuestion(question: Question): string {
  const options =
    question.kind === "choice"
      ? question.options.map(({ label, detail }, at) => {
          const rest = detail === "" ? "" : ` (${visible(detail)})`;
          return `  ${at + 1}. ${visible(label)}${rest}`;
        })
      : [];
  const kept = question.kind !== "choice" && question.current !== null ? [say.keeps(visible(question.current))] : [];
  return `${["", visible(question.title), ...question.notes.map(visible), ...options, ...kept, say.plainKeys].join("\n")}\n`;
}

function promptOf(question: Question): string {
  if (question.kind !== "choice") return "> ";
  const at = question.options.findIndex(({ value }) => value === question.current);
  return say.numberOr(at === -1 ? null : at + 1, question.isOpen);
}

/** null: that was no answer. Letters are commands only where they cannot be a name. */
export function plainAnswer(question: Question, line: string | null): Answer | null {
  if (line === null) return { kind: "leave" };
  const said = line.trim();
  if (question.kind === "secret") return { kind: "value", value: said };
  if (said === "b") return { kind: "back" };
  if (said === "q") return { kind: "leave" };
  if (question.kind === "choice") return chosen(question, said);
  return { kind: "value", value: said === "" ? (question.current ?? "") : said };
}

type Choice = Extract<Question, { kind: "choice" }>;

function chosen(question: Choice, said: string): Answer | null {
  if (said === "") return question.current === null ? null : { kind: "value", value: question.current };
  const option = /^\d+$/.test(said) ? question.options[Number(said) - 1] : named(question, said);
  if (option !== undefined) return { kind: "value", value: option.value };
  return question.isOpen ? { kind: "value", value: said } : null;
}

function named({ options }: Choice, said: string) {
  return options.find(({ label }) => label.toLowerCase() === said.toLowerCase());
}

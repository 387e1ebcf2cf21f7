import type { Answer, Option, Question } from "./flow.ts";

/** What the person has typed, and which line of the list is theirs at the moment. */
export type Field = { readonly text: string; readonly cursor: number };

export type FieldKey =
  | "up"
  | "down"
  | "pageUp"
  | "pageDown"
  | "enter"
  | "escape"
  | "backspace"
  | "clear"
  | "stop"
  | { readonly typed: string };

export type FieldAct =
  | { readonly kind: "field"; readonly field: Field }
  | { readonly kind: "answer"; readonly answer: Answer };

const page = 8;

export function newField(question: Question): Field {
  if (question.kind !== "choice") return { text: "", cursor: 0 };
  const at = question.options.findIndex(({ value }) => value === question.current);
  return { text: "", cursor: Math.max(0, at) };
}

/** The options that hold every word typed so far. */
export function matching(question: Question, { text }: Pick<Field, "text">): readonly Option[] {
  if (question.kind !== "choice") return [];
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return question.options.filter(({ label, detail }) => {
    const line = `${label} ${detail}`.toLowerCase();
    return words.every((word) => line.includes(word));
  });
}

export function onFieldKey(question: Question, field: Field, key: FieldKey): FieldAct {
  if (key === "stop") return answer({ kind: "leave" });
  if (key === "escape") return field.text === "" ? answer({ kind: "back" }) : typed(question, "");
  if (key === "enter") return taken(question, field);
  if (key === "backspace") return typed(question, Array.from(field.text).slice(0, -1).join(""));
  if (key === "clear") return typed(question, "");
  if (typeof key === "object") return typed(question, field.text + printable(key.typed));
  const by = { up: -1, down: 1, pageUp: -page, pageDown: page }[key];
  const last = Math.max(0, matching(question, field).length - 1);
  return { kind: "field", field: { ...field, cursor: Math.min(last, Math.max(0, field.cursor + by)) } };
}

/** With other words another line is on top. */
function typed(question: Question, text: string): FieldAct {
  const start = text === "" ? newField(question) : { cursor: 0 };
  return { kind: "field", field: { ...start, text } };
}

function taken(question: Question, field: Field): FieldAct {
  if (question.kind !== "choice") {
    const kept = question.kind === "text" && field.text.trim() === "" ? (question.current ?? "") : field.text;
    return answer({ kind: "value", value: kept });
  }
  const option = matching(question, field)[field.cursor];
  if (option !== undefined) return answer({ kind: "value", value: option.value });
  if (question.isOpen && field.text.trim() !== "") return answer({ kind: "value", value: field.text.trim() });
  return { kind: "field", field };
}

function answer(given: Answer): FieldAct {
  return { kind: "answer", answer: given };
}

/** A pasted key often brings a line break along. */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]/gu, "");
}

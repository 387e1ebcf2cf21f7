import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { paintOf } from "../cli/theme/paint.ts";
import { type Field, type FieldKey, matching, newField, onFieldKey } from "./field.ts";
import type { Question } from "./flow.ts";
import { plainAnswer, plainQuestion } from "./plain-asker.ts";
import { questionLines } from "./question-lines.ts";

const options = ["claude-opus-5", "claude-sonnet-5", "gpt-5"].map((value) => ({
  value,
  label: value,
  detail: "1,000 tokens",
}));
const list: Question = { kind: "choice", title: "Which?", notes: [], options, current: "gpt-5", isOpen: true };
const closed: Question = { ...list, isOpen: false };
const secret: Question = { kind: "secret", title: "Key", notes: [], current: null };

function pressing(question: Question, ...keys: readonly FieldKey[]) {
  let field: Field = newField(question);
  for (const key of keys) {
    const act = onFieldKey(question, field, key);
    if (act.kind === "answer") return act.answer;
    field = act.field;
  }
  return field;
}

const took = (value: string) => ({ kind: "value", value });

test("Enter takes what is current, arrows another, typed words filter", () => {
  expect(pressing(list, "enter")).toEqual(took("gpt-5"));
  expect(pressing(list, "up", "up", "up", "enter")).toEqual(took("claude-opus-5"));
  expect(pressing(list, { typed: "son clau" }, "enter")).toEqual(took("claude-sonnet-5"));
  expect(pressing(list, { typed: "brand-new" }, "enter")).toEqual(took("brand-new"));
  expect(pressing(closed, { typed: "brand-new" }, "enter")).toEqual({ text: "brand-new", cursor: 0 });
  expect(pressing(secret, { typed: "sk-1\r\n" }, { typed: "2" }, "backspace", "enter")).toEqual(took("sk-1"));
});

test("Escape empties what was typed, then goes back; Ctrl+C leaves", () => {
  expect(pressing(list, { typed: "x" }, "escape")).toEqual({ text: "", cursor: 2 });
  expect(pressing(list, { typed: "x" }, "escape", "escape")).toEqual({ kind: "back" });
  expect(pressing(list, { typed: "x" }, "stop")).toEqual({ kind: "leave" });
});

test("a secret is never on the screen, and every line fits", () => {
  const field = { text: "sk-secret-words", cursor: 0 };
  const lines = questionLines(secret, field, { width: 30, rows: 24 }, paintOf(null));
  expect(lines.join("\n")).not.toContain("secret-words");
  expect(lines.join("\n")).toContain("•".repeat(15));
  const many = Array.from({ length: 90 }, (_, at) => ({
    value: `${at}`,
    label: `model-${at}`,
    detail: "detail ".repeat(9),
  }));
  const long: Question = { ...list, options: many };
  const shown = questionLines(long, { text: "", cursor: 60 }, { width: 40, rows: 20 }, paintOf(null));
  expect(shown.length).toBeLessThan(20);
  expect(Math.max(...shown.map((line) => visibleWidth(line)))).toBeLessThanOrEqual(40);
  expect(shown.join("\n")).toContain("❯ model-60");
});

test("whatever is pressed, the cursor stands on the list or the list is empty", () => {
  const key = fc.oneof(
    fc.constantFrom<FieldKey>("up", "down", "pageUp", "pageDown", "backspace", "clear"),
    fc.constantFrom("c", "5", "x", " ").map((typed): FieldKey => ({ typed })),
  );
  fc.assert(
    fc.property(fc.array(key), (keys) => {
      const field = pressing(list, ...keys);
      if ("kind" in field) throw new Error("nothing was answered");
      expect(field.cursor).toBeLessThan(Math.max(1, matching(list, field).length));
      expect(field.cursor).toBeGreaterThanOrEqual(0);
    }),
  );
});

test("line by line: a number, a name, Enter for what is current, b and q", () => {
  expect(plainQuestion(list)).toContain("  3. gpt-5 (1,000 tokens)\n");
  const answers = ["2", "GPT-5", "", "b", "q", "other", null].map((line) => plainAnswer(list, line));
  expect(answers).toEqual([
    { kind: "value", value: "claude-sonnet-5" },
    { kind: "value", value: "gpt-5" },
    { kind: "value", value: "gpt-5" },
    { kind: "back" },
    { kind: "leave" },
    { kind: "value", value: "other" },
    { kind: "leave" },
  ]);
  expect([plainAnswer(closed, "9"), plainAnswer(closed, "other")]).toEqual([null, null]);
  expect(plainAnswer(secret, "q")).toEqual({ kind: "value", value: "q" });
});

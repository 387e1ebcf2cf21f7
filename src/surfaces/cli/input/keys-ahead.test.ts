import { expect, test } from "vitest";
import type { Question } from "../../../domain/approval.ts";
import { KeysAhead } from "./keys-ahead.ts";

const part = (number: number): Question => ({
  id: `q${number}`,
  kind: "clarify",
  text: "?",
  choices: ["a", "b"],
  part: { number, of: 2 },
});
const approval: Question = { id: "x", kind: "approval", text: "rm", choices: ["once", "deny"] };

test("keys after the answer to the first of two questions go to the second", () => {
  const ahead = new KeysAhead();
  ahead.expectAfter(part(1), 0);
  expect([ahead.keeps("down", 1), ahead.keeps("enter", 2)]).toEqual([true, true]);
  expect(ahead.take(undefined, 3)).toBe(null);
  expect(ahead.take(part(2), 4)).toEqual({ keys: ["down", "enter"], meant: true });
  expect(ahead.keeps("down", 5)).toBe(false);
});

test("they answer nothing else: not an approval, not what comes late, nothing after the last question", () => {
  const ahead = new KeysAhead();
  ahead.expectAfter(part(1), 0);
  ahead.keeps("o", 1);
  expect(ahead.take(approval, 2)).toEqual({ keys: ["o"], meant: false });
  ahead.expectAfter(part(1), 0);
  ahead.keeps("x", 600);
  expect(ahead.keeps("y", 601)).toBe(false);
  expect(ahead.take(undefined, 601)).toEqual({ keys: ["x"], meant: false });
  ahead.expectAfter(part(2), 0);
  ahead.expectAfter(approval, 0);
  expect(ahead.keeps("x", 1)).toBe(false);
});

import { expect, test } from "vitest";
import { joinFragments } from "./fragments.ts";
import { isRepetition } from "./repetition.ts";

test("a seam without white space gets a line break, others stay as they are", () => {
  expect(joinFragments(["one", "two ", "", "three\n", "four"])).toBe("one\ntwo three\nfour");
  expect(joinFragments([])).toBe("");
});

test("one line or one phrase over and over is repetition, a long text is not", () => {
  expect(isRepetition("the same line again\n".repeat(100))).toBe(true);
  expect(isRepetition("and so it goes on and on and on without any end in sight, ".repeat(40))).toBe(true);
  expect(isRepetition(Array.from({ length: 100 }, (_, line) => `line ${line} says ${line * 7919}`).join("\n"))).toBe(
    false,
  );
  expect(isRepetition("short\n".repeat(10))).toBe(false);
});

test("half a character is marked, also where a piece was cut in its middle", () => {
  expect(joinFragments(["half \ud83d", "\ude42 of one"])).toBe("half \ufffd\n\ufffd of one");
});

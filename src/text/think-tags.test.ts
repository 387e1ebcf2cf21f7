import fc from "fast-check";
import { expect, test } from "vitest";
import { splitThinking } from "./think-tags.ts";

test.each([
  ["<think>a</think>b", "b", "a"],
  ["<THINK>a</Think>\n\nb", "b", "a"],
  ["<think>a</think>b<thought>c</thought>d", "bd", "a\n\nc"],
  ["Hello <reasoning>why</reasoning>world", "Hello world", "why"],
  ["<REASONING_SCRATCHPAD>x\ny</REASONING_SCRATCHPAD>z", "z", "x\ny"],
  ["<think>a<thinking>b</think>c", "c", "a<thinking>b"],
  ["Hi\n  <think>never closed\nto the end", "Hi", "never closed\nto the end"],
  ["<thinking>a</think>b", "", "a</think>b"],
  ["Hello</think> world", "Helloworld", ""],
  ["a</think>\n<think>b", "a", "b"],
])("%j shows %j and thinks %j", (whole, text, thinking) => {
  expect(splitThinking(whole)).toEqual({ text, thinking });
});

test.each([
  "Use the <think> element",
  "`<think>` opens it; nothing closes it",
  "<thinker>a</thinker>",
  "a < b and <b>bold</b>",
  " spaces stay ",
  'See <function name="x">y</function> in the middle',
])("%j is text", (whole) => {
  expect(splitThinking(whole)).toEqual({ text: whole, thinking: "" });
});

test.each([
  ['Ok.\n<tool_call>{"name":"x"}</tool_call>', "Ok."],
  ['<tool_calls id="1"><tool_call>a</tool_call></tool_calls>done', "done"],
  ["a<tool_result>secret</tool_result>b", "ab"],
  ['Now: <function name="ls">{}</function> then', "Now:  then"],
  ["Done</tool_call></function>", "Done"],
  ["<think>x</think><function_calls>y</function_calls>", ""],
])("a call that came out as words is left out of %j", (whole, text) => {
  expect(splitThinking(whole).text).toBe(text);
});

const pieces = ["<think>", "</think>", "<thought>", "</thought>", "\n", " ", "a", "<", "<tool_call>", "</tool_call>"];

test("what was split once has nothing left to split but prose about tags", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("<think>", "</think>", "\n", "a"), { maxLength: 12 }), (parts) => {
      const { text } = splitThinking(parts.join(""));
      expect(text).not.toContain("</think>");
      expect(text).not.toMatch(/^[ \t]*<think>/m);
    }),
  );
});

test.each([...pieces, "<think", "\r", '<function name="', "<think> "])("many %j are read in one pass", (piece) => {
  const started = performance.now();
  splitThinking(`x${piece.repeat(50_000)}`);
  expect(performance.now() - started).toBeLessThan(2_000); // a second pass for each would take minutes
});

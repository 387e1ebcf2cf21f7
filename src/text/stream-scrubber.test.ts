import fc from "fast-check";
import { expect, test } from "vitest";
import { createStreamScrubber, type Scrubber } from "./stream-scrubber.ts";
import { createMemoryScrubber } from "./memory-scrubber.ts";
import { createThinkScrubber, longestAside } from "./think-scrubber.ts";
import { splitThinking } from "./think-tags.ts";

function shown(scrubber: Scrubber, deltas: readonly string[]): string {
  return deltas.map((delta) => scrubber.push(delta)).join("") + scrubber.end();
}

test.each([
  [["a<think>b</think>c"], "ac"],
  [["<think>a", " b", "</think>c"], "c"],
  [["Hi\n  <thought>a", "\nb</THOUGHT>c"], "Hi\n  c"],
  [["Use the <think> ele", "ment"], "Use the <think> element"],
  [["1 <", " 2 <thi", "s>"], "1 < 2 <this>"],
  [["a</think> \n", " b"], "ab"],
  [["a</think>\n", "<think>b"], "a"],
  [["<think>a</thinking>b"], ""],
  [["a <think>", "b"], "a <think>b"],
  [["done <thi"], "done <thi"],
  [["<think>a</think><think>b"], ""],
  [["<reasoning_scratchpad>plan</REASONING_SCRATCHPAD>go"], "go"],
])("of %j a person sees %j", (deltas, visible) => {
  expect(shown(createThinkScrubber(), deltas)).toBe(visible);
});

test.each([
  [["<memory-context>\nfact\n</memory-context>\nHi"], "\nHi"],
  [["Hi\n <MEMORY-context>", "\r\nfact</memory", "-context>!"], "Hi\n !"],
  [["The <memory-context>\ntag"], "The <memory-context>\ntag"],
  [["<memory-context> inline"], "<memory-context> inline"],
  [["<memory-context>"], "<memory-context>"],
  [["<memory-context>\nnever closed"], ""],
  [["a <memory-con"], "a <memory-con"],
])("of %j with recalled memory a person sees %j", (deltas, visible) => {
  expect(shown(createMemoryScrubber(), deltas)).toBe(visible);
});

test("a thought in mid-line that is too long to wait for is text, but for its closing tag", () => {
  const long = "x".repeat(longestAside + 1);
  expect(shown(createThinkScrubber(), [`a <think>${long}</think>b`])).toBe(`a <think>${long}b`);
  expect(shown(createThinkScrubber(), [`a <think>${long.slice(1)}</think>b`])).toBe("a b");
});

test("a stream that was given up leaves nothing behind, and neither does one that ended", () => {
  const scrubber = createStreamScrubber();
  expect(scrubber.push("<think>half")).toBe("");
  scrubber.reset();
  expect(shown(scrubber, ["hello"])).toBe("hello");
  expect(shown(scrubber, ["<think>half"])).toBe("");
  expect(shown(scrubber, ["hello"])).toBe("hello");
});

const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom("<think>", "</think>", "<thought>", "</Thought>", "<memory-context>", "</memory-context>"),
      fc.constantFrom("\n", " ", "<", "</", "<thi", "nk>", "text>", "a", "\r\n", "-context>", "x".repeat(90)),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(""));

const cuts = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 20 });

function cutAt(text: string, sizes: readonly number[]): readonly string[] {
  const deltas: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = (sizes[turn % sizes.length] ?? 0) + (turn % 7 === 6 ? 1 : 0); // empty deltas too, yet not only those
    deltas.push(text.slice(at, at + size));
    at += size;
  }
  return deltas;
}

test("what is visible does not depend on how the text was cut", () => {
  fc.assert(
    fc.property(anyText, cuts, (text, sizes) => {
      const whole = shown(createStreamScrubber(), [text]);
      expect(shown(createStreamScrubber(), cutAt(text, sizes))).toBe(whole);
      expect(
        shown(
          createStreamScrubber(),
          Array.from({ length: text.length }, (_, at) => text[at] ?? ""),
        ),
      ).toBe(whole);
    }),
    { numRuns: 500 },
  );
});

test("no more than a bounded piece is held back", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const visible = createThinkScrubber();
      const early = visible.push(text);
      expect(visible.end().length).toBeLessThanOrEqual(longestAside + 50);
      expect(shown(createThinkScrubber(), [text]).startsWith(early)).toBe(true);
    }),
  );
});

const bare = (text: string): string => text.replaceAll(/\s/g, "");

test("where no thought is long, the stream shows what the finished text will say", () => {
  const words = fc.constantFrom("<think>", "</think>", "<thought>", "</thought>", "\n", " ", "a", "b");
  fc.assert(
    fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
      const text = parts.join("");
      expect(bare(shown(createThinkScrubber(), [text]))).toBe(bare(splitThinking(text).text));
    }),
  );
});

test.each(["<think>", "x<think>", "</think>", "<", "<think></think>", "a\n<think>b</think>", "<memory-context>\n"])(
  "a stream of many %j takes time in proportion to its length",
  (piece) => {
    const started = performance.now();
    shown(createStreamScrubber(), [`x${piece.repeat(30_000)}`]);
    shown(
      createStreamScrubber(),
      Array.from({ length: 30_000 }, () => piece),
    );
    expect(performance.now() - started).toBeLessThan(4_000); // quadratic work would take minutes
  },
);

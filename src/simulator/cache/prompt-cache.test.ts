import fc from "fast-check";
import { expect, test } from "vitest";
import type { CacheRules } from "../model-profiles.ts";
import type { CacheUse, PromptBlock, PromptLayout } from "./layout.ts";
import { createPromptCache } from "./prompt-cache.ts";

const fiveMinutes = { ttlSeconds: 300 };
const oneHour = { ttlSeconds: 3_600 };
const markers: CacheRules = { kind: "markers", minimum: 1_024, lookBack: 20 };
const prefix: CacheRules = {
  kind: "longest_prefix",
  minimum: 1_024,
  step: 128,
  idleSeconds: 600,
  retainedSeconds: 86_400,
};
const breakpoints: CacheRules = { kind: "breakpoints", minimum: 1_024, lifeSeconds: 1_800 };

const block = (bytes: string, tokens: number, more: Partial<PromptBlock> = {}): PromptBlock => ({
  section: "messages",
  bytes,
  tokens,
  marker: null,
  ...more,
});
const layout = (blocks: readonly PromptBlock[], more: Partial<PromptLayout> = {}): PromptLayout => ({
  scope: "model",
  settings: "",
  blocks,
  retained: false,
  implicit: true,
  ...more,
});
const use = (read: number, write: number, plain: number, writeHour = 0): CacheUse => ({
  read,
  write,
  writeHour,
  plain,
});

test("a marker writes, the same prefix reads, and only what is new is written", () => {
  const cache = createPromptCache();
  const system = block("s", 2_000, { section: "system", marker: fiveMinutes });
  expect(cache.use(layout([system, block("a", 100)]), markers, 0)).toEqual(use(0, 2_000, 100));
  const grown = layout([system, block("a", 100), block("b", 50, { marker: fiveMinutes })]);
  expect(cache.use(grown, markers, 10)).toEqual(use(2_000, 150, 0));
  expect(cache.use(grown, markers, 20)).toEqual(use(2_150, 0, 0));
});

test("a prefix below the minimum is neither written nor found", () => {
  const cache = createPromptCache();
  const short = layout([block("a", 1_023, { marker: fiveMinutes })]);
  expect(cache.use(short, markers, 0)).toEqual(use(0, 0, 1_023));
  expect(cache.use(short, markers, 1)).toEqual(use(0, 0, 1_023));
});

test("a marker sees entries up to nineteen blocks before it and no further", () => {
  const first = block("first", 2_000, { marker: fiveMinutes });
  const fill = (count: number): PromptBlock[] => Array.from({ length: count }, (_, i) => block(`fill ${i}`, 1));
  const ask = (between: number): CacheUse => {
    const cache = createPromptCache();
    cache.use(layout([first]), markers, 0);
    const start = { ...first, marker: null };
    return cache.use(layout([start, ...fill(between), block("end", 1, { marker: fiveMinutes })]), markers, 1);
  };
  expect(ask(18)).toEqual(use(2_000, 19, 0));
  expect(ask(19)).toEqual(use(0, 2_020, 0));
});

test("use renews an entry; without use it ends with its time", () => {
  const cache = createPromptCache();
  const prompt = layout([block("a", 2_000, { marker: fiveMinutes })]);
  cache.use(prompt, markers, 0);
  expect(cache.use(prompt, markers, 300).read).toBe(2_000);
  expect(cache.use(prompt, markers, 600).read).toBe(2_000);
  expect(cache.use(prompt, markers, 901).read).toBe(0);
});

test("each stretch is written for the time of its own marker", () => {
  const cache = createPromptCache();
  const prompt = layout([
    block("s", 2_000, { section: "system", marker: oneHour }),
    block("a", 500, { marker: fiveMinutes }),
    block("b", 7),
  ]);
  expect(cache.use(prompt, markers, 0)).toEqual(use(0, 2_500, 7, 2_000));
  expect(cache.use(prompt, markers, 1_000)).toEqual(use(2_000, 500, 7));
});

test("other settings lose the messages and keep tools and system text", () => {
  const cache = createPromptCache();
  const blocks = [
    block("s", 2_000, { section: "system", marker: fiveMinutes }),
    block("a", 100, { marker: fiveMinutes }),
  ];
  cache.use(layout(blocks, { settings: "thinking off" }), markers, 0);
  expect(cache.use(layout(blocks, { settings: "thinking on" }), markers, 1).read).toBe(2_000);
  expect(cache.use(layout(blocks, { scope: "another model" }), markers, 1).read).toBe(0);
});

test("the longest prefix counts in steps, from the minimum on, for ten minutes after its last use", () => {
  const cache = createPromptCache();
  const prompt = layout([block("a", 1_500), block("b", 1_000)]);
  expect(cache.use(prompt, prefix, 0)).toEqual(use(0, 0, 2_500));
  expect(cache.use(layout([block("a", 1_500), block("c", 9)]), prefix, 600)).toEqual(use(1_408, 0, 101));
  expect(cache.use(prompt, prefix, 1_300).read).toBe(0);
  expect(cache.use(layout([block("z", 1_023)]), prefix, 1_301).read).toBe(0);
});

test("retention for a day outlives the idle time", () => {
  const cache = createPromptCache();
  const prompt = layout([block("a", 1_500)], { retained: true });
  cache.use(prompt, prefix, 0);
  expect(cache.use(prompt, prefix, 80_000).read).toBe(1_408);
});

test("from 5.6 on the end of a request is an entry, to the token", () => {
  const cache = createPromptCache();
  expect(cache.use(layout([block("a", 1_501)]), breakpoints, 0)).toEqual(use(0, 1_501, 0));
  const grown = layout([block("a", 1_501), block("b", 10)]);
  expect(cache.use(grown, breakpoints, 1_800)).toEqual(use(1_501, 10, 0));
  expect(cache.use(layout([block("a", 1_501), block("x", 5)]), breakpoints, 3_600)).toEqual(use(1_501, 5, 0));
  expect(cache.use(grown, breakpoints, 9_000)).toEqual(use(0, 1_511, 0));
});

test("an explicit breakpoint is found by a request that goes on differently", () => {
  const cache = createPromptCache();
  const system = block("s", 2_000, { section: "system", marker: { ttlSeconds: 1_800 } });
  cache.use(layout([system, block("a", 100)]), breakpoints, 0);
  expect(cache.use(layout([system, block("b", 100)]), breakpoints, 1)).toEqual(use(2_000, 100, 0));
  const explicitOnly = layout([block("q", 2_000)], { implicit: false });
  expect(cache.use(explicitOnly, breakpoints, 2)).toEqual(use(0, 0, 2_000));
});

const anyLayout = fc
  .array(fc.record({ bytes: fc.constantFrom("a", "b"), tokens: fc.nat(900), marked: fc.boolean() }), { maxLength: 30 })
  .map((blocks) =>
    layout(blocks.map(({ bytes, tokens, marked }) => block(bytes, tokens, { marker: marked ? fiveMinutes : null }))),
  );

test("read, written and plain tokens are always the whole prompt, and a repetition never reads less", () => {
  fc.assert(
    fc.property(
      fc.array(anyLayout, { maxLength: 6 }),
      fc.constantFrom(markers, prefix, breakpoints),
      (prompts, rules) => {
        const cache = createPromptCache();
        for (const prompt of prompts) {
          const first = cache.use(prompt, rules, 0);
          const again = cache.use(prompt, rules, 0);
          const total = prompt.blocks.reduce((sum, { tokens }) => sum + tokens, 0);
          expect(first.read + first.write + first.plain).toBe(total);
          expect(again.read).toBeGreaterThanOrEqual(first.read + first.write);
          expect(Math.min(first.read, first.write, first.plain, first.writeHour)).toBeGreaterThanOrEqual(0);
        }
      },
    ),
  );
});

/** Fifty steps of parallel calls: tools 12,000, system 8,000, question 400, 60 + 80 per call, results of 300. */
function trace(calls: number, result: number, mark: (messages: PromptBlock[][]) => PromptBlock[][]): PromptLayout[] {
  const head = [
    block("tools", 12_000, { section: "tools" }),
    block("system", 8_000, { section: "system", marker: fiveMinutes }),
  ];
  const messages: PromptBlock[][] = [[block("user", 400)]];
  const prompts: PromptLayout[] = [];
  for (let step = 0; step <= 50; step++) {
    prompts.push(layout([...head, ...mark(messages).flat()]));
    const uses = Array.from({ length: calls }, (_, i) => block(`use ${step}/${i}`, 80));
    messages.push([block(`text ${step}`, 60), ...uses]);
    for (let i = 0; i < calls; i++) messages.push([block(`result ${step}/${i}`, result)]);
  }
  return prompts;
}

/** The last three messages of the history, in which every result is a message of its own. */
const lastThree = (messages: PromptBlock[][]): PromptBlock[][] =>
  messages.map((blocks, index) =>
    index < messages.length - 3
      ? blocks
      : blocks.map((item, at) => (at === blocks.length - 1 ? { ...item, marker: fiveMinutes } : item)),
  );

function billed(prompts: readonly PromptLayout[]): number {
  const cache = createPromptCache();
  return prompts.reduce((sum, prompt, index) => {
    const { read, write, plain } = cache.use(prompt, markers, index * 20);
    return sum + 0.1 * read + 1.25 * write + plain;
  }, 0);
}

test("the known traces cost what the cost model says: the look-back limit bites at twelve parallel calls", () => {
  expect(billed(trace(1, 1_500, lastThree)) / 430_490).toBeCloseTo(1, 1);
  expect(billed(trace(10, 300, lastThree)) / 840_635).toBeCloseTo(1, 1);
  expect(Math.abs(billed(trace(12, 300, lastThree)) / 981_045 - 7.66)).toBeLessThan(0.03);
});

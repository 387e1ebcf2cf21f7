import fc from "fast-check";
import { expect, test } from "vitest";
import type { ContextNode } from "../../domain/context-nodes.ts";
import { callsOf, textOf, type Message } from "../../domain/message.ts";
import type { ApiMode } from "../../domain/runtime.ts";
import { compressionOf } from "../../../tests/support/compressor-rig.ts";
import { conversation, expanded, lcmRig, type LcmRig } from "../../../tests/support/lcm-rig.ts";
import { anyHistory } from "../../../tests/support/random-history.ts";
import { behaviours } from "../../../tests/support/scripted-summariser.ts";
import { isSound } from "../is-sound.ts";
import { scalesFor } from "../compressor/weigh.ts";
import { sourcesOf } from "./expand.ts";

const mode: ApiMode = "chat_completions";
const scales = scalesFor("gpt-4o");
const question: Message = { role: "user", content: "and now?" };

/** A history as a request is about to carry it: nothing in it is half done, and somebody waits for an answer. */
const askedHistory = anyHistory.map((list): readonly Message[] => {
  const last = list.findLastIndex(({ role }) => role !== "tool");
  const open = callsOf(list[last] ?? question).length;
  const whole = open > list.length - 1 - last ? list.slice(0, last) : list;
  return whole.at(-1)?.role === "assistant" ? [...whole, question] : whole;
});
const story = fc.record({
  history: askedHistory.filter((list) => list.length > 0 && isSound(list, mode)),
  window: fc.integer({ min: 16_000, max: 80_000 }),
  reply: fc.constantFrom(...behaviours.filter((one) => one !== "slow" && one !== "huge")),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

async function told({ history, window, reply }: Story): Promise<LcmRig> {
  const rig = await lcmRig({ replies: [reply], runtime: { contextLength: window } });
  await rig.append(history);
  return rig;
}

const shown = async (rig: Pick<LcmRig, "engine">, history: readonly Message[]): Promise<readonly Message[]> =>
  (await rig.engine.selectContext?.(history)) ?? history;

/** The nodes a view names, in its order. */
function namedIn(view: readonly Message[], { nodes }: LcmRig): readonly ContextNode[] {
  const text = view
    .slice(0, 2)
    .map(({ content }) => textOf(content))
    .join("\n");
  const ids = [...text.matchAll(/^\[sum_(\w+) d\d+ msgs /gm)].map(([, id = ""]) => id);
  return ids.flatMap((id) => nodes.get(id) ?? []);
}

/** No more than the trigger, unless what a person said last is as much alone. */
function fits(view: readonly Message[], window: number): boolean {
  const last = view.at(-1);
  const said = last?.role === "user" ? scales.message(last) : 0;
  return scales.list(view) <= window / 2 || said > window / 2 - 500;
}

const runs = { numRuns: Number(process.env["PROPERTY_RUNS"] ?? 60), endOnFailure: true }; // a store for each: shrinking would take hours

test("[CC-I31] each old message stands in exactly one node of the view, and expanding it gives it back", async () => {
  const seen = { nodes: 0, deep: 0 };
  await fc.assert(
    fc.asyncProperty(story, async (told_) => {
      using rig = await told(told_);
      const { history } = told_;
      const view = await shown(rig, history);
      expect(isSound(view, mode)).toBe(true); // I1 to I3
      expect(view[0]?.role).toBe("user");
      const nodes = namedIn(view, rig);
      const sources = nodes.flatMap((node) => sourcesOf(node, rig));
      const covered = history.slice(0, sources.length);
      expect(sources.map(({ message }) => stored(message))).toEqual(covered.map(stored)); // L2, L3
      const tail = history.slice(sources.length);
      expect(view.slice(-tail.length).map(({ role }) => role)).toEqual(tail.map(({ role }) => role));
      expect(view.length - tail.length).toBeLessThanOrEqual(2); // nothing else is shown of what is old
      expect(fits(view, told_.window)).toBe(true); // L4
      const again = { ...rig, engine: rig.again() };
      expect(JSON.stringify(await shown(again, history))).toBe(JSON.stringify(view)); // L6
      seen.nodes += nodes.length;
      seen.deep += nodes.filter(({ depth }) => depth > 0).length;
    }),
    runs,
  );
  expect([seen.nodes > 20, seen.deep > 0]).toEqual([true, true]);
}, 120_000);

const stored = ({ content }: Message): string => textOf(content).toWellFormed();

test("every message is found by its row and by its words, whatever became of the view", async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.nat(), async (told_, wish) => {
      using rig = await told(told_);
      const { history } = told_;
      await rig.engine.compress(compressionOf(history, { trigger: "manual", force: true }));
      await shown(rig, history);
      const chosen = history[wish % history.length] ?? question;
      const row = rig.rowOf(chosen) ?? 0;
      const text = await expanded(rig.engine, { message_id: row });
      expect(text.startsWith(stored(chosen).slice(0, 200))).toBe(true);
      const [word] = /[a-zA-Z]{5,40}/.exec(textOf(chosen.content)) ?? [];
      if (word === undefined) return;
      const found = rig.messages.search(word, "conversation", 100).map(({ id }) => id);
      expect(found.includes(row) || found.length === 100).toBe(true); // L1
      expect(rig.store.sessions.get(conversation)?.end_reason).toBeNull();
    }),
    runs,
  );
}, 120_000);

test("nodes that were lost are made again by rules, and a gap is filled without touching what is left", async () => {
  let gaps = 0;
  await fc.assert(
    fc.asyncProperty(story, fc.nat(), async (told_, wish) => {
      const lost = new Set<string>();
      using rig = await lcmRig({
        replies: ["failing"],
        runtime: { contextLength: told_.window },
        wrap: (nodes) => ({ ...nodes, list: (filter) => nodes.list(filter).filter(({ id }) => !lost.has(id)) }),
      });
      const { history, window } = told_;
      await rig.append(history);
      await shown(rig, history);
      const all = rig.nodes.list();
      for (const [index, { id }] of all.entries()) if ((wish >> (index % 16)) % 2 === 0) lost.add(id);
      const view = await shown({ engine: rig.again({ replies: ["failing"] }) }, history);
      const sources = namedIn(view, rig).flatMap((node) => sourcesOf(node, rig));
      expect(sources.map(({ message }) => stored(message))).toEqual(history.slice(0, sources.length).map(stored));
      expect(isSound(view, mode)).toBe(true);
      expect(fits(view, window)).toBe(true);
      if (lost.size > 0 && lost.size < all.length) gaps += 1;
    }),
    runs,
  );
  expect(gaps).toBeGreaterThan(0);
}, 120_000);

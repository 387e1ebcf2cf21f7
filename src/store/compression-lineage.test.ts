import fc from "fast-check";
import { expect, test } from "vitest";
import type { CompressionProposal } from "../domain/context-engine.ts";
import type { Message } from "../domain/message.ts";
import { newSession, storeOptions, temporaryStore } from "../../tests/support/temporary-store.ts";
import type { Lease, Store } from "./store.ts";

const said = (index: number): Message => ({
  role: index % 2 === 0 ? "user" : "assistant",
  content: `message ${index}`,
  timestamp: index,
});
const summaryOf = (count: number): Message => ({
  role: "user",
  content: `summary of ${count}`,
  timestamp: 99,
  extra: { origin: "summary" },
});

async function talk(store: Store, sessionId: string, from: number, count: number): Promise<void> {
  const journal = store.openJournal(null);
  for (let index = from; index < from + count; index++) await journal.append(sessionId, said(index), "t");
}

/** Head and tail stay, a summary stands for the rest. */
function proposal(history: readonly Message[], head: number, tail: number): CompressionProposal {
  const messages = [
    ...history.slice(0, head),
    summaryOf(history.length - head - tail),
    ...history.slice(history.length - tail),
  ];
  return {
    outcome: "ok",
    messages,
    summary: { text: "what happened" },
    region: { headEnd: head, tailStart: history.length - tail },
    pruned: 0,
    record: {
      event: "compression",
      engine: "scripted",
      trigger: "manual",
      outcome: "ok",
      messages_before: history.length,
      messages_after: messages.length,
      tokens_before: 100,
      tokens_after: 50,
      duration_ms: 1,
    },
  };
}

function shorten(store: Store, sessionId: string, watermark?: number): Promise<string> {
  const history = store.sessions
    .rows(sessionId)
    .filter(({ id }) => watermark === undefined || id <= watermark)
    .map(({ message }) => message);
  return store.openJournal(null).commitCompression(sessionId, proposal(history, 1, 2), watermark);
}

async function lock(store: Store): Promise<Lease> {
  const lease = await store.leases.acquire("compression:a", 300_000);
  if (lease === null) throw new Error("the lock is taken");
  return lease;
}

/** A conversation that was compressed so often, with a few words in between. */
async function compressed(store: Store, times: number, title: string | null = null): Promise<readonly string[]> {
  await store.sessions.create(newSession("a", { title }));
  await talk(store, "a", 0, 8);
  const ids = ["a"];
  for (let round = 1; round <= times; round++) {
    const id = await shorten(store, ids.at(-1) ?? "");
    await talk(store, id, 10 * round, 4);
    ids.push(id);
  }
  return ids;
}

test("[CC-C62] the root's id, the title and the id of a segment in the middle all lead to the tip", async () => {
  using store = await temporaryStore();
  const [root = "", middle = "", , tip = ""] = await compressed(store, 3, "Fix login");
  const found = [root, "Fix login", middle, tip].map((name) => store.sessions.resolve(name, { exact: false }));
  expect(found.map((each) => (each.kind === "found" ? each.session.id : each.kind))).toEqual([tip, tip, tip, tip]);
});

test("[CC-C63] after four compressions the title is listed once, as it was given", async () => {
  using store = await temporaryStore();
  const ids = await compressed(store, 4, "Fix login");
  expect(store.sessions.list({}).map(({ id, title }) => [id, title])).toEqual([[ids.at(-1), "Fix login"]]);
});

test("[CC-C64] words that only the compacted middle holds are found once, in the segment they were said in", async () => {
  using store = await temporaryStore();
  const [root, ...children] = await compressed(store, 2);
  const { hits } = store.search('"message 3"');
  expect(hits.map((hit) => hit.session_id)).toEqual([root]);
  expect(children.flatMap((id) => store.sessions.history(id)).map(({ content }) => content)).not.toContain("message 3");
  const place = { sessionId: null, messageId: hits[0]?.match_message_id ?? 0, radius: 0 };
  expect(store.recall.around(place, null)).toMatchObject({ kind: "passage", session_id: root });
});

test("[CC-C93] undone with nothing said since, the parent goes on as it was and the child is superseded", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a", { title: "Plans" }));
  await talk(store, "a", 0, 8);
  const before = store.archive.read("a");
  const child = await shorten(store, "a");
  expect(await store.sessions.undoCompression(child, await lock(store))).toEqual({ kind: "undone", sessionId: "a" });
  expect(store.archive.read("a")).toEqual(before);
  expect(store.sessions.get(child)).toMatchObject({ end_reason: "superseded", title: null });
  expect(store.sessions.list({}).map(({ id }) => id)).toEqual(["a"]);
  expect(store.sessions.resolve(child, { exact: false })).toMatchObject({ kind: "found", session: { id: "a" } });
});

test("undone after more was said, a new segment holds everything, and every older id leads to it", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a", { title: "Plans" }));
  await talk(store, "a", 0, 8);
  const child = await shorten(store, "a");
  await talk(store, child, 8, 2);
  const lease = await lock(store);
  const undone = await store.sessions.undoCompression(child, lease);
  const id = undone.kind === "undone" ? undone.sessionId : "";
  expect(store.sessions.history(id)).toEqual(Array.from({ length: 10 }, (_, index) => said(index)));
  expect(store.sessions.get(id)).toMatchObject({ title: "Plans", compression_count: 0, conversation_id: "a" });
  const tips = ["a", child, id, "Plans"].map((name) => store.sessions.resolve(name, { exact: false }));
  expect(tips.map((tip) => (tip.kind === "found" ? tip.session.id : tip.kind))).toEqual([id, id, id, id]);
  expect(store.search('"message 9"').hits).toHaveLength(1);
  expect(await store.sessions.undoCompression(id, lease)).toEqual({ kind: "nothing" });
});

test("what no compression made cannot be undone", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  await store.sessions.fork("a", "b");
  const lease = await lock(store);
  expect(await store.sessions.undoCompression("a", lease)).toEqual({ kind: "nothing" });
  expect(await store.sessions.undoCompression("b", lease)).toEqual({ kind: "nothing" });
  expect(await store.sessions.undoCompression("nobody", lease)).toEqual({ kind: "nothing" });
});

test("a writer of a segment that was undone meanwhile writes where the conversation goes on", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  await talk(store, "a", 0, 8);
  const child = await shorten(store, "a");
  await store.sessions.undoCompression(child, await lock(store));
  await talk(store, child, 8, 1);
  expect(store.sessions.history("a").at(-1)).toEqual(said(8));
});

test("a process that lost the lease before the commit changes nothing", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  await talk(store, "a", 0, 8);
  const lost = await lock(store);
  await lost.release();
  const before = [store.archive.read("a"), store.archive.ids()];
  const shorter = proposal(store.sessions.history("a"), 1, 2);
  await expect(store.openJournal(null).commitCompression("a", shorter, null, lost)).rejects.toMatchObject({
    reason: "lease",
  });
  expect([store.archive.read("a"), store.archive.ids()]).toEqual(before);
});

test("[CC-C58] the lock of a process that died is taken over at once", async () => {
  const options = storeOptions({ isAlive: (pid) => pid !== 1_000 });
  using dead = await temporaryStore(options);
  using next = await temporaryStore({ ...options, process: { pid: 2_000, startTime: "2", host: "here" } });
  await lock(dead);
  expect(await next.leases.acquire("compression:a", 300_000)).toMatchObject({ token: 2 });
});

const plan = fc.record({
  rounds: fc.integer({ min: 1, max: 4 }),
  said: fc.integer({ min: 4, max: 12 }),
  late: fc.integer({ min: 0, max: 3 }),
});

test("[CC-I14] whatever is compressed how often, every message is reached from the tip with its words", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ rounds, said: count }) => {
      using store = await temporaryStore();
      await store.sessions.create(newSession("a"));
      let tip = "a";
      for (let round = 0; round < rounds; round++) {
        await talk(store, tip, round * count, count);
        tip = await shorten(store, tip);
      }
      const texts = new Set<unknown>();
      for (let row = store.sessions.get(tip); row !== null; row = store.sessions.get(row.parent_session_id ?? ""))
        for (const { content } of store.sessions.history(row.id)) texts.add(content);
      for (let index = 0; index < rounds * count; index++) expect(texts).toContain(said(index).content);
    }),
    { numRuns: 20 },
  );
});

test("[CC-I21] what is said while the summary is made stands behind the child's tail, in order", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ said: count, late }) => {
      using store = await temporaryStore();
      await store.sessions.create(newSession("a"));
      await talk(store, "a", 0, count);
      const watermark = store.sessions.lastRow("a") ?? 0;
      await talk(store, "a", count, late);
      const child = await shorten(store, "a", watermark);
      const words = store.sessions.history(child).map(({ content }) => content);
      const expected = Array.from({ length: late + 2 }, (_, index) => said(count - 2 + index).content);
      expect(words.slice(2)).toEqual(expected);
    }),
    { numRuns: 20 },
  );
});

test("[CC-I30] an undo right after a run gives back the former list, however often it was compressed before", async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ rounds, said: count }) => {
      using store = await temporaryStore();
      await store.sessions.create(newSession("a"));
      let tip = "a";
      for (let round = 0; round < rounds; round++) {
        await talk(store, tip, round * count, count);
        if (round < rounds - 1) tip = await shorten(store, tip);
      }
      const before = store.archive.read(tip);
      const child = await shorten(store, tip);
      const lease = await lock(store);
      expect(await store.sessions.undoCompression(child, lease)).toEqual({ kind: "undone", sessionId: tip });
      expect(store.archive.read(tip)).toEqual(before);
    }),
    { numRuns: 20 },
  );
});

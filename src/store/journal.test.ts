import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { CompressionProposal } from "../domain/context-engine.ts";
import type { Message, ToolMessage } from "../domain/message.ts";
import type { TurnRow } from "../domain/turn.ts";
import { usageOf } from "../domain/usage.ts";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { newSession, storeOptions, temporaryStore } from "../../tests/support/temporary-store.ts";
import { turnResource } from "./turn-resource.ts";
import type { Store } from "./store.ts";

const user = (content: string): Message => ({ role: "user", content, timestamp: 1 });
const assistant = (content: string): Message => ({ role: "assistant", content, timestamp: 2 });
const result = (content: string): ToolMessage => ({
  role: "tool",
  tool_call_id: "c",
  name: "run",
  tool_name: "run",
  content,
});

const turnRow: TurnRow = {
  turn_id: "turn-1",
  started_at: 10,
  ended_at: 20,
  exit_reason: "text_response",
  exit_detail: null,
  iterations: 2,
  api_calls: 2,
  tool_calls: 1,
  usage: usageOf({
    input_tokens: 10,
    output_tokens: 5,
    cache_read_tokens: 3,
    cache_write_tokens: 2,
    reasoning_tokens: 1,
  }),
  cost_usd: 0.5,
  cost_status: "estimated",
  model: "model-a",
  provider: "provider-a",
  fallback: false,
  interrupted: false,
  error_code: null,
};

async function conversation(store: Store, words: readonly string[]): Promise<readonly Message[]> {
  const journal = store.openJournal(null);
  const messages = words.map((word, index) => (index % 2 === 0 ? user(word) : assistant(word)));
  for (const message of messages) await journal.append("a", message, "t");
  return messages;
}

function proposal(messages: readonly Message[], headEnd: number, tailStart: number): CompressionProposal {
  return {
    outcome: "ok",
    messages,
    summary: { text: "what happened" },
    region: { headEnd, tailStart },
    pruned: 0,
    record: {
      event: "compression",
      engine: "window",
      trigger: "manual",
      outcome: "ok",
      messages_before: 6,
      messages_after: messages.length,
      tokens_before: 600,
      tokens_after: 300,
      duration_ms: 5,
    },
  };
}

test("a message object is stored once, however often it is handed in", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  const journal = store.openJournal(null);
  const message = user("hello");
  const rows = [await journal.append("a", message, "t"), await journal.append("a", message, "t")];
  expect(rows[0]).toBe(rows[1]);
  expect(store.sessions.history("a")).toEqual([message]);
});

test("an amended tool row reads and is found by its new words; other rows cannot be amended", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  const journal = store.openJournal(null);
  const first = await journal.append("a", user("hello"), "t");
  const row = await journal.append("a", result("before"), "t");
  await journal.amend(row, result("afterwards"));
  expect(store.sessions.history("a").at(-1)).toEqual(result("afterwards"));
  expect(store.search("before", { includeTools: true }).hits).toEqual([]);
  expect(store.search("afterwards", { includeTools: true }).hits).toHaveLength(1);
  await expect(journal.amend(first, result("no"))).rejects.toMatchObject({ reason: "unknown" });
});

test("a finished turn is counted once, in its row, the usage and the session", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  const journal = store.openJournal(null);
  await journal.finish("a", turnRow);
  await journal.finish("a", turnRow);
  await journal.finish("a", { ...turnRow, turn_id: "turn-2", cost_usd: null, cost_status: "unknown" });
  expect(store.sessions.get("a")).toMatchObject({
    api_call_count: 4,
    tool_call_count: 2,
    input_tokens: 20,
    output_tokens: 10,
    cache_read_tokens: 6,
    cache_write_tokens: 4,
    reasoning_tokens: 2,
    cost_usd: 0.5,
    cost_status: "unknown",
  });
  expect(store.archive.stats()).toMatchObject({ turns: 2, by_exit_reason: { text_response: 2 } });
});

test("the journal is moved into the file when a turn ends, or when it has grown long, and not in between", async () => {
  const options = storeOptions();
  using store = await temporaryStore(options);
  await store.sessions.create(newSession("a"));
  const journal = store.openJournal(null);
  const say = async (count: number): Promise<Buffer> => {
    for (let number = 0; number < count; number++) await journal.append("a", user(`message ${number}`), "t");
    return readFileSync(options.path);
  };
  const fresh = await say(0);
  const started = await say(200);
  expect(started.equals(fresh)).toBe(true);
  await journal.finish("a", turnRow);
  const ended = await say(0);
  expect(ended.includes("message 199")).toBe(true);
  expect((await say(1_000)).includes("message 999")).toBe(true);
});

test("a compression opens a child with head, summary and tail and loses nothing of the parent", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a", { title: "Plans" }));
  const said = await conversation(store, ["first", "go on", "middle", "go on", "last", "go on"]);
  await store.sessions.saveToolsHash("a", "hash");
  const summary: Message = { role: "user", content: "summary", timestamp: 3, extra: { origin: "summary" } };
  const kept = [...said.slice(0, 2), summary, ...said.slice(4)];
  const child = await store.openJournal(null).commitCompression("a", proposal(kept, 2, 4));
  expect(store.sessions.history(child)).toEqual(kept);
  expect(store.sessions.history("a")).toEqual(said);
  expect(store.archive.read("a")?.messages.map(({ compacted }) => compacted)).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ]);
  expect(store.archive.read(child)?.messages.map(({ copyOf }) => copyOf)).toEqual([1, 2, null, 5, 6]);
  expect(store.sessions.get("a")).toMatchObject({ end_reason: "compression", title: null });
  expect(store.sessions.get(child)).toMatchObject({
    title: "Plans",
    conversation_id: "a",
    parent_session_id: "a",
    relation: "compression",
    compression_count: 1,
    tools_hash: "hash",
    end_reason: null,
  });
  expect(store.sessions.prompt(child)).toEqual(store.sessions.prompt("a"));
  expect(child).toMatch(/^\d{8}_\d{6}_[0-9a-f]{8}$/u);
});

test("a compression that fails half-way leaves the parent open and whole", async () => {
  const options = storeOptions();
  using store = await temporaryStore(options);
  await store.sessions.create(newSession("a", { title: "Plans" }));
  const said = await conversation(store, ["first", "answer"]);
  using other = new DatabaseSync(options.path);
  other.exec("CREATE TRIGGER no BEFORE INSERT ON compressions BEGIN SELECT RAISE(ABORT, 'no'); END");
  const before = [store.archive.read("a"), store.archive.ids()];
  await expect(store.openJournal(null).commitCompression("a", proposal(said.slice(1), 0, 1))).rejects.toThrow("no");
  expect([store.archive.read("a"), store.archive.ids()]).toEqual(before);
});

test("rows that arrived while the summary was made are carried over", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  const said = await conversation(store, ["first", "answer", "late"]);
  const child = await store.openJournal(null).commitCompression("a", proposal(said.slice(1, 2), 0, 1), 2);
  expect(store.sessions.history(child)).toEqual(said.slice(1));
});

test("a segment is compressed once; a late writer of the old segment writes to the new one", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  const said = await conversation(store, ["first", "answer"]);
  const journal = store.openJournal(null);
  const child = await journal.commitCompression("a", proposal(said, 2, 2));
  await expect(journal.commitCompression("a", proposal(said, 2, 2))).rejects.toThrow("already closed");
  await journal.append("a", user("late"), "t");
  expect(store.sessions.history(child).at(-1)).toEqual(user("late"));
  expect(store.sessions.get("a")?.end_reason).toBe("compression");
});

test("a proposal without messages changes nothing but the record", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  const aborted: CompressionProposal = { ...proposal([], 0, 0), outcome: "aborted", error: "no summary" };
  expect(await store.openJournal(null).commitCompression("a", aborted)).toBe("a");
  expect(store.sessions.get("a")?.end_reason).toBeNull();
});

test("a process that lost its lease can no longer write", async () => {
  const clock = new FakeClock();
  using store = await temporaryStore({ clock });
  await store.sessions.create(newSession("a"));
  const old = await store.leases.acquire(turnResource("a"), 300_000);
  const journal = store.openJournal(old);
  await journal.append("a", user("mine"), "t");
  await clock.advance(300_001);
  const next = await store.leases.acquire(turnResource("a"), 300_000);
  expect(next?.token).toBe(2);
  const writes = [
    journal.append("a", user("stale"), "t"),
    journal.commitCompression("a", proposal([], 0, 0)),
    journal.finish("a", turnRow),
  ];
  for (const write of writes) await expect(write).rejects.toMatchObject({ reason: "lease" });
  expect(await old?.renew()).toBe(false);
  await next?.release();
  await expect(journal.append("a", user("still stale"), "t")).rejects.toMatchObject({ reason: "lease" });
  expect(store.sessions.history("a")).toEqual([user("mine")]);
  expect((await store.leases.acquire(turnResource("a"), 1_000))?.token).toBe(3);
});

test("[SF-D7] while a turn compresses into a new session, nobody else gets the conversation until it ends", async () => {
  const options = storeOptions();
  using a = await temporaryStore(options);
  using b = await temporaryStore({ ...options, process: { pid: 2_000, startTime: "2", host: "here" } });
  await a.sessions.create(newSession("a"));
  const said = await conversation(a, ["first", "answer"]);
  const lease = await a.leases.acquire(turnResource("a"), 300_000);
  const journal = a.openJournal(lease);
  const child = await journal.commitCompression("a", proposal(said, 2, 2));
  const wanted = (): string => turnResource(b.sessions.get(child)?.conversation_id ?? "");
  expect(wanted()).toBe(lease?.resource);
  expect(await b.leases.acquire(wanted(), 300_000)).toBeNull();
  await journal.append(child, user("goes on"), "t");
  expect(b.leases.holder(wanted())).toContain("pid=1000;start=1;host=here;");
  await lease?.release();
  expect(await b.leases.acquire(wanted(), 300_000)).toMatchObject({ resource: "turn:a", token: 2 });
});

test("a dead holder on this host is taken over at once, one elsewhere only when its time is up", async () => {
  const clock = new FakeClock();
  const options = storeOptions({ clock, isAlive: (pid, start) => pid === 1_000 && start === "new" });
  using here = await temporaryStore(options);
  using elsewhere = await temporaryStore({ ...options, process: { pid: 1_000, startTime: "1", host: "there" } });
  using next = await temporaryStore({ ...options, process: { pid: 1_000, startTime: "new", host: "here" } });
  expect(await here.leases.acquire("r", 300_000)).toMatchObject({ token: 1 });
  expect(await next.leases.acquire("r", 300_000)).toMatchObject({ token: 2 }); // same pid, another start
  expect(await elsewhere.leases.acquire("other", 300_000)).toMatchObject({ token: 1 });
  expect(await next.leases.acquire("other", 300_000)).toBeNull();
  await clock.advance(300_000);
  expect(await next.leases.acquire("other", 300_000)).toMatchObject({ token: 2 });
});

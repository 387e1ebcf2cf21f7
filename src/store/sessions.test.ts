import { expect, test } from "vitest";
import type { Message, ToolCall } from "../domain/message.ts";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { newSession, temporaryStore } from "../../tests/support/temporary-store.ts";
import { turnResource } from "./turn-resource.ts";
import type { Resolution, Store } from "./store.ts";

const idsOf = (resolution: Resolution): unknown =>
  resolution.kind === "found"
    ? resolution.session.id
    : resolution.kind === "ambiguous"
      ? resolution.candidates.map(({ id }) => id)
      : null;

const callOf = (id: string): ToolCall => ({ id, type: "function", function: { name: "run", arguments: "{}" } });

async function compress(store: Store, id: string): Promise<string> {
  return store.openJournal(null).commitCompression(id, {
    outcome: "ok",
    messages: [],
    region: { headEnd: 0, tailStart: 0 },
    pruned: 0,
    record: {
      event: "compression",
      engine: "none",
      trigger: "manual",
      outcome: "ok",
      messages_before: 0,
      messages_after: 0,
      tokens_before: 0,
      tokens_after: 0,
      duration_ms: 0,
    },
  });
}

test("a reference is the newest, an id, an id's start of six, a title, or a title's start, in that order", async () => {
  const clock = new FakeClock();
  using store = await temporaryStore({ clock });
  for (const [id, title] of [
    ["20260101_000000_aaaaaaaa", "Über den Wolken"],
    ["20260101_000000_aaaabbbb", "abc one"],
    ["20260102_000000_cccccccc", "abc two"],
    ["unnamed_1", null],
    ["20260103_000000_dddddddd", "20260101"],
  ] as const) {
    await clock.advance(1_000);
    await store.sessions.create(newSession(id, { title }));
  }
  const find = (reference: string): unknown => idsOf(store.sessions.resolve(reference, { exact: false }));
  expect(find("latest")).toBe("20260103_000000_dddddddd");
  expect(find("20260102_000000_cccccccc")).toBe("20260102_000000_cccccccc");
  expect(find("20260102")).toBe("20260102_000000_cccccccc");
  expect([find("unnam"), find("unname")]).toEqual([null, "unnamed_1"]);
  expect(find("20260")).toBe("20260103_000000_dddddddd"); // too short for an id, but the start of a title
  expect(find("20260101")).toBe("20260103_000000_dddddddd"); // two ids start so; one title is exactly this
  expect(find("20260101_0")).toEqual(["20260101_000000_aaaabbbb", "20260101_000000_aaaaaaaa"]);
  expect(find("abc two")).toBe("20260102_000000_cccccccc");
  expect(find("ABC")).toEqual(["20260102_000000_cccccccc", "20260101_000000_aaaabbbb"]);
  expect(find("über")).toBe("20260101_000000_aaaaaaaa");
  expect(find("nothing")).toBeNull();
  expect(find("")).toBeNull();
  expect(find("%")).toBeNull();
});

test("at most ten candidates are named", async () => {
  using store = await temporaryStore();
  for (let number = 0; number < 12; number++) await store.sessions.create(newSession(`same-start-${number}`));
  expect(idsOf(store.sessions.resolve("same-start", { exact: false }))).toHaveLength(10);
});

test("a compressed session leads to the newest of its lineage, unless exactly this one is asked for", async () => {
  const clock = new FakeClock();
  using store = await temporaryStore({ clock });
  await store.sessions.create(newSession("root-segment", { title: "Plans" }));
  await clock.advance(1_000);
  const second = await compress(store, "root-segment");
  await clock.advance(1_000);
  const third = await compress(store, second);
  await store.sessions.fork(third, "a-branch");
  for (const reference of ["root-segment", "root-s", second, third, "Plans"]) {
    expect(idsOf(store.sessions.resolve(reference, { exact: false }))).toBe(third);
  }
  expect(idsOf(store.sessions.resolve("root-segment", { exact: true }))).toBe("root-segment");
  expect(store.sessions.list({}).map(({ id }) => id)).toEqual(["a-branch", third]);
});

test("the latest session is that of the directory, else of the source", async () => {
  const clock = new FakeClock();
  using store = await temporaryStore({ clock });
  await store.sessions.create(newSession("here", { cwd: "/a" }));
  await clock.advance(1_000);
  await store.sessions.create(newSession("below", { cwd: "/b/deep", gitRoot: "/b" }));
  await clock.advance(1_000);
  await store.sessions.create(newSession("chat", { cwd: "/c", source: "gateway" }));
  const latest = (cwd: string | null, source: string | null): unknown => store.sessions.latest({ cwd, source })?.id;
  expect([latest("/a", "cli"), latest("/b", null), latest("/x", "cli"), latest(null, null)]).toEqual([
    "here",
    "below",
    "below",
    "chat",
  ]);
  expect(latest("/x", "nobody")).toBeUndefined();
});

test("a prompt is kept once and can be replaced; tail and tool hash are remembered", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  await store.sessions.create(newSession("b"));
  const tail = { message_key: "k", message_index: 1, block_index: 0, ttl: "5m", last_used_at: 5, route: "r" } as const;
  await store.sessions.savePrompt("a", { text: "You are new.\n", meta: { layers: [1] } });
  const state = { tail, pauses: null, last: null, spending: { billed: 1, uncached: 3, least: 1 } };
  await store.sessions.saveCacheState("a", state, []);
  await store.sessions.saveToolsHash("a", "hash");
  expect(store.sessions.prompt("a")).toEqual({ text: "You are new.\n", meta: { layers: [1] } });
  expect(store.sessions.prompt("b")).toEqual({ text: "You are Hermes.", meta: { layers: [] } });
  expect(store.sessions.get("a")).toMatchObject({ cache_tail: tail, cache_state: state, tools_hash: "hash" });
  await expect(store.sessions.saveToolsHash("none", "hash")).rejects.toThrow("no session none");
});

test("the first reason for an end wins, and a session that goes on is not over", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  await store.sessions.end("a", "user_exit");
  await store.sessions.end("a", "error");
  expect(store.sessions.get("a")?.end_reason).toBe("user_exit");
  await store.openJournal(null).append("a", { role: "user", content: "more" }, "t");
  expect(store.sessions.get("a")).toMatchObject({ end_reason: null, ended_at: null });
});

test("a fork has the messages, the prompt and a title of its own, and its own conversation", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a", { title: "Plans" }));
  const said: Message[] = [
    { role: "user", content: "hello" },
    { role: "assistant", content: "hi", timestamp: 7 },
  ];
  for (const message of said) await store.openJournal(null).append("a", message, "t");
  await store.sessions.fork("a", "b");
  expect(store.sessions.history("b")).toEqual(said);
  expect(store.sessions.prompt("b")).toEqual(store.sessions.prompt("a"));
  expect(store.sessions.get("b")).toMatchObject({
    title: "Plans #2",
    conversation_id: "b",
    parent_session_id: "a",
    relation: "branch",
    message_count: 2,
  });
  await store.openJournal(null).append("b", { role: "user", content: "other way" }, "t");
  expect(store.sessions.history("a")).toEqual(said);
});

test("a history is what was stored: calls left open are open, and reading them changes nothing", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  const open: Message = { role: "assistant", content: "", tool_calls: ["x", "y", "z"].map(callOf) };
  const answer: Message = { role: "tool", tool_call_id: "y", name: "run", tool_name: "run", content: "done" };
  const journal = store.openJournal(null);
  await journal.append("a", open, "t");
  await journal.append("a", answer, "t");
  expect(store.sessions.history("a")).toEqual([open, answer]);
  expect(store.archive.read("a")?.messages.map(({ message }) => message)).toEqual([open, answer]);
});

test("removing refuses a leased session, moves children up and leaves nothing of the session behind", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("root-segment", { title: "Plans" }));
  await store.openJournal(null).append("root-segment", { role: "user", content: "findable words" }, "t");
  const middle = await compress(store, "root-segment");
  const tip = await compress(store, middle);
  const lease = await store.leases.acquire(turnResource("root-segment"), 300_000);
  expect(await store.sessions.remove([middle])).toMatchObject({ kind: "in-use", id: middle });
  expect(store.sessions.get(middle)).not.toBeNull();
  await lease?.release();
  expect(await store.sessions.remove([middle])).toEqual({ kind: "removed", count: 1 });
  expect(store.sessions.get(middle)).toBeNull();
  expect(store.sessions.get(tip)).toMatchObject({ parent_session_id: "root-segment", conversation_id: "root-segment" });
  expect(idsOf(store.sessions.resolve("root-segment", { exact: false }))).toBe(tip);
  expect(await store.sessions.remove(["root-segment", tip, "nonsense"])).toEqual({ kind: "removed", count: 2 });
  expect(store.archive.stats()).toMatchObject({ sessions: 0, messages: 0 });
  expect(store.search("findable").hits).toEqual([]);
});

test("a copy is found under its own name once its original is removed", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  await store.openJournal(null).append("a", { role: "user", content: "findable words" }, "t");
  await store.sessions.fork("a", "b");
  expect(store.search("findable").hits.map((hit) => hit.session_id)).toEqual(["a"]);
  await store.sessions.remove(["a"]);
  expect(store.search("findable").hits.map((hit) => hit.session_id)).toEqual(["b"]);
});

test("a title names one session only", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a", { title: "Plans" }));
  await store.sessions.create(newSession("b"));
  expect(await store.sessions.rename("b", "Plans")).toBe("taken");
  expect(await store.sessions.rename("a", " Plans ")).toBe("renamed");
  expect(await store.sessions.rename("none", "x")).toBe("missing");
  expect(store.sessions.get("b")?.title).toBeNull();
});

test("only conversations at rest since long ago can be pruned", async () => {
  const clock = new FakeClock(1_000_000);
  using store = await temporaryStore({ clock });
  for (const id of ["old-ended", "old-open", "long-lived"]) await store.sessions.create(newSession(id));
  await store.sessions.end("old-ended", "user_exit");
  await clock.advance(1_000_000);
  await compress(store, "long-lived");
  expect(store.archive.prunable({ beforeSeconds: 1_500 }).map(({ id }) => id)).toEqual(["old-ended"]);
  expect(store.archive.prunable({ beforeSeconds: 1_500, source: "gateway" })).toEqual([]);
});

test("children are found by those who ask for them, and are not what a person goes on with", async () => {
  const clock = new FakeClock();
  using store = await temporaryStore({ clock });
  await store.sessions.create(newSession("parent"));
  await clock.advance(1_000);
  const relation = { parentSessionId: "parent", relation: "delegation", source: "subagent" } as const;
  await store.sessions.create(newSession("child", relation));
  const ids = (source?: string): unknown =>
    store.sessions.list(source === undefined ? {} : { source }).map((session) => session.id);
  expect([ids(), ids("subagent"), ids("cli")]).toEqual([["parent"], ["child"], ["parent"]]);
  expect(store.sessions.latest({ cwd: "/code/project", source: "cli" })?.id).toBe("parent");
  expect(idsOf(store.sessions.resolve("latest", { exact: false }))).toBe("parent");
  expect(idsOf(store.sessions.resolve("child", { exact: true }))).toBe("child");
});

test("a session in the background is listed, and is not what a person goes on with unless they name it", async () => {
  const clock = new FakeClock();
  using store = await temporaryStore({ clock });
  await store.sessions.create(newSession("parent"));
  await clock.advance(1_000);
  await store.sessions.create(newSession("beside", { parentSessionId: "parent", relation: "background" }));
  expect(store.sessions.list({}).map(({ id }) => id)).toEqual(["beside", "parent"]);
  expect(store.sessions.latest({ cwd: "/code/project", source: "cli" })?.id).toBe("parent");
  expect(idsOf(store.sessions.resolve("latest", { exact: false }))).toBe("parent");
  expect(idsOf(store.sessions.resolve("beside", { exact: true }))).toBe("beside");
});

test("[CC-C65] a compressed session goes on in its next segment and never in a child it delegated to", async () => {
  const clock = new FakeClock();
  using store = await temporaryStore({ clock });
  await store.sessions.create(newSession("parent"));
  const next = await compress(store, "parent");
  await clock.advance(1_000);
  for (const [id, parentSessionId] of [
    ["of-parent", "parent"],
    ["of-next", next],
  ] as const) {
    await store.sessions.create(newSession(id, { parentSessionId, relation: "delegation", source: "subagent" }));
  }
  expect(idsOf(store.sessions.resolve("parent", { exact: false }))).toBe(next);
});

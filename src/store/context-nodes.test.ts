import { expect, test } from "vitest";
import type { NewNode } from "../domain/context-nodes.ts";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { newSession, storeOptions, temporaryStore } from "../../tests/support/temporary-store.ts";

const node = (text: string, over: Partial<NewNode> = {}): NewNode => ({
  depth: 0,
  text,
  tokens: 10,
  level: 1,
  firstMsg: 1,
  lastMsg: 4,
  children: [],
  ...over,
});
const unguarded = (): null => null;

test("nodes come back as they were put, in the order of their messages, and outlive the process", async () => {
  const options = storeOptions({ clock: new FakeClock(5_000) });
  using store = await temporaryStore(options);
  const nodes = store.nodes("a", "lcm", unguarded);
  const [second, first] = await nodes.transact((to) => [
    to.put(node("later", { firstMsg: 5, lastMsg: 8 })),
    to.put(node("earlier")),
  ]);
  using again = await temporaryStore(options);
  expect(again.nodes("a", "lcm", unguarded).list()).toEqual([
    { ...node("earlier"), id: first, createdAt: 5, supersedes: [] },
    { ...node("later", { firstMsg: 5, lastMsg: 8 }), id: second, createdAt: 5, supersedes: [] },
  ]);
  expect(nodes.list({ from: 5 }).map(({ id }) => id)).toEqual([second]);
  expect(nodes.list({ to: 4 }).map(({ id }) => id)).toEqual([first]);
  expect(nodes.list({ depth: 1 })).toEqual([]);
});

test("a node that took the place of others is listed in theirs; they are still found by their id", async () => {
  using store = await temporaryStore();
  const nodes = store.nodes("a", "lcm", unguarded);
  const old = await nodes.transact((to) => to.put(node("first draft of the plan")));
  const better = await nodes.transact((to) => to.supersede([old], node("the Plan")));
  expect(nodes.list().map(({ id }) => id)).toEqual([better]);
  expect(nodes.search("plan THE", 5).map(({ id }) => id)).toEqual([better]);
  expect(nodes.search("  ", 5)).toEqual([]);
  expect([nodes.get(old)?.text, nodes.get(better)?.supersedes]).toEqual(["first draft of the plan", [old]]);
});

test("a transaction that throws leaves nothing of what it wrote", async () => {
  using store = await temporaryStore();
  const nodes = store.nodes("a", "lcm", unguarded);
  const broken = nodes.transact((to) => {
    to.put(node("half"));
    expect(to.list()).toHaveLength(1); // it sees what it has written so far
    throw new Error("stop");
  });
  await expect(broken).rejects.toThrow("stop");
  expect(nodes.list()).toEqual([]);
});

test("an engine sees only its own nodes of its own conversation, and they go with the conversation", async () => {
  using store = await temporaryStore();
  await store.sessions.create(newSession("a"));
  await store.sessions.create(newSession("b"));
  for (const [conversation, engine] of [
    ["a", "lcm"],
    ["a", "other"],
    ["b", "lcm"],
  ] as const)
    await store.nodes(conversation, engine, unguarded).transact((to) => to.put(node(`${conversation} ${engine}`)));
  const [own] = store.nodes("a", "lcm", unguarded).list();
  expect(own?.text).toBe("a lcm");
  expect(store.nodes("b", "lcm", unguarded).get(own?.id ?? "")).toBeNull();
  await store.sessions.remove(["a"]);
  expect(store.nodes("a", "lcm", unguarded).list()).toEqual([]);
  expect(store.nodes("b", "lcm", unguarded).list()).toHaveLength(1);
});

test("a process that lost the conversation writes no nodes", async () => {
  const clock = new FakeClock();
  using store = await temporaryStore({ clock });
  const lease = await store.leases.acquire("turn:a", 1_000);
  const nodes = store.nodes("a", "lcm", () => lease);
  await nodes.transact((to) => to.put(node("mine")));
  await clock.advance(1_001);
  await store.leases.acquire("turn:a", 1_000);
  await expect(nodes.transact((to) => to.put(node("stale")))).rejects.toMatchObject({ reason: "lease" });
  expect(nodes.list().map(({ text }) => text)).toEqual(["mine"]);
});

import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { Message } from "../domain/message.ts";
import { noUsage } from "../domain/usage.ts";
import { newSession, temporaryStore } from "../../tests/support/temporary-store.ts";
import { inMemory } from "./open-store.ts";

const picture: Message = {
  role: "user",
  content: [{ type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } }],
};
const turn = {
  turn_id: "t",
  started_at: 1,
  ended_at: 2,
  exit_reason: "text_response",
  exit_detail: null,
  iterations: 1,
  api_calls: 1,
  tool_calls: 0,
  usage: noUsage,
  cost_usd: null,
  cost_status: "unknown",
  model: "m",
  provider: "p",
  fallback: false,
  interrupted: false,
  error_code: null,
} as const;

test("a store in memory does all a store does and leaves nothing on the disk", async () => {
  const events: string[] = [];
  using store = await temporaryStore({ path: inMemory, log: (level, event) => void events.push(`${level} ${event}`) });
  await store.sessions.create(newSession("a"));
  const lease = await store.leases.acquire("turn:a", 300_000);
  expect(await store.leases.acquire("turn:a", 300_000)).toBeNull();
  const journal = store.openJournal(lease);
  await journal.append("a", picture, "t");
  await journal.append("a", { role: "assistant", content: "a needle" }, "t");
  await journal.finish("a", turn);
  await lease?.release();
  expect(store.sessions.history("a")).toEqual([picture, { role: "assistant", content: "a needle" }]);
  expect(store.search("needle").hits.map((hit) => hit.session_id)).toEqual(["a"]);
  expect(store.archive.stats()).toMatchObject({ sessions: 1, messages: 2, turns: 1, file_bytes: 0 });
  await expect(journal.append("a", { role: "user", content: "late" }, "t")).rejects.toMatchObject({ reason: "lease" });
  expect([":memory:", ":memory:-wal", "cache"].map((name) => existsSync(name))).toEqual([false, false, false]);
  expect(events).toEqual([]);
});

test("two stores in memory know nothing of each other", async () => {
  using one = await temporaryStore({ path: inMemory });
  using other = await temporaryStore({ path: inMemory });
  await one.sessions.create(newSession("a"));
  expect(other.sessions.get("a")).toBeNull();
});

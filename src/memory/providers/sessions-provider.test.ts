import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { newSession, temporaryStore } from "../../../tests/support/temporary-store.ts";
import { charsIn } from "../../text/code-points.ts";
import { contentWords } from "./content-words.ts";
import { createSessionsProvider, type SessionsProviderDeps } from "./sessions-provider.ts";

const signal = new AbortController().signal;
const about = { sessionId: "now", signal };

test("an earlier conversation is found by a sentence about it, the own one is not", async () => {
  const clock = new FakeClock(Date.UTC(2026, 2, 30));
  using store = await temporaryStore({ clock });
  const say = async (id: string, title: string | null, content: string): Promise<void> => {
    await store.sessions.create(newSession(id, { title }));
    await store.openJournal(null).append(id, { role: "user", content }, "t");
  };
  await say("old", "Rollout", "the atlas rollout is stuck on the second node");
  await say("now", null, "the atlas rollout again");
  const search: SessionsProviderDeps["search"] = (query, { sessionId, limit }) =>
    store.search(query, { limit, exceptConversation: sessionId }).hits;
  const provider = createSessionsProvider({ search, clock });
  const text = await provider.prefetch?.("How did we fix the atlas node?", about);
  expect(text).toBe("");
  expect(await provider.prefetch?.("Is the rollout of atlas stuck?", about)).toBe(
    "From earlier conversations:\n- Rollout (2026-03-30, session old): " +
      "the atlas >>>rollout<<< is stuck on the second node",
  );
  expect(provider.recallStatus?.()).toEqual({ count: 1, label: "earlier conversations" });
  expect(await provider.prefetch?.("() *", about)).toBe("");
  expect(provider.recallStatus?.()).toBeNull();
});

test("three long hits fit into 1,500 characters, cut between words", async () => {
  const hit = { title: "T", when: 0, snippet: "many words ".repeat(200) };
  const search = () => ["a", "b", "c"].map((session_id) => ({ ...hit, session_id }));
  const text = (await createSessionsProvider({ search, clock: new FakeClock() }).prefetch?.("words", about)) ?? "";
  expect(charsIn(text)).toBeLessThanOrEqual(1_500);
  expect(text.split("\n")).toHaveLength(4);
  expect(text).toMatch(/(?:many|words)$/);
});

const findsOne = () => [{ session_id: "a", title: null, when: 0, snippet: "x" }];

test("a search that took longer than 100 ms recalls nothing", async () => {
  let now = 0;
  const { sleep, deadline } = new FakeClock();
  const clock = { sleep, deadline, now: () => (now += 101) };
  expect(await createSessionsProvider({ search: findsOne, clock }).prefetch?.("x", about)).toBe("");
});

test.each([
  ["What did I say about the Berlin office?", "say Berlin office"],
  ["Why is it?", ""],
  ["登录模块 please", "登录模块"],
  ["fix src/app.ts, fix it", "fix src/app.ts"],
])("the content words of %j are %j", (question, words) => {
  expect(contentWords(question)).toBe(words);
});

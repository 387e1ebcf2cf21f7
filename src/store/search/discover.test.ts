import { expect, test } from "vitest";
import type { Message } from "../../domain/message.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { newSession, temporaryStore } from "../../../tests/support/temporary-store.ts";
import type { SearchOptions, Store } from "../store.ts";

const user = (content: string): Message => ({ role: "user", content });
const tool = (content: string): Message => ({ role: "tool", tool_call_id: "c", name: "t", tool_name: "t", content });

async function say(store: Store, id: string, ...messages: readonly Message[]): Promise<void> {
  if (store.sessions.get(id) === null) await store.sessions.create(newSession(id));
  for (const message of messages) await store.openJournal(null).append(id, message, "t");
}

const found = (store: Store, query: string, options: SearchOptions = {}): readonly string[] =>
  store.search(query, { limit: 10, ...options }).hits.map((hit) => hit.session_id);

for (const fullText of ["auto", "off"] as const) {
  test(`words, two-character words, phrases and exclusions are found (index: ${fullText})`, async () => {
    using store = await temporaryStore({ fullText });
    await say(store, "zh", user("登录模块 出错了"));
    await say(store, "mixed", user("the oauth服务 is down"));
    await say(store, "en", user("deploy the Server to x/y.ts at 50%"));
    await say(store, "tool", tool("deploy log"));
    expect(found(store, "登录模块")).toEqual(["zh"]);
    expect(found(store, "登录")).toEqual(["zh"]);
    expect(found(store, "模块")).toEqual(["zh"]);
    expect(found(store, "oauth服务")).toEqual(["mixed"]);
    expect(found(store, "server deploy")).toEqual(["en"]);
    expect(found(store, "x/y.ts")).toEqual(["en"]);
    expect(found(store, "50%")).toEqual(["en"]);
    expect(found(store, '"deploy the"')).toEqual(["en"]);
    expect(found(store, "deploy NOT server")).toEqual([]);
    expect(found(store, "down OR server").toSorted()).toEqual(["en", "mixed"]);
    expect(found(store, "deploy", { includeTools: true }).toSorted()).toEqual(["en", "tool"]);
  });
}

test("a lone CJK character and a started word are prefixes", async () => {
  using store = await temporaryStore();
  await say(store, "zh", user("登录模块"));
  await say(store, "en", user("deployment"));
  expect([found(store, "登"), found(store, "dep*"), found(store, "d*")]).toEqual([["zh"], ["en"], []]);
});

test("the first hit comes with its surroundings, the others with the anchor only", async () => {
  const clock = new FakeClock(5_000);
  using store = await temporaryStore({ clock });
  const words = Array.from({ length: 20 }, (_, index) =>
    user(index === 10 ? "the needle \u001B[31mred\u001B[0m" : `line ${index}`),
  );
  await say(store, "long", ...words);
  await say(store, "short", user(`${"filler words ".repeat(40)}needle`));
  const { hits } = store.search("needle");
  expect(hits.map(({ session_id, detail }) => [session_id, detail])).toEqual([
    ["long", "full"],
    ["short", "anchor"],
  ]);
  const [first, second] = hits;
  expect(first).toMatchObject({ match_message_id: 11, messages_before: 5, messages_after: 4, when: 5, source: "cli" });
  expect(first?.snippet).toBe("the >>>needle<<< red");
  expect(first?.messages.map(({ text, anchor }) => [text, anchor])).toEqual([
    ...[5, 6, 7, 8, 9].map((index) => [`line ${index}`, false]),
    ["the needle red", true],
    ...[11, 12, 13, 14, 15].map((index) => [`line ${index}`, false]),
  ]);
  expect(first?.bookend_start.map(({ text }) => text)).toEqual(["line 0", "line 1", "line 2"]);
  expect(first?.bookend_end.map(({ text }) => text)).toEqual(["line 17", "line 18", "line 19"]);
  expect(second).toMatchObject({ bookend_start: [], bookend_end: [], messages_before: 0, messages_after: 0 });
  expect(second?.snippet).toMatch(/^….*>>>needle<<<$/u);
});

test("one result per lineage; the asker's live text is left out, a title leads, scheduled ones come last", async () => {
  const clock = new FakeClock();
  using store = await temporaryStore({ clock });
  await store.sessions.create(newSession("cron", { source: "cron" }));
  await store.sessions.create(newSession("titled", { title: "needle" }));
  await say(store, "cron", user("needle"));
  await say(store, "titled", user("a needle in a very long sentence about something else entirely"));
  await clock.advance(1_000);
  await say(store, "plain", user("needle"), user("needle needle"));
  expect(found(store, "needle")).toEqual(["titled", "plain", "cron"]);
  expect(found(store, "needle", { sort: "newest" })).toEqual(["titled", "plain", "cron"]);
  expect(found(store, "needle", { exceptConversation: "plain" })).toEqual(["titled", "cron"]);
  expect(store.search("needle", { limit: 1 }).hits).toHaveLength(1);
});

test("a query without a word gives nothing and says so", async () => {
  using store = await temporaryStore();
  expect(store.search("() *")).toEqual({ hits: [], note: "the query holds no word to search for" });
});

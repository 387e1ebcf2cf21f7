import { expect, test } from "vitest";
import type { Message } from "../domain/message.ts";
import { newSession, temporaryStore } from "../../tests/support/temporary-store.ts";
import type { Store } from "./store.ts";

const user = (content: string): Message => ({ role: "user", content });

async function said(store: Store, id: string, texts: readonly string[], owner = {}): Promise<readonly number[]> {
  if (store.sessions.get(id) === null) await store.sessions.create(newSession(id, owner));
  const rows: number[] = [];
  for (const text of texts) rows.push(await store.openJournal(null).append(id, user(text), "t"));
  return rows;
}

test("messages are read by their row and in ranges of their session, and never those of another conversation", async () => {
  using store = await temporaryStore();
  const [first = 0] = await said(store, "a", ["one", "two"]);
  const [other = 0] = await said(store, "b", ["theirs"]);
  const [last = 0] = await said(store, "a", ["three"]);
  const reader = store.messages("a");
  expect([reader.get(first), reader.get(other), reader.get(999)]).toEqual([user("one"), null, null]);
  expect(reader.between(first, last).map(({ message }) => message.content)).toEqual(["one", "two", "three"]);
  expect(store.messages("b").between(first, last)).toEqual([]);
});

test("every word must occur, half a word and other scripts are found, and signs mean themselves", async () => {
  using store = await temporaryStore();
  await said(store, "a", ["the oauth服务 is at 50%", "plain words", "under_score"]);
  await said(store, "b", ["the oauth服务 elsewhere"]);
  const found = (query: string): readonly string[] =>
    store
      .messages("a")
      .search(query, "conversation", 10)
      .map(({ snippet }) => snippet.replaceAll(/>>>|<<</g, ""));
  expect(found("服务 AUTH")).toEqual(["the oauth服务 is at 50%"]);
  expect(found("50%")).toEqual(["the oauth服务 is at 50%"]);
  expect(found("r_s")).toEqual(["under_score"]);
  expect([found("words the"), found(" "), store.messages("a").search("words", "conversation", 0)]).toEqual([
    [],
    [],
    [],
  ]);
});

test("everywhere means where whoever speaks here may look", async () => {
  using store = await temporaryStore();
  const [ann, ben] = [
    { userId: "ann", chatId: "1" },
    { userId: "ben", chatId: "2" },
  ];
  await said(store, "a", ["needle of ann"], ann);
  await said(store, "a2", ["older needle of ann"], ann);
  await said(store, "b", ["needle of ben"], ben);
  await said(store, "owner", ["needle of the owner"]);
  const seen = (id: string): readonly string[] =>
    store
      .messages(id)
      .search("needle", "all", 10)
      .map(({ sessionId }) => sessionId)
      .toSorted();
  expect([seen("a"), seen("b"), seen("owner")]).toEqual([["a", "a2"], ["b"], ["a", "a2", "b", "owner"]]);
});

test("a batch that only changes what is sent is counted in its session", async () => {
  using store = await temporaryStore();
  await said(store, "a", ["one"]);
  await store.sessions.countCompression("a");
  expect(store.sessions.get("a")).toMatchObject({ compression_count: 1, end_reason: null });
});

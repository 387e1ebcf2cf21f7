import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { z } from "zod";
import type { CompressionProposal } from "../domain/context-engine.ts";
import type { Message } from "../domain/message.ts";
import { contentOf, type ToolOutcome } from "../domain/outcome.ts";
import { newSession, temporaryStore } from "../../tests/support/temporary-store.ts";
import { toolContext } from "../../tests/support/tool-context.ts";
import { createSessionSearchTool } from "./session-search-tool.ts";
import type { NewSession, SessionScope, Store } from "./store.ts";

const user = (content: string): Message => ({ role: "user", content });
const bot = (content: string): Message => ({ role: "assistant", content });
const tool = (content: string): Message => ({ role: "tool", tool_call_id: "c", name: "t", tool_name: "t", content });

async function told(store: Store, session: NewSession, ...messages: readonly Message[]): Promise<readonly number[]> {
  if (store.sessions.get(session.id) === null) await store.sessions.create(session);
  const rows: number[] = [];
  for (const message of messages) rows.push(await store.openJournal(null).append(session.id, message, "t"));
  return rows;
}

/** A call as the dispatcher makes it, from the session `asker`. */
async function call(
  store: Store,
  args: Readonly<Record<string, unknown>>,
  { asker = "asker", scope = null }: { readonly asker?: string; readonly scope?: SessionScope | null } = {},
): Promise<ToolOutcome> {
  const preparation = createSessionSearchTool({ store, scope }).prepare(args);
  if (preparation.kind === "invalid") throw new Error(preparation.problems.join("; "));
  return preparation.call.run(toolContext({ cwd: "/", sessionId: asker }));
}

const Hits = z.object({
  results: z.array(z.object({ session_id: z.string(), match_message_id: z.number(), snippet: z.string() })),
  note: z.string().optional(),
});
const Page = z.object({
  session_id: z.string(),
  warning: z.string().optional(),
  note: z.string().optional(),
  messages: z.array(z.object({ id: z.number(), text: z.string(), anchor: z.literal(true).optional() })),
});
const Latest = z.object({ sessions: z.array(z.object({ session_id: z.string(), preview: z.string() })) });

function resultOf<Shape extends z.ZodType>(shape: Shape, outcome: ToolOutcome): z.output<Shape> {
  expect(outcome.kind).toBe("ok");
  const content = contentOf(outcome);
  return shape.parse(JSON.parse(typeof content === "string" ? content : ""));
}

const foundBy = async (store: Store, ...rest: Parameters<typeof call> extends [Store, ...infer Rest] ? Rest : never) =>
  resultOf(Hits, await call(store, ...rest)).results.map((hit) => hit.session_id);

function compression(messages: readonly Message[], headEnd: number): CompressionProposal {
  return {
    outcome: "ok",
    messages,
    region: { headEnd, tailStart: headEnd },
    pruned: 0,
    record: {
      event: "compression",
      engine: "test",
      trigger: "manual",
      outcome: "ok",
      messages_before: 0,
      messages_after: 0,
      tokens_before: 0,
      tokens_after: 0,
      duration_ms: 0,
    },
  };
}

/** Whatever id was asked for. */
function unknown(id: string, outcome: ToolOutcome): unknown {
  return JSON.parse(JSON.stringify(outcome).replaceAll(id, "?"));
}

/** As an undo, or an import of what was compacted in place, leaves a row. */
function mark(store: Store, row: number, as: "active = 0" | "compacted = 1"): void {
  using db = new DatabaseSync(store.path);
  db.prepare(`UPDATE messages SET ${as} WHERE id = ?`).run(row);
}

test("[PM-80] punctuation that means something to the index is no error", async () => {
  using store = await temporaryStore();
  await told(store, newSession("old"), user("the auth-refactor: it's 50% done"));
  await told(store, newSession("other"), user("nothing of that"));
  expect(await foundBy(store, { query: "auth-refactor it's 50%" })).toEqual(["old"]);
});

test("[SF-T24] broken queries find what their words find, two Chinese characters are a word, length is no error", async () => {
  using store = await temporaryStore();
  await told(store, newSession("en"), user("foo is open at 50%"));
  await told(store, newSession("zh"), user("请把登录模块改成新的"));
  const queries = ["foo AND", '"open', "50%", "登录", "登录模块", "x".repeat(3_000)];
  const found = await Promise.all(queries.map((query) => foundBy(store, { query })));
  expect(found).toEqual([["en"], ["en"], ["en"], ["zh"], ["zh"], []]);
});

test("[SF-T25] an unknown session is an error; too wide a window and too many hits are what is possible", async () => {
  using store = await temporaryStore();
  const rows = await told(
    store,
    newSession("long"),
    ...Array.from({ length: 60 }, (_, index) => user(`line ${index}`)),
  );
  for (let index = 0; index < 12; index++) await told(store, newSession(`s${index}`), user("needle"));
  expect(await call(store, { session_id: "nobody" })).toMatchObject({ kind: "error" });
  expect(await call(store, { session_id: "nobody", around_message_id: 1 })).toMatchObject({ kind: "error" });
  const page = resultOf(Page, await call(store, { session_id: "long", around_message_id: rows[30], window: 99 }));
  expect(page.messages.map(({ text }) => text)).toEqual(Array.from({ length: 41 }, (_, at) => `line ${at + 10}`));
  expect(page.messages.filter(({ anchor }) => anchor).map(({ id }) => id)).toEqual([rows[30]]);
  expect(await foundBy(store, { query: "needle", limit: 99 })).toHaveLength(10);
  expect(await foundBy(store, { query: "needle", limit: -1 })).toHaveLength(1);
  expect(await foundBy(store, { query: "needle" })).toHaveLength(3);
});

test("[PM-81] what compression archived here is found, what was undone is not, neither by words nor by place", async () => {
  using store = await temporaryStore();
  const last = [user("the last question"), bot("the last answer")];
  await told(store, newSession("root"), user("the walrus plan"), bot("agreed"), ...last);
  const tip = await store.openJournal(null).commitCompression("root", compression(last, 0));
  const said = ["the pelican plan", "the heron plan", "the gannet plan"].map(user);
  const [undone = 0, , compacted = 0] = await told(store, newSession(tip), ...said);
  mark(store, undone, "active = 0");
  mark(store, compacted, "compacted = 1");
  const asker = { asker: tip };
  expect(await foundBy(store, { query: "walrus" }, asker)).toEqual(["root"]);
  expect(await foundBy(store, { query: "gannet" }, asker)).toEqual([tip]);
  expect(await foundBy(store, { query: "pelican" }, asker)).toEqual([]);
  expect(await foundBy(store, { query: "pelican" })).toEqual([]);
  expect(await call(store, { around_message_id: undone })).toMatchObject({ kind: "error" });
  expect(await foundBy(store, { query: "heron" }, asker)).toEqual([]); // live: the asker has it before it
  expect(await foundBy(store, { query: "heron" })).toEqual([tip]);
});

test("the conversation a branch has left is as live as the branch, what was said before /new is not", async () => {
  using store = await temporaryStore();
  await told(store, newSession("trunk"), user("the walrus plan"));
  await store.sessions.fork("trunk", "branch");
  await told(store, newSession("before"), user("the walrus question"));
  await store.sessions.end("before", "new");
  expect(await foundBy(store, { query: "walrus" }, { asker: "branch" })).toEqual(["before"]);
  expect(resultOf(Latest, await call(store, {}, { asker: "branch" })).sessions).toMatchObject([
    { session_id: "before" },
  ]);
});

test("[PM-94] without arguments the latest sessions, with a query of stars a note, a lone letter is a word", async () => {
  using store = await temporaryStore();
  await told(store, newSession("asker"), user("now"));
  await told(store, newSession("old"), user(`first  ${"words ".repeat(30)}`), bot("d"));
  await told(store, newSession("job", { source: "subagent" }), user("hidden"));
  expect(resultOf(Latest, await call(store, {}))).toEqual({
    sessions: [{ session_id: "old", preview: `first ${"words ".repeat(30)}`.slice(0, 60) }],
  });
  expect(resultOf(Hits, await call(store, { query: "***" }))).toEqual({
    results: [],
    note: "the query holds no word to search for",
  });
  expect(await foundBy(store, { query: "d*" })).toEqual(["old"]);
  expect(await foundBy(store, { query: "word*" })).toEqual(["old"]);
  expect(await foundBy(store, { query: "" })).toEqual([]);
});

test("[PM-92] on a shared surface a person sees their own sessions of that chat; the owner sees all", async () => {
  using store = await temporaryStore();
  const places = { "a-dm": ["a", "dm-a"], "b-dm": ["b", "dm-b"], "a-group": ["a", "group"], "b-group": ["b", "group"] };
  const rows: number[] = [];
  for (const [id, [userId = "", chatId = ""]] of Object.entries(places)) {
    const session = newSession(id, { source: "telegram", userId, chatId });
    rows.push(...(await told(store, session, user(`the walrus of ${id}`))));
  }
  rows.push(...(await told(store, newSession("owner"), user("the walrus of the owner"))));
  const all = ["a-dm", "a-group", "b-dm", "b-group", "owner"];
  expect((await foundBy(store, { query: "walrus", limit: 10 })).toSorted()).toEqual(all);
  // So many better matches of others that the scan ends before A's own.
  await told(store, newSession("noise", { source: "telegram", userId: "b", chatId: "group" }));
  for (let index = 0; index < 320; index++) await told(store, newSession("noise"), user("walrus walrus"));
  const asA = { scope: { userId: "a", chatId: "dm-a" } };
  expect(await foundBy(store, { query: "walrus", limit: 10 }, asA)).toEqual(["a-dm"]);
  expect(resultOf(Latest, await call(store, {}, asA)).sessions.map(({ session_id: id }) => id)).toEqual(["a-dm"]);
  const nobody = unknown("nobody", await call(store, { session_id: "nobody" }, asA));
  for (const id of ["a-group", "b-dm", "b-group", "owner"]) {
    expect(unknown(id, await call(store, { session_id: id }, asA))).toEqual(nobody);
  }
  const outside = await Promise.all(rows.slice(1).map((row) => call(store, { around_message_id: row }, asA)));
  expect(outside.map(({ kind }) => kind)).toEqual(["error", "error", "error", "error"]);
  expect(resultOf(Page, await call(store, { around_message_id: rows[0] }, asA)).session_id).toBe("a-dm");
});

test("a place in an earlier segment is followed with a word about it, a place in another conversation is not", async () => {
  using store = await temporaryStore();
  const last = [user("the last question"), bot("the last answer")];
  const [first = 0] = await told(store, newSession("root"), user("the first question"), bot("fine"), ...last);
  const tip = await store.openJournal(null).commitCompression("root", compression(last, 0));
  await told(store, newSession("stranger"), user("hello"));
  const page = resultOf(Page, await call(store, { session_id: tip, around_message_id: first, window: 1 }));
  expect(page.session_id).toBe("root");
  expect(page.warning).toContain("root");
  expect(page.messages.map(({ text, anchor }) => [text, anchor ?? false])).toEqual([
    ["the first question", true],
    ["fine", false],
  ]);
  expect(await call(store, { session_id: "stranger", around_message_id: first })).toMatchObject({ kind: "error" });
});

test("a session is read whole, a long one from both ends", async () => {
  using store = await temporaryStore();
  await told(store, newSession("short"), user("one"), bot("two \u001B[31mred\u001B[0m"));
  await told(
    store,
    newSession("long"),
    ...Array.from({ length: 35 }, (_, index) => user(`${index} ${"x".repeat(5_000)}`)),
  );
  const short = resultOf(Page, await call(store, { session_id: "short" }));
  expect([short.note, short.messages.map(({ text }) => text)]).toEqual([undefined, ["one", "two red"]]);
  const long = resultOf(Page, await call(store, { session_id: "long" }));
  expect(long.note).toMatch(/^5 messages/);
  const numbers = long.messages.map(({ text }) => Number.parseInt(text, 10));
  expect(numbers).toEqual([...Array(20).keys(), ...Array.from({ length: 10 }, (_, at) => at + 25)]);
  expect(long.messages.every(({ text }) => text.length < 4_020 && text.endsWith("… [cut]"))).toBe(true);
});

test("speakers, sources and details can be chosen; what cannot be understood is the usual", async () => {
  using store = await temporaryStore();
  await told(store, newSession("said"), user("needle"), bot("yes"));
  await told(store, newSession("answered"), user("what is it"), bot("a needle"));
  await told(store, newSession("worked", { source: "cron" }), tool("needle in a log"));
  const by = async (args: Readonly<Record<string, unknown>>) =>
    (await foundBy(store, { query: "needle", ...args })).toSorted();
  expect(await by({})).toEqual(["answered", "said"]);
  expect(await by({ role_filter: "tool" })).toEqual(["worked"]);
  expect(await by({ role_filter: "user, tool" })).toEqual(["said", "worked"]);
  expect(await by({ role_filter: "nobody", sort: "sideways" })).toEqual(["answered", "said"]);
  expect(await by({ source: "cron", role_filter: "tool" })).toEqual(["worked"]);
  expect(await by({ source: "cron" })).toEqual([]);
  const full = resultOf(
    z.object({ results: z.array(z.object({ bookend_start: z.array(z.unknown()) })) }),
    await call(store, { query: "needle", detail: "full" }),
  );
  expect(full.results.map((hit) => hit.bookend_start.length)).toEqual([2, 2]);
});

test("a conversation is found by its title too, even when nobody said the words", async () => {
  using store = await temporaryStore();
  await told(store, newSession("titled", { title: "Walrus migration" }), user("where were we"), bot("here"));
  await told(store, newSession("said"), user("the walrus migration"));
  expect(await foundBy(store, { query: "Walrus migration" })).toEqual(["titled", "said"]);
  expect(await foundBy(store, { query: "Walrus migration" }, { asker: "titled" })).toEqual(["said"]);
});

import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { z } from "zod";
import { type Message, textOf } from "../../domain/message.ts";
import { noUsage } from "../../domain/usage.ts";
import { identityOf, isAlive } from "../../disk/process-identity.ts";
import type { Store } from "../../store/store.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { sessionsCall } from "../../../tests/support/sessions-call.ts";
import { newSession, temporaryHome, temporaryStore } from "../../../tests/support/temporary-store.ts";

const openIn = (home: string): Promise<Store> =>
  temporaryStore({ path: join(home, "hermes.db"), process: identityOf(process.pid), isAlive });

const image = { type: "image_url", image_url: { url: "data:image/png;base64,iVBORw0KGgo=" } } as const;
const said: readonly Message[] = [
  { role: "user", content: [{ type: "text", text: "my key is sk-abc3efgh1jklmn0pqrstuvwx <b>&" }, image] },
  {
    role: "assistant",
    content: "I look.",
    reasoning: null,
    finish_reason: "tool_calls",
    timestamp: 5.5,
    anthropic_content_blocks: [{ type: "thinking", signature: "s", thinking: "hm" }],
    tool_calls: [{ id: "c1", type: "function", function: { name: "run", arguments: '{"a": 1}' } }],
  },
  { role: "tool", tool_call_id: "c1", name: "run", tool_name: "run", content: "```\u2028done```\u001B[2J" },
];

async function furnishedHome(): Promise<string> {
  const home = temporaryHome();
  using store = await openIn(home);
  await store.sessions.create(newSession("20260101_000000_aaaaaaaa", { title: "Plans" }));
  await store.sessions.create(newSession("20260102_000000_bbbbbbbb", { source: "gateway", cwd: "/elsewhere" }));
  const journal = store.openJournal(null);
  for (const message of said) await journal.append("20260101_000000_aaaaaaaa", message, "t1");
  await journal.commitCompression("20260101_000000_aaaaaaaa", {
    outcome: "ok",
    messages: said.slice(0, 1),
    region: { headEnd: 1, tailStart: 3 },
    pruned: 0,
    record: {
      event: "compression",
      engine: "none",
      trigger: "manual",
      outcome: "ok",
      messages_before: 3,
      messages_after: 1,
      tokens_before: 10,
      tokens_after: 5,
      duration_ms: 1,
    },
  });
  await store.sessions.end("20260102_000000_bbbbbbbb", "user_exit");
  return home;
}

const everything = async (home: string): Promise<unknown> => {
  using store = await openIn(home);
  return store.archive.ids().map((id) => store.archive.read(id));
};

test("list shows conversations, filtered and limited, as a table or as JSON", async () => {
  const home = await furnishedHome();
  const empty = await sessionsCall(temporaryHome(), "list");
  expect(empty).toEqual({ code: 0, out: "No sessions yet.\n", err: "" });
  const all = await sessionsCall(home, "list");
  expect(all.out.split("\n")).toHaveLength(3);
  expect(all.out).toContain("Plans");
  const gateway = await sessionsCall(home, "list", [], { flags: { json: true, source: "gateway" } });
  expect(JSON.parse(gateway.out)).toMatchObject([{ id: "20260102_000000_bbbbbbbb", source: "gateway" }]);
  const there = await sessionsCall(home, "list", [], { flags: { workspace: "/elsewhere", limit: "1" } });
  expect(there.out).toContain("bbbbbbbb");
  for (const limit of ["0", "-1", "x", "1.5"]) {
    expect(await sessionsCall(home, "list", [], { flags: { limit } })).toMatchObject({ code: 2, out: "" });
  }
});

test("a session is shown by title or start of id; what matches nothing or several is named, with exit code 2", async () => {
  const home = await furnishedHome();
  const tip = await sessionsCall(home, "show", ["Plans"], { flags: { json: true } });
  expect(JSON.parse(tip.out)).toMatchObject({ title: "Plans", relation: "compression", messages: [{ role: "user" }] });
  const old = await sessionsCall(home, "show", ["20260101_000000_aaaaaaaa"], { flags: { exact: true } });
  expect(old.out).toContain("## tool: run");
  expect(old.out).toContain("````\n```\u2028done```\n````");
  const missing = await sessionsCall(home, "show", ["nonsense"]);
  expect(missing).toEqual({
    code: 2,
    out: "",
    err: 'hermes: No session matches "nonsense"; `hermes sessions list` shows them\n',
  });
  const ambiguous = await sessionsCall(home, "show", ["202601"]);
  expect(ambiguous.code).toBe(2);
  expect(ambiguous.err.trim().split("\n")).toHaveLength(3);
  expect(await sessionsCall(home, "show", [])).toMatchObject({ code: 2, out: "" });
});

for (const format of ["jsonl", "json"]) {
  test(`${format === "jsonl" ? "[SF-D6] " : ""}an export (${format}) imported into an empty home is the same, and a second import changes nothing`, async () => {
    const home = await furnishedHome();
    const file = join(home, `all.${format}`);
    const written = await sessionsCall(home, "export", [], { flags: { all: true, format, output: file } });
    expect(written).toMatchObject({ code: 0, err: "" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const other = temporaryHome();
    const first = await sessionsCall(other, "import", [file]);
    expect(first).toEqual({ code: 0, out: "3 sessions with 4 messages imported, 0 already here\n", err: "" });
    const imported = await everything(other);
    expect(imported).toEqual(await everything(home));
    const second = await sessionsCall(other, "import", [file]);
    expect(second.out).toBe("0 sessions with 0 messages imported, 3 already here\n");
    expect(await everything(other)).toEqual(imported);
    using store = await openIn(other);
    expect(store.search("look").hits.map((hit) => hit.session_id)).toEqual(["20260101_000000_aaaaaaaa"]);
    expect(store.sessions.prompt("20260101_000000_aaaaaaaa")?.text).toBe("You are Hermes.");
  });
}

test("imported messages whose numbers are taken get new ones, and copies follow them", async () => {
  const home = await furnishedHome();
  const file = join(home, "all.jsonl");
  await sessionsCall(home, "export", [], { flags: { all: true, output: file } });
  const other = temporaryHome();
  {
    using store = await openIn(other);
    await store.sessions.create(newSession("busy", { title: "Plans" }));
    await store.openJournal(null).append("busy", { role: "user", content: "mine" }, "t");
  }
  expect(await sessionsCall(other, "import", [file])).toMatchObject({ code: 0 });
  using store = await openIn(other);
  expect(store.sessions.history("busy")).toEqual([{ role: "user", content: "mine" }]);
  const original = store.archive.read("20260101_000000_aaaaaaaa")?.messages[0];
  const tip = store.sessions.resolve("20260101_000000_aaaaaaaa", { exact: false });
  expect(tip).toMatchObject({ kind: "found", session: { title: "Plans #2" } });
  const copy = tip.kind === "found" ? store.archive.read(tip.session.id)?.messages[0] : null;
  expect(copy?.copyOf).toBe(original?.id);
});

test("the first line of an export describes the session, the others its messages", async () => {
  const home = await furnishedHome();
  const { out } = await sessionsCall(home, "export", ["20260101_000000_aaaaaaaa"], { flags: { exact: true } });
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatchObject({ type: "session", v: 1, source: "cli", model: "model-a", parent: null });
  expect(Object.keys(z.record(z.string(), z.unknown()).parse(lines[0])).slice(0, 15)).toEqual(
    "type v id title source model parent relation started_at ended_at end_reason cwd usage cost_usd system_prompt".split(
      " ",
    ),
  );
  expect(out).not.toContain("\u2028");
  expect(lines[3]).toMatchObject({ type: "message", role: "tool", tool_call_id: "c1", active: true });
});

test("exports for people hold the words, and nothing said becomes markup", async () => {
  const home = await furnishedHome();
  const html = await sessionsCall(home, "export", [], { flags: { all: true, format: "html" } });
  expect(html.out).toContain("&lt;b&gt;&amp;");
  expect(html.out).not.toContain("<b>");
  const markdown = await sessionsCall(home, "export", ["Plans"], { flags: { format: "md" } });
  expect(markdown.out).toMatch(/^# Plans\n/u);
});

test("--redact masks what looks like a secret in every format", async () => {
  const home = await furnishedHome();
  for (const format of ["jsonl", "json", "md", "html"]) {
    const plain = await sessionsCall(home, "export", [], { flags: { all: true, format } });
    const masked = await sessionsCall(home, "export", [], { flags: { all: true, format, redact: true } });
    expect(plain.out).toContain("sk-abc3efgh1jklmn0pqrstuvwx");
    expect(masked.out).not.toContain("sk-abc3efgh1jklmn0pqrstuvwx");
    expect(masked.out).toContain("my key is");
  }
});

test("an export that cannot be written says so and leaves nothing behind", async () => {
  const home = await furnishedHome();
  const before = readdirSync(home);
  const result = await sessionsCall(home, "export", [], { flags: { all: true, output: "no/such/folder.jsonl" } });
  expect(result.code).toBe(1);
  expect(result.err.trim().split("\n")).toHaveLength(1);
  expect(readdirSync(home)).toEqual(before);
});

test("bad arguments of export and import are usage errors; bad files are named with the line", async () => {
  const home = await furnishedHome();
  const codes = [
    await sessionsCall(home, "export"),
    await sessionsCall(home, "export", ["Plans"], { flags: { all: true } }),
    await sessionsCall(home, "export", ["nonsense"]),
    await sessionsCall(home, "export", ["Plans"], { flags: { format: "pdf" } }),
    await sessionsCall(home, "import"),
    await sessionsCall(home, "import", ["a", "b"], { flags: { from: "hermes-python" } }),
    await sessionsCall(home, "import", [], { flags: { from: "nobody" } }),
    await sessionsCall(home, "archive"),
    await sessionsCall(home, "optimize", ["x"]),
  ].map(({ code, err }) => [code, err.trim().split("\n").length]);
  expect(codes).toEqual(codes.map(() => [2, 1]));
  const session = JSON.stringify({ type: "session", v: 1, id: "new", started_at: 1 });
  const files: Readonly<Record<string, string>> = {
    "": "it holds no session",
    "not json": "line 1 is not JSON",
    [`${session}\n{"type":"message","id":1}`]: "line 2 is not a message",
    [`${session}\n{"type":"message","id":1,"role":"system","content":"x","ts":1}`]: "line 2 is not a message",
    '{"type":"message","id":1}': "line 1 is a message, but no session",
    '{"type":"session","started_at":1}': "line 1 is not a session (id)",
    '{"v":1,"sessions":[{"id":"a b","started_at":1,"messages":[]}]}': "session 1 is not a session (id)",
    [`${session}\n${session}`]: "session new is in it twice",
  };
  for (const [text, reason] of Object.entries(files)) {
    writeFileSync(join(home, "in.jsonl"), text);
    const result = await sessionsCall(home, "import", ["in.jsonl"]);
    expect([result.code, result.err]).toEqual([1, expect.stringContaining(reason)]);
  }
  expect(await sessionsCall(home, "import", ["missing"])).toMatchObject({ code: 1 });
  using store = await openIn(home);
  expect(store.sessions.get("new")).toBeNull();
});

test("a foreign minimal export is read: tool results by tool_name, unknown fields let be", async () => {
  const home = temporaryHome();
  const lines = [
    { type: "session", v: 1, id: "theirs", title: "T", source: "x", model: "m", started_at: 1, future: true },
    {
      type: "message",
      id: 1,
      role: "assistant",
      content: "",
      tool_calls: said[1]?.role === "assistant" ? said[1].tool_calls : [],
      ts: 1,
      active: true,
    },
    { type: "message", id: 2, role: "tool", tool_call_id: "c1", tool_name: "run", content: "ok", ts: 2, active: true },
  ];
  writeFileSync(join(home, "in.jsonl"), lines.map((line) => JSON.stringify(line)).join("\n"));
  expect(await sessionsCall(home, "import", ["in.jsonl"])).toMatchObject({ code: 0 });
  using store = await openIn(home);
  expect(store.sessions.history("theirs")[1]).toEqual({
    role: "tool",
    tool_call_id: "c1",
    tool_name: "run",
    name: "run",
    content: "ok",
  });
});

test("a conversation is renamed once per name", async () => {
  const home = await furnishedHome();
  expect(await sessionsCall(home, "rename", ["20260102", "New", "name"])).toMatchObject({ code: 0 });
  expect(await sessionsCall(home, "rename", ["20260102", "Plans"])).toMatchObject({ code: 2 });
  expect(await sessionsCall(home, "rename", ["20260102", " "])).toMatchObject({ code: 2 });
  expect(await sessionsCall(home, "rename", ["20260102"])).toMatchObject({ code: 2 });
  expect((await sessionsCall(home, "list")).out).toContain("New name");
});

test("[SF-D4] delete refuses a session in use and one it does not know, asks for --yes, and moves children up", async () => {
  const home = await furnishedHome();
  const before = await everything(home);
  using store = await openIn(home);
  const lease = await store.leases.acquire("turn:20260102_000000_bbbbbbbb", 300_000);
  const flags = { yes: true } as const;
  const inUse = await sessionsCall(home, "delete", ["20260102"], { flags });
  expect(inUse).toMatchObject({ code: 1, out: "" });
  expect(inUse.err).toContain(`pid=${process.pid}`);
  expect(inUse.err).toContain(hostname());
  expect(await sessionsCall(home, "delete", ["Plans", "nonsense"], { flags })).toMatchObject({ code: 2 });
  await lease?.release();
  expect(await sessionsCall(home, "delete", ["20260102"])).toMatchObject({ code: 2 });
  expect(await sessionsCall(home, "delete")).toMatchObject({ code: 2 });
  expect(await everything(home)).toEqual(before);
  expect(await sessionsCall(home, "delete", ["20260102"], { flags })).toEqual({
    code: 0,
    out: "1 session deleted\n",
    err: "",
  });
});

test("[SF-D5] prune without --yes away from a terminal counts, exits with 2 and deletes nothing", async () => {
  const home = await furnishedHome();
  const clock = new FakeClock(1_750_000_000_000 + 100 * 86_400_000);
  const before = await everything(home);
  const call = (flags: Record<string, string | true>): ReturnType<typeof sessionsCall> =>
    sessionsCall(home, "prune", [], { clock, flags: { "older-than": "90d", ...flags } });
  expect(await call({})).toEqual({
    code: 2,
    out: "1 session ended more than 90d ago\n",
    err: "hermes: This deletes 1 session for good; add --yes to do it\n",
  });
  const dry = await call({ "dry-run": true });
  expect([dry.code, dry.out.includes("bbbbbbbb")]).toEqual([0, true]);
  expect(await call({ "older-than": "101d" })).toMatchObject({ code: 0, out: "Nothing to prune.\n" });
  for (const age of ["", "soon", "-1d", "0d", "9y"])
    expect(await call({ "older-than": age })).toMatchObject({ code: 2 });
  expect(await sessionsCall(home, "prune")).toMatchObject({ code: 2 });
  expect(await everything(home)).toEqual(before);
  expect(await call({ yes: true })).toMatchObject({ code: 0 });
  expect(await everything(home)).toHaveLength(2);
});

test("on a terminal a person is asked before anything is deleted, and only a yes deletes", async () => {
  const home = await furnishedHome();
  const questions: string[] = [];
  const answering = (answer: string) => async (question: string) => {
    questions.push(question);
    return answer;
  };
  const before = await everything(home);
  for (const answer of ["", "n", "no", "yesterday"]) {
    const result = await sessionsCall(home, "delete", ["20260102"], { ask: answering(answer) });
    expect(result).toEqual({ code: 0, out: "Nothing was deleted.\n", err: "" });
  }
  expect(await everything(home)).toEqual(before);
  const clock = new FakeClock(1_750_000_000_000 + 100 * 86_400_000);
  const flags = { "older-than": "90d" };
  const pruned = await sessionsCall(home, "prune", [], { flags, clock, ask: answering(" Y ") });
  expect(pruned).toEqual({ code: 0, out: "1 session ended more than 90d ago\n1 session deleted\n", err: "" });
  const deleted = await sessionsCall(home, "delete", ["Plans"], { ask: answering("yes") });
  expect(deleted).toEqual({ code: 0, out: "1 session deleted\n", err: "" });
  expect(questions).toEqual(Array(6).fill("Delete 1 session for good? [y/N] "));
});

test("stats count sessions, messages once, tokens and how turns ended", async () => {
  const home = await furnishedHome();
  {
    using store = await openIn(home);
    await store.openJournal(null).finish("20260102_000000_bbbbbbbb", {
      turn_id: "t",
      started_at: 1,
      ended_at: 2,
      exit_reason: "text_response",
      exit_detail: null,
      iterations: 1,
      api_calls: 1,
      tool_calls: 0,
      usage: { ...noUsage, input_tokens: 100, cache_read_tokens: 900 },
      cost_usd: null,
      cost_status: "unknown",
      model: "m",
      provider: "p",
      fallback: false,
      interrupted: false,
      error_code: null,
    });
    const state = { tail: null, pauses: null, last: null, spending: null };
    const dropped = { cause: "tools", breaks: 2, missed_tokens: 900, cost_usd: 0.1 } as const;
    await store.sessions.saveCacheState("20260102_000000_bbbbbbbb", state, [dropped]);
    await store.sessions.saveCacheState("20260102_000000_bbbbbbbb", state, [{ ...dropped, breaks: 1 }]);
  }
  const { out } = await sessionsCall(home, "stats", [], { flags: { json: true } });
  expect(JSON.parse(out)).toMatchObject({
    sessions: 3,
    conversations: 2,
    messages: 3,
    turns: 1,
    by_source: { cli: 2, gateway: 1 },
    by_exit_reason: { text_response: 1 },
    cache_read_share: 0.9,
    cache_breaks: { tools: 3 },
  });
  expect((await sessionsCall(home, "stats")).out).toMatch(/turns ended text response[^]*cache break tools +3/);
});

test("a damaged, a foreign and a locked database are one line and exit code 1 for every command", async () => {
  const damaged = temporaryHome();
  writeFileSync(join(damaged, "hermes.db"), "this is no database".repeat(100));
  const foreign = temporaryHome();
  new DatabaseSync(join(foreign, "hermes.db")).exec("CREATE TABLE sessions (id)");
  for (const home of [damaged, foreign]) {
    for (const name of ["list", "stats"]) {
      const { code, out, err } = await sessionsCall(home, name);
      expect([code, out, err.trimEnd().split("\n").length]).toEqual([1, "", 1]);
    }
  }
  const locked = await furnishedHome();
  using other = new DatabaseSync(join(locked, "hermes.db"));
  other.exec("BEGIN IMMEDIATE");
  const clock = new FakeClock();
  const { code, err } = await clock.runUntil(sessionsCall(locked, "rename", ["20260102", "x"], { clock }));
  expect([code, err.includes("locked")]).toEqual([1, true]);
});

test("repair rebuilds the index of a sound database and recovers what a damaged one still holds", async () => {
  const home = await furnishedHome();
  const path = join(home, "hermes.db");
  expect(await sessionsCall(temporaryHome(), "repair")).toMatchObject({ code: 0 });
  new DatabaseSync(path).exec("DROP TABLE search_index");
  expect((await sessionsCall(home, "repair")).out).toContain("is sound");
  {
    using store = await openIn(home);
    expect(store.search("look").hits).toHaveLength(1);
  }
  const before = await everything(home);
  damageIndexOf(path);
  const damaged = readFileSync(path);
  const { code, out } = await sessionsCall(home, "repair");
  expect(code).toBe(0);
  const backup = readdirSync(home).find((name) => name.includes(".damaged-"));
  expect(out).toContain("3 sessions with 3 messages recovered");
  expect(out).toContain(String(backup));
  expect(readFileSync(join(home, String(backup)))).toEqual(damaged);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await everything(home)).toEqual(before);
});

/** Overwrites the page on which an index begins: reading by that index fails, the rows are still there. */
function damageIndexOf(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const page = Number(
    db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'messages_active'").get()?.["rootpage"],
  );
  const size = Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
  db.close();
  const bytes = readFileSync(path);
  bytes.fill(0xff, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

test("rows behind an unreadable page are recovered too", async () => {
  const home = temporaryHome();
  const path = join(home, "hermes.db");
  {
    using store = await openIn(home);
    await store.sessions.create(newSession("a"));
    const journal = store.openJournal(null);
    for (let number = 0; number < 300; number++) {
      await journal.append("a", { role: "user", content: `message ${number} ${"x".repeat(500)}` }, "t");
    }
  }
  damagePageHolding(path, "message 150 ");
  const { out } = await sessionsCall(home, "repair");
  using store = await openIn(home);
  const kept = store.sessions.history("a").map(({ content }) => textOf(content).split(" ")[1]);
  expect(out).toContain(`1 session with ${kept.length} messages recovered`);
  expect(kept.length).toBeGreaterThan(280);
  expect([kept[0], kept.at(-1), kept.includes("150")]).toEqual(["0", "299", false]);
});

function damagePageHolding(path: string, words: string): void {
  const bytes = readFileSync(path);
  const start = Math.floor(bytes.indexOf(words) / 4_096) * 4_096;
  bytes.fill(0xff, start, start + 4_096);
  writeFileSync(path, bytes);
}

test("a file that is no database at all is kept aside, and a new one stands in its place", async () => {
  const home = temporaryHome();
  writeFileSync(join(home, "hermes.db"), "this is no database".repeat(100), { mode: 0o600 });
  const { code, out } = await sessionsCall(home, "repair");
  expect([code, out.includes("0 sessions")]).toEqual([0, true]);
  expect(readdirSync(home).filter((name) => name.includes(".damaged-"))).toHaveLength(1);
  expect(await sessionsCall(home, "list")).toMatchObject({ code: 0 });
});

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { sessionsCall } from "../../../../tests/support/sessions-call.ts";
import { newSession, temporaryHome, temporaryStore } from "../../../../tests/support/temporary-store.ts";

const storeIn = (home: string) => temporaryStore({ path: join(home, "hermes.db") });
const jsonl = (lines: readonly unknown[]): string => lines.map((line) => JSON.stringify(line)).join("\n");

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const item = (payload: unknown) => ({ timestamp: "2026-01-01T00:00:00.000Z", type: "response_item", payload });

/** As much of the original's schema as says something about conversations, under its own names. */
const schema = `
CREATE TABLE schema_version (version INTEGER NOT NULL);
CREATE TABLE system_prompts (hash TEXT PRIMARY KEY, prompt TEXT NOT NULL);
CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, model TEXT, model_config TEXT,
  system_prompt TEXT, system_prompt_hash TEXT, parent_session_id TEXT, started_at REAL NOT NULL, ended_at REAL,
  end_reason TEXT, message_count INTEGER DEFAULT 0, tool_call_count INTEGER DEFAULT 0, input_tokens INTEGER DEFAULT 0,
  output_tokens INTEGER DEFAULT 0, cache_read_tokens INTEGER DEFAULT 0, cache_write_tokens INTEGER DEFAULT 0,
  reasoning_tokens INTEGER DEFAULT 0, cwd TEXT, billing_provider TEXT, estimated_cost_usd REAL, actual_cost_usd REAL,
  cost_status TEXT, title TEXT, last_activity_at REAL, api_call_count INTEGER DEFAULT 0);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id),
  role TEXT NOT NULL, content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, effect_disposition TEXT,
  timestamp REAL NOT NULL, token_count INTEGER, finish_reason TEXT, reasoning TEXT, reasoning_content TEXT,
  reasoning_details TEXT, codex_reasoning_items TEXT, codex_message_items TEXT, platform_message_id TEXT,
  active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0, display_kind TEXT);
CREATE VIRTUAL TABLE messages_fts USING fts5(content, content='messages', content_rowid='id');
INSERT INTO system_prompts VALUES ('h1', 'You are Hermes.');
INSERT INTO sessions (id, source, model, system_prompt_hash, started_at, ended_at, end_reason, cwd, billing_provider,
  input_tokens, estimated_cost_usd, cost_status, title, last_activity_at)
  VALUES ('20250101_000000_old', 'cli', 'hermes-4', 'h1', 100, 200, 'compression', '/code', 'nous', 42, 0.5, 'estimated',
    'Old plans', 190);
INSERT INTO sessions (id, source, model, parent_session_id, started_at, title)
  VALUES ('20250101_000001_new', 'cli', 'hermes-4', '20250101_000000_old', 201, NULL);
INSERT INTO messages (session_id, role, content, timestamp, platform_message_id) VALUES
  ('20250101_000000_old', 'system', 'You are Hermes.', 101, NULL),
  ('20250101_000000_old', 'user', 'where is the cathedral', 102, 'tg-7');
INSERT INTO messages (session_id, role, content, tool_calls, timestamp, reasoning, finish_reason) VALUES
  ('20250101_000000_old', 'assistant', '', '[{"id":"c1","type":"function","function":{"name":"web","arguments":"{}"}}]',
    103, 'I look', 'tool_calls');
INSERT INTO messages (session_id, role, content, tool_call_id, tool_name, timestamp) VALUES
  ('20250101_000000_old', 'tool', 'in Rouen', 'c1', 'web', 104);
INSERT INTO messages (session_id, role, content, timestamp, active) VALUES
  ('20250101_000001_new', 'user', 'undone', 202, 0), ('20250101_000001_new', 'user', 'and now', 203, 1);
`;

function pythonHome(): string {
  const home = temporaryHome();
  mkdirSync(join(home, ".hermes"));
  using db = new DatabaseSync(join(home, ".hermes", "state.db"));
  db.exec(schema);
  return home;
}

test("the original's database comes in with its lineage, and a second time nothing is added", async () => {
  const home = pythonHome();
  {
    using busy = await storeIn(home); // the ids of its messages are taken
    await busy.sessions.create(newSession("mine"));
    await busy.openJournal(null).append("mine", { role: "user", content: "mine" }, "t");
    await busy.openJournal(null).append("mine", { role: "assistant", content: "yours" }, "t");
  }
  const call = () => sessionsCall(home, "import", [], { flags: { from: "hermes-python" } });
  expect(await call()).toEqual({
    code: 0,
    out: "2 sessions with 5 messages imported, 0 already here\n1 entry held nothing of a conversation and was left out\n",
    err: "",
  });
  expect(await call()).toMatchObject({ code: 0, out: "0 sessions with 0 messages imported, 2 already here\n" });
  using store = await storeIn(home);
  expect(store.sessions.get("20250101_000000_old")).toMatchObject({
    title: "Old plans",
    provider: "nous",
    cwd: "/code",
    input_tokens: 42,
    cost_usd: 0.5,
    end_reason: "compression",
  });
  expect(store.sessions.get("20250101_000001_new")).toMatchObject({
    relation: "compression",
    conversation_id: "20250101_000000_old",
    parent_session_id: "20250101_000000_old",
  });
  const { systemPrompt, messages } = store.archive.read("20250101_000000_old") ?? { systemPrompt: "", messages: [] };
  expect(systemPrompt).toBe("You are Hermes.");
  expect(messages.map(({ message }) => message)).toEqual([
    {
      role: "user",
      content: "where is the cathedral",
      timestamp: 102,
      extra: { hermes_python: { platform_message_id: "tg-7" } },
    },
    {
      role: "assistant",
      content: "",
      reasoning: "I look",
      finish_reason: "tool_calls",
      timestamp: 103,
      tool_calls: [{ id: "c1", type: "function", function: { name: "web", arguments: "{}" } }],
    },
    { role: "tool", content: "in Rouen", tool_call_id: "c1", name: "web", tool_name: "web", timestamp: 104 },
  ]);
  expect(store.sessions.history("20250101_000001_new")).toEqual([{ role: "user", content: "and now", timestamp: 203 }]);
  expect(store.search("cathedral").hits.map((hit) => hit.session_id)).toEqual(["20250101_000000_old"]);
});

test("what is no database of theirs, or not there, is named in one line", async () => {
  const home = temporaryHome();
  const call = (path: string) => sessionsCall(home, "import", [path], { flags: { from: "hermes-python" } });
  expect(await call("none.db")).toMatchObject({
    code: 1,
    err: `hermes: ${join(home, "none.db")} could not be read: there is no such file\n`,
  });
  writeFileSync(join(home, "text.db"), "no database at all, but long enough to be looked at by SQLite".repeat(40));
  expect((await call("text.db")).err).toMatch(/not a database\n$/);
  new DatabaseSync(join(home, "other.db")).exec("CREATE TABLE t (x)");
  expect((await call("other.db")).err).toMatch(/not a database of that program\n$/);
});

test("transcripts of Claude Code: an answer in several lines is one, side work and unknown lines are left out", async () => {
  const home = temporaryHome();
  const folder = join(home, ".claude", "projects", "-code");
  mkdirSync(folder, { recursive: true });
  const common = { sessionId: "u-1", cwd: "/code" };
  const answer = (content: unknown, second: number) => ({
    ...common,
    type: "assistant",
    timestamp: at(second),
    message: { id: "m1", model: "claude-x", content: [content] },
  });
  writeFileSync(
    join(folder, "u-1.jsonl"),
    `${jsonl([
      { type: "summary", summary: "a talk" },
      { ...common, type: "user", timestamp: at(1), message: { role: "user", content: "list the files" } },
      answer({ type: "thinking", thinking: "hm", signature: "s" }, 2),
      answer({ type: "text", text: "I look." }, 2),
      answer({ type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }, 2),
      {
        ...common,
        type: "user",
        timestamp: at(3),
        message: {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "t1", content: [{ type: "text", text: "a.ts" }] }],
        },
      },
      { ...common, type: "user", isSidechain: true, message: { role: "user", content: "aside" } },
    ])}\nnot json\n`,
  );
  expect(await sessionsCall(home, "import", [], { flags: { from: "claude" } })).toEqual({
    code: 0,
    out: "1 session with 3 messages imported, 0 already here\n3 entries held nothing of a conversation and were left out\n",
    err: "",
  });
  using store = await storeIn(home);
  expect(store.sessions.get("claude-u-1")).toMatchObject({ cwd: "/code", model: "claude-x", source: "claude" });
  const call = { id: "t1", type: "function", function: { name: "Bash", arguments: '{"command":"ls"}' } };
  const noon = Date.parse(at(1)) / 1_000;
  expect(store.sessions.history("claude-u-1")).toEqual([
    { role: "user", content: "list the files", timestamp: noon },
    { role: "assistant", content: "I look.", reasoning: "hm", tool_calls: [call], timestamp: noon + 1 },
    { role: "tool", tool_call_id: "t1", name: "Bash", tool_name: "Bash", content: "a.ts", timestamp: noon + 2 },
  ]);
});

test("rollouts of Codex: what the program put in front is left out, calls keep their results", async () => {
  const home = temporaryHome();
  const words = (role: string, text: string) =>
    item({ type: "message", role, content: [{ type: "input_text", text }] });
  writeFileSync(
    join(home, "rollout-1.jsonl"),
    jsonl([
      { type: "session_meta", payload: { id: "s-9", cwd: "/work", cli_version: "1" } },
      { type: "turn_context", payload: { model: "gpt-x" } },
      words("user", "<environment_context>linux</environment_context>"),
      words("user", "run it"),
      item({ type: "reasoning", summary: [], encrypted_content: "x" }),
      item({ type: "function_call", name: "shell", arguments: "{}", call_id: "k1" }),
      item({ type: "function_call", name: "shell", arguments: "{}", call_id: "k2" }),
      item({ type: "function_call_output", call_id: "k1", output: "one" }),
      item({ type: "function_call_output", call_id: "k2", output: "two" }),
      words("assistant", "done"),
    ]),
  );
  const { code } = await sessionsCall(home, "import", ["rollout-1.jsonl"], { flags: { from: "codex" } });
  expect(code).toBe(0);
  using store = await storeIn(home);
  expect(store.sessions.get("codex-s-9")).toMatchObject({ cwd: "/work", model: "gpt-x" });
  const said = store.sessions.history("codex-s-9");
  expect(said.map(({ role, content }) => [role, content])).toEqual([
    ["user", "run it"],
    ["assistant", ""],
    ["tool", "one"],
    ["tool", "two"],
    ["assistant", "done"],
  ]);
});

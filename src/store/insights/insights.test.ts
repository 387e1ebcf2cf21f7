import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { fillByHand, monday } from "../../../tests/support/insights-world.ts";
import { hookStatements } from "../../../tests/support/statement-hook.ts";
import { storeOptions, temporaryStore } from "../../../tests/support/temporary-store.ts";

const hour = 3_600;
const friday = () => new FakeClock((monday + 96 * hour) * 1_000);

async function filled() {
  const store = await temporaryStore({ clock: friday() });
  await fillByHand(store);
  const raw = new DatabaseSync(store.path); // what was made just now is dated back, to where the figures expect it
  raw.exec(`UPDATE sessions SET last_activity_at = ${monday - 500 * hour} WHERE id = 'old'`);
  raw.close();
  return store;
}

const none = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0, reasoning_tokens: 0 };
const ofA = { provider: "provider-a", model: "model-a", source: "cli" };

test("everything in a period is counted once, as worked out by hand", async () => {
  using store = await filled();
  expect((await store.insights()).since(monday, null)).toEqual({
    sessions: 3, // the branch is a conversation of its own
    delegated_sessions: 1,
    messages: 4, // of the branch and of three weeks ago: none
    spent: [
      {
        ...ofA,
        ...none,
        task: "delegation",
        turns: 1,
        api_calls: 2,
        tool_calls: 0,
        input_tokens: 400,
        cost_usd: 0.25,
        unpriced_requests: 0,
      },
      {
        ...ofA,
        ...none,
        task: "main",
        turns: 2,
        api_calls: 4,
        tool_calls: 4,
        input_tokens: 1_100,
        output_tokens: 510,
        cache_read_tokens: 8_000,
        cache_write_tokens: 1_000,
        cost_usd: 0.625,
        unpriced_requests: 0,
      },
      {
        ...ofA,
        ...none,
        model: "model-b",
        source: "telegram",
        task: "main",
        turns: 1,
        api_calls: 2,
        tool_calls: 0,
        input_tokens: 100,
        output_tokens: 10,
        cost_usd: null,
        unpriced_requests: 2,
      },
      {
        ...ofA,
        ...none,
        task: "compression",
        turns: 0,
        api_calls: 1,
        tool_calls: 0,
        input_tokens: 2_000,
        cost_usd: null,
        unpriced_requests: 1,
      },
    ],
    moments: [
      {
        at: monday + 9 * hour,
        turns: 1,
        cost_usd: 0.75,
        prompt_tokens: 12_400,
        cache_read_tokens: 8_000,
      },
      { at: monday + 23.5 * hour, turns: 1, cost_usd: 0.125, prompt_tokens: 100, cache_read_tokens: 0 },
      { at: monday + 60 * hour, turns: 1, cost_usd: null, prompt_tokens: 100, cache_read_tokens: 0 },
    ],
    tools: [
      { tool: "terminal", calls: 4, errors: 1, p50_ms: 20, p95_ms: 40 },
      { tool: "read_file", calls: 1, errors: 0, p50_ms: null, p95_ms: null },
    ],
    exits: [
      { reason: "text_response", turns: 3 },
      { reason: "interrupted_by_user", turns: 1 },
    ],
    compressions: [
      {
        trigger: "preflight",
        outcome: "ok",
        ok: true,
        attempts: 2,
        saved: 1,
        duration_ms: 8_000,
        cost_usd: 0.75,
      },
      { trigger: "manual", outcome: "failed", ok: false, attempts: 1, saved: 0, duration_ms: 4_000, cost_usd: null },
      { trigger: "preflight", outcome: "cooldown", ok: false, attempts: 1, saved: 0, duration_ms: 0, cost_usd: 0 },
    ],
    breaks: [
      { cause: "tools", breaks: 2, missed_tokens: 5_000, cost_usd: 0.021 },
      { cause: "ttl", breaks: 1, missed_tokens: 0, cost_usd: null },
    ],
    decisions: [
      { by: "rules", decision: "allow", times: 1 },
      { by: "rules", decision: "deny", times: 1 },
      { by: "timeout", decision: "deny", times: 1 },
      { by: "user", decision: "allow", times: 1 },
      { by: "user", decision: "deny", times: 1 },
    ],
    longest: [
      {
        conversation_id: "talk",
        title: "部署 the 🚀",
        source: "cli",
        turns: 2,
        seconds: 70,
        cost_usd: 0.875,
      },
      { conversation_id: "bot", title: null, source: "telegram", turns: 1, seconds: 10, cost_usd: null },
    ],
    dearest: [
      {
        conversation_id: "talk",
        title: "部署 the 🚀",
        source: "cli",
        turns: 2,
        seconds: 70,
        cost_usd: 0.875,
      },
    ],
  });
});

test("a source is looked at alone, with what its children used; one conversation likewise", async () => {
  using store = await filled();
  const insights = await store.insights();
  expect(insights.since(monday, "cli").spent.map(({ task, turns }) => [task, turns])).toEqual([
    ["delegation", 1],
    ["main", 2],
    ["compression", 0],
  ]);
  expect(insights.since(monday, "telegram")).toMatchObject({
    sessions: 1,
    delegated_sessions: 0,
    messages: 2,
    tools: [],
  });
  expect(insights.since(monday, "nobody")).toMatchObject({ sessions: 0, messages: 0, spent: [], exits: [] });
  const { spent, breaks } = insights.conversation("talk");
  expect(spent.map(({ task, cost_usd: cost }) => [task, cost])).toEqual([
    ["delegation", 0.25],
    ["main", 0.625],
    ["compression", null],
  ]);
  expect(breaks.map(({ cause }) => cause)).toEqual(["tools", "ttl"]);
});

test("every large table is entered by an index", async () => {
  const options = storeOptions();
  using store = await temporaryStore(options);
  const asked: string[] = [];
  {
    using _ = hookStatements({ before: (_db, sql) => void asked.push(sql), after: () => undefined });
    (await store.insights()).since(monday, "cli");
  }
  using raw = new DatabaseSync(options.path);
  const steps = asked.flatMap((sql) => raw.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(monday, "cli"));
  const details = steps.map(({ detail }) => String(detail));
  expect(details.filter((detail) => detail.includes("USING COVERING INDEX messages_time"))).toHaveLength(1);
  expect(details.filter((detail) => /^SCAN (?:m|t|r|a|u|c|messages|turns|tool_runs)\b/.test(detail))).toEqual([]);
});

const numbers = (most: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${most})`;
const promisedMs = 500;
const slack = 10; // the machine of a test run is shared: only work that grows out of hand is seen here, time is the bench's

test("100,000 messages, 20,000 turns and 60,000 tool calls are added up quickly", { timeout: 60_000 }, async () => {
  const options = storeOptions();
  using store = await temporaryStore(options);
  using raw = new DatabaseSync(options.path);
  raw.exec(`PRAGMA synchronous = OFF; BEGIN;
    ${numbers(1_000)} INSERT INTO sessions (id, conversation_id, source, model, provider, started_at, last_activity_at)
      SELECT 's' || i, 's' || i, 'cli', 'm', 'p', i, ${monday} FROM n;
    ${numbers(100_000)} INSERT INTO messages (session_id, role, content, timestamp)
      SELECT 's' || (i % 1000 + 1), 'user', hex(zeroblob(400)), ${monday} + i FROM n;
    ${numbers(20_000)} INSERT INTO turns (session_id, turn_id, started_at, ended_at, exit_reason, iterations, api_calls,
        tool_calls, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd,
        cost_status, model, provider, fallback, interrupted)
      SELECT 's' || (i % 1000 + 1), 't' || i, ${monday} + i * 60, ${monday} + i * 60 + 9, 'text_response', 1, 1, 3, 9, 9,
        9, 9, 0, 0.5, 'estimated', 'm' || (i % 5), 'p', 0, 0 FROM n;
    ${numbers(60_000)} INSERT INTO tool_runs (session_id, turn_id, tool, status, duration_ms, at)
      SELECT 's' || (i % 1000 + 1), 't', 'tool' || (i % 30), 'ok', i % 977, ${monday} + i FROM n;
    COMMIT`);
  const insights = await store.insights();
  const start = performance.now();
  const figures = insights.since(monday, null);
  const took = performance.now() - start;
  expect([figures.sessions, figures.messages, figures.tools.length, figures.longest.length]).toEqual([
    1_000, 100_000, 30, 5,
  ]);
  expect(took).toBeLessThan(promisedMs * slack);
});

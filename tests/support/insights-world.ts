import type { Store } from "../../src/store/store.ts";
import type { SideCost, TurnRow } from "../../src/domain/turn.ts";
import { usageOf } from "../../src/domain/usage.ts";
import { newSession } from "./temporary-store.ts";

const hour = 3_600;
/** Monday, 2 June 2025, 00:00 UTC. */
export const monday = 1_748_822_400;

type Tokens = { readonly input?: number; readonly read?: number; readonly write?: number; readonly output?: number };

function usage({ input = 0, read = 0, write = 0, output = 0 }: Tokens): TurnRow["usage"] {
  return usageOf({
    input_tokens: input,
    cache_read_tokens: read,
    cache_write_tokens: write,
    output_tokens: output,
    reasoning_tokens: 0,
  });
}

function turnRow(id: string, startedAt: number, overrides: Partial<TurnRow> = {}): TurnRow {
  return {
    turn_id: id,
    started_at: startedAt,
    ended_at: startedAt + 10,
    exit_reason: "text_response",
    exit_detail: null,
    iterations: 1,
    api_calls: 1,
    tool_calls: 0,
    usage: usage({ input: 100, output: 10 }),
    cost_usd: 0.01,
    cost_status: "estimated",
    model: "model-a",
    provider: "provider-a",
    fallback: false,
    interrupted: false,
    error_code: null,
    ...overrides,
  };
}

function sideCost(task: string, rest: Pick<SideCost, "api_calls" | "usage" | "at"> & Partial<SideCost>): SideCost {
  return { provider: "provider-a", model: "model-a", task, cost_usd: null, ...rest };
}

const runs = [10, 20, 30, 40].map((ms, index) => ({
  tool: "terminal",
  status: index === 3 ? ("error" as const) : ("ok" as const),
  duration_ms: ms,
  at: monday + 9 * hour,
}));

/**
 * Three conversations by hand: a chat of two turns on Monday with a delegated child, a chat from a bot on Wednesday whose
 * model has no price, and one from three weeks before. Two messages of the first are stored twice, as copies.
 */
export async function fillByHand(store: Store): Promise<void> {
  const journal = store.openJournal(null);
  await addSessions(store);
  await journal.finish(
    "talk",
    turnRow("t1", monday + 9 * hour, {
      ended_at: monday + 9 * hour + 60,
      api_calls: 3,
      tool_calls: 4,
      usage: usage({ input: 1_000, read: 8_000, write: 1_000, output: 500 }),
      cost_usd: 0.5,
      tool_runs: [...runs, { tool: "read_file", status: "blocked", duration_ms: 0, at: monday + 9 * hour }],
      side_costs: [
        sideCost("compression", { api_calls: 1, usage: usage({ input: 2_000 }), at: monday + 9 * hour }),
        sideCost("delegation", { api_calls: 2, usage: usage({ input: 400 }), at: monday + 9 * hour, cost_usd: 0.25 }),
      ],
      decisions: [
        { tool: "terminal", rule: "rm", action: "rm -r build", decision: "allow", by: "user", scope: "once" },
        { tool: "terminal", rule: "rm", action: "rm -r src", decision: "deny", by: "user", scope: null },
        { tool: "terminal", rule: "rm", action: "rm -r lib", decision: "deny", by: "timeout", scope: null },
        { tool: "terminal", rule: "allowlist", action: "make", decision: "allow", by: "rules", scope: null },
        { tool: "terminal", rule: "floor", action: "mkfs", decision: "deny", by: "rules", scope: null },
      ],
    }),
  );
  await journal.finish(
    "child",
    turnRow("c1", monday + 9 * hour + 5, { api_calls: 2, usage: usage({ input: 400 }), cost_usd: 0.25 }),
  );
  await journal.finish(
    "talk",
    turnRow("t2", monday + 23.5 * hour, { exit_reason: "interrupted_by_user", cost_usd: 0.125 }),
  );
  await journal.finish(
    "bot",
    turnRow("b1", monday + 60 * hour, { model: "model-b", api_calls: 2, cost_usd: null, cost_status: "unknown" }),
  );
  await journal.finish("old", turnRow("o1", monday - 500 * hour, { cost_usd: 9 }));
  await addTrouble(store);
}

async function addSessions(store: Store): Promise<void> {
  const journal = store.openJournal(null);
  await store.sessions.create(newSession("talk", { title: "部署 the 🚀" }));
  await store.sessions.create(
    newSession("child", { source: "subagent", parentSessionId: "talk", relation: "delegation" }),
  );
  await store.sessions.create(newSession("bot", { source: "telegram", model: "model-b" }));
  await store.sessions.create(newSession("old"));
  for (const [id, at] of [
    ["talk", monday + 9 * hour],
    ["bot", monday + 60 * hour],
    ["old", monday - 500 * hour],
  ] as const) {
    await journal.append(id, { role: "user", content: "question", timestamp: at }, "t");
    await journal.append(id, { role: "assistant", content: "answer", timestamp: at }, "t");
  }
  await store.sessions.fork("talk", "branch");
}

/** Two causes of cache breaks, and compressions that went well, were put off or failed. */
async function addTrouble(store: Store): Promise<void> {
  const state = { tail: null, pauses: null, last: null, spending: null };
  await store.sessions.saveCacheState("talk", state, [
    { cause: "tools", breaks: 2, missed_tokens: 5_000, cost_usd: 0.021 },
    { cause: "ttl", breaks: 1, missed_tokens: 0, cost_usd: null },
  ]);
  const record = {
    event: "compression",
    engine: "compressor",
    trigger: "preflight",
    messages_before: 40,
    messages_after: 10,
  } as const;
  const sizes = { tokens_before: 100_000, tokens_after: 25_000, duration_ms: 4_000 };
  await store.sessions.noteCompression("talk", { ...record, ...sizes, outcome: "ok", summary_cost_usd: 0.5 });
  await store.sessions.noteCompression("talk", {
    ...record,
    ...sizes,
    tokens_after: 75_000,
    outcome: "ok",
    summary_cost_usd: 0.25,
  });
  await store.sessions.noteCompression("talk", {
    ...record,
    ...sizes,
    outcome: "cooldown",
    duration_ms: 0,
    summary_cost_usd: 0,
  });
  await store.sessions.noteCompression("bot", {
    ...record,
    ...sizes,
    trigger: "manual",
    outcome: "failed",
    summary_cost_usd: null,
  });
}

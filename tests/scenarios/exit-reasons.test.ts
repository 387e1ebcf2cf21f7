import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ExitFlags } from "../../src/agent/exit-flags.ts";
import type { AgentOptions, ExitReason, TurnResult } from "../../src/app/library.ts";
import { openHomeStore } from "../../src/commands/home-store.ts";
import { exitReasons } from "../../src/domain/exit.ts";
import type { Message } from "../../src/domain/message.ts";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { agentWorld, responsesEndpoint, type AgentWorld } from "../support/agent-world.ts";
import { fakeRng } from "../support/fake-rng.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";
import { stored } from "../support/stored.ts";

type Steps = NonNullable<ScenarioInput["steps"]>;
type Story = {
  readonly flags: ExitFlags;
  readonly steps: Steps;
  readonly options?: Parameters<typeof agentWorld>[1];
  /** How the turn comes about; one question, unless told. */
  readonly play?: (world: AgentWorld) => Promise<TurnResult>;
  /** Reasons of the rows in the store, where it is not just this one. */
  readonly rows?: readonly ExitReason[];
};

const completed = { completed: true } as const;
const partial = { partial: true } as const;
const failed = { failed: true } as const;
const both = { failed: true, partial: true } as const;
const interrupted = { interrupted: true } as const;

const reads = calls({ name: "read_file", arguments: { path: "x" } });
const empty = { reply: { text: "", usage: { output_tokens: 1 } } };
const ends = (text: string, finish: string) => ({ reply: { text, finish } });
const refuses = (status: number, message: string, headers: Record<string, string> = {}) => ({
  fault: { kind: "status" as const, status, message, headers },
});
const dying = { reply: { text: ["It is ", "four"] }, fault: { kind: "cut" as const, at_byte: 700 } };
const window = (tokens: number): string =>
  `providers:\n  custom:\n    models:\n      gpt-4o:\n        context_length: ${tokens}\n`;
const forever = "forever" as const;
const cutCall = { reply: { tool_calls: [{ name: "write_file", raw: '{"path":"o' }], finish: "length" } };
const tooLong = { ...refuses(400, "the prompt is too long: context length exceeded"), repeat: forever };
const memory = { name: "memory", concurrency: "state" } as const;

const stopAfter =
  (ms: number) =>
  async ({ agent, clock }: AgentWorld): Promise<TurnResult> => {
    const turn = agent.runConversation("go");
    await clock.advance(ms);
    agent.interrupt();
    return clock.runUntil(turn);
  };

/** A second turn of a conversation of which somebody else holds this lease. */
const whileHeld =
  (kind: "turn" | "compression") =>
  async ({ agent, clock, home }: AgentWorld): Promise<TurnResult> => {
    const { session_id: sessionId } = await agent.runConversation("first");
    const holder = await openHomeStore(home, { clock, rng: fakeRng() });
    if (holder.kind === "refused") throw new Error(holder.message);
    using store = holder.store;
    await store.leases.acquire(`${kind}:${sessionId}`, 24 * 3_600_000);
    return clock.runUntil(agent.runConversation("go"));
  };

/** The store takes everything but tool calls. */
const withoutCalls = async ({ agent, clock, home }: AgentWorld): Promise<TurnResult> => {
  await agent.runConversation("first");
  using db = new DatabaseSync(join(home, "hermes.db"));
  db.exec(
    "CREATE TRIGGER no_calls BEFORE INSERT ON messages WHEN NEW.tool_calls IS NOT NULL BEGIN SELECT RAISE(FAIL, 'no'); END",
  );
  return clock.runUntil(agent.runConversation("go"));
};

const longHistory: readonly Message[] = Array.from({ length: 5 }, (_, index) => [
  { role: "user" as const, content: `Question ${index}` },
  { role: "assistant" as const, content: "a long answer ".repeat(2_000) },
]).flat();

const deaf: Partial<AgentOptions> = {
  maxIterations: 2,
  model: "deepseek-reasoner",
  turnHooks: [
    {
      name: "burst",
      postApiRequest: () => {
        throw new Error("the hook burst");
      },
    },
  ],
};

const stories: Readonly<Record<ExitReason, Story>> = {
  text_response: { flags: completed, steps: [says("done")] },
  max_iterations_reached: { flags: {}, steps: [reads, says("so far")], options: { maxIterations: 1 } },
  budget_exhausted: {
    flags: {},
    steps: [calls({ name: "memory", arguments: { ms: 9_000 } }), says("so far")],
    options: { play: playedTools().tools(memory), config: "agent:\n  run_budget_seconds: 5\n" },
  },
  interrupted_by_user: {
    flags: interrupted,
    steps: [calls({ name: "memory", arguments: { ms: 9_000 } })],
    options: { play: playedTools().tools(memory) },
    play: stopAfter(1_000),
  },
  interrupted_during_api_call: {
    flags: interrupted,
    steps: [{ reply: { text: "never" }, fault: { kind: "stall" } }],
    play: stopAfter(1_000),
  },
  interrupted_during_retry_wait: {
    flags: interrupted,
    steps: [refuses(429, "slow down", { "retry-after": "30" })],
    play: stopAfter(1_000),
  },
  partial_stream_recovery: { flags: completed, steps: [dying, empty] },
  fallback_prior_turn_content: {
    flags: completed,
    steps: [{ reply: { text: "Noted.", tool_calls: [{ name: "memory", arguments: {} }] } }, empty],
    options: { play: playedTools().tools(memory) },
  },
  guardrail_halt: {
    flags: completed,
    steps: [{ ...reads, repeat: 9 }],
    options: { config: "tool_loop_guardrails:\n  hard_stop_enabled: true\n" },
  },
  length_exhausted: { flags: partial, steps: [{ ...ends("on and ", "length"), repeat: 4 }] },
  truncated_tool_call: { flags: partial, steps: [{ ...cutCall, repeat: 4 }] },
  thinking_budget_exhausted: { flags: partial, steps: [ends("<think>hm", "length")] },
  repetition_detected: { flags: partial, steps: [ends("the same line\n".repeat(150), "length")] },
  incomplete_scratchpad: { flags: partial, steps: [{ ...says("<REASONING_SCRATCHPAD>hm"), repeat: 3 }] },
  responses_incomplete: {
    flags: partial,
    steps: [{ reply: { thinking: "Hmm.", finish: "incomplete" }, repeat: 3 }],
    options: responsesEndpoint,
  },
  invalid_tool_calls_exhausted: {
    flags: partial,
    steps: [{ ...calls({ name: "frobnicate", arguments: {} }), repeat: 3 }],
  },
  empty_response_exhausted: { flags: completed, steps: [{ ...empty, repeat: 4 }] },
  content_policy_blocked: { flags: failed, steps: [ends("No.", "content_filter")] },
  invalid_response_exhausted: {
    flags: failed,
    steps: [{ reply: { text: "", finish: "failed" }, repeat: forever }],
    options: responsesEndpoint,
  },
  api_error_nonretryable: { flags: failed, steps: [refuses(400, "invalid model")] },
  api_retries_exhausted: { flags: failed, steps: [{ ...refuses(500, "broken"), repeat: 3 }] },
  context_overflow_exhausted: { flags: both, steps: [tooLong] },
  payload_too_large_exhausted: { flags: both, steps: [{ ...refuses(413, "too large"), repeat: forever }] },
  compaction_disabled: { flags: both, steps: [tooLong], options: { config: "compression:\n  enabled: false\n" } },
  compression_deferred: {
    flags: partial,
    steps: [says("one"), tooLong],
    play: whileHeld("compression"),
    rows: ["text_response", "compression_deferred"],
  },
  output_cap_rejected: { flags: failed, steps: [refuses(400, "max_tokens is too large for this model")] },
  session_persistence_failed: {
    flags: failed,
    steps: [says("one"), reads],
    play: withoutCalls,
    rows: ["text_response", "session_persistence_failed"],
  },
  session_busy: { flags: failed, steps: [says("one")], play: whileHeld("turn"), rows: ["text_response"] },
  local_processing_error: {
    flags: failed,
    steps: [],
    options: { wrap: () => () => Promise.reject(new TypeError("a bug")) },
  },
  error_near_max_iterations: {
    flags: failed,
    steps: [{ reply: { thinking: "Hmm.", text: "" }, repeat: 9 }],
    options: deaf,
  },
  runtime_context_too_small: { flags: failed, steps: [], options: { config: window(8_000) } },
  compaction_not_actionable: {
    flags: completed,
    steps: [],
    options: { config: `${window(30_000)}compression:\n  target_ratio: 0.1\n` },
    play: ({ agent }) => agent.runConversation(" ", { conversationHistory: longHistory }),
  },
};

test.each(exitReasons)("a turn ends with %s: flags, result and one row say the same", async (reason) => {
  const { flags, steps, options, play, rows = [reason] } = stories[reason];
  const world = await agentWorld({ steps }, options);
  const result = await (play?.(world) ?? world.clock.runUntil(world.agent.runConversation("go")));
  const { completed: done, failed: broken, partial: half, interrupted: stopped } = result;
  expect([result.exit_reason, { done, broken, half, stopped }, result.cleanup_errors]).toEqual([
    reason,
    {
      done: flags.completed ?? false,
      broken: flags.failed ?? false,
      half: flags.partial ?? false,
      stopped: flags.interrupted ?? false,
    },
    [],
  ]);
  const { compression_exhausted, compression_deferred, compaction_disabled } = result;
  expect({ compression_exhausted, compression_deferred, compaction_disabled }).toEqual({
    compression_exhausted: reason === "context_overflow_exhausted" || reason === "payload_too_large_exhausted",
    compression_deferred: reason === "compression_deferred",
    compaction_disabled: reason === "compaction_disabled",
  });
  expect(result.guardrail === undefined).toBe(reason !== "guardrail_halt");
  expect(stored(world.home).turns).toEqual(rows);
  expect(result.final_response ?? "").not.toBe("");
});

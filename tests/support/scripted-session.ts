import type { AgentEvent, SessionInfo } from "../../src/domain/event.ts";
import type { Content } from "../../src/domain/message.ts";
import type { TurnResult } from "../../src/domain/turn.ts";
import { noUsage } from "../../src/domain/usage.ts";
import type { OnceSession } from "../../src/surfaces/once/once-session.ts";

/** A turn as it will go. With `hangs` it goes no further than its events until somebody interrupts it. */
export type ScriptedTurn = {
  readonly events?: readonly AgentEvent[];
  readonly result?: Partial<TurnResult>;
  readonly hangs?: "until interrupted" | "for ever";
  readonly throws?: Error;
};

export type ScriptedSession = OnceSession & {
  readonly sent: readonly Content[];
  /** In which words each turn was to look for references; null: in none. */
  readonly followed: readonly (string | null)[];
  readonly calls: readonly string[];
  /** Resolves when the turn of this number (from 1) has told its events. */
  readonly reached: (turn: number) => Promise<void>;
};

export const scriptedInfo: SessionInfo = {
  sessionId: "20260101_000000_aaaaaaaa",
  parentSessionId: null,
  contextLength: 128_000,
  provider: "demo",
  model: "rules",
  cwd: "/code/here",
  tools: ["read_file"],
  toolsets: ["files"],
  cache: "none",
  version: "0.0.0",
};

export function turnResult(overrides: Partial<TurnResult> = {}): TurnResult {
  return {
    ...noUsage,
    final_response: "Hi",
    messages: [],
    api_calls: 1,
    tool_calls: 0,
    completed: true,
    failed: false,
    partial: false,
    interrupted: false,
    exit_reason: "text_response",
    exit_detail: "stop",
    error: null,
    failure_reason: null,
    failure_retryable: null,
    failure_status: null,
    compression_exhausted: false,
    compression_deferred: false,
    compaction_disabled: false,
    explanation: null,
    partial_text: null,
    interrupt_message: null,
    pending_steer: null,
    last_reasoning: null,
    model: "rules",
    provider: "demo",
    base_url: "http://127.0.0.1",
    session_id: scriptedInfo.sessionId,
    turn_id: "t1",
    last_prompt_tokens: 0,
    estimated_cost_usd: null,
    cost_status: "unknown",
    duration_ms: 5,
    duration_api_ms: 3,
    cleanup_errors: [],
    ...overrides,
  };
}

export const interruptedTurn: Partial<TurnResult> = {
  final_response: "Interrupted.",
  completed: false,
  interrupted: true,
  exit_reason: "interrupted_during_api_call",
  exit_detail: null,
};

/** A session that plays turns from a list and writes down what it was asked. */
export function scriptedSession(script: readonly ScriptedTurn[]): ScriptedSession {
  const sent: Content[] = [];
  const followed: (string | null)[] = [];
  const calls: string[] = [];
  const told = script.map(() => Promise.withResolvers<void>());
  let interrupt = Promise.withResolvers<void>();

  async function* play(turn: ScriptedTurn, index: number): AsyncGenerator<AgentEvent> {
    yield* turn.events ?? [];
    told[index]?.resolve();
    if (turn.throws !== undefined) throw turn.throws;
    if (turn.hangs === "for ever") await new Promise(() => undefined);
    if (turn.hangs === "until interrupted") await interrupt.promise;
    yield { type: "turn.finished", result: outcome(turn) };
  }

  return {
    info: scriptedInfo,
    sent,
    followed,
    calls,
    reached: (turn) => told[turn - 1]?.promise ?? Promise.reject(new Error(`no turn ${turn}`)),
    send: ({ content, referencesIn = null }) => {
      followed.push(referencesIn);
      const index = sent.push(content) - 1;
      const turn = script[index] ?? {};
      interrupt = Promise.withResolvers();
      const done = Promise.withResolvers<TurnResult>();
      done.promise.catch(() => undefined); // whoever awaits the turn sees it
      return { events: settling(play(turn, index), turn, done), result: done.promise };
    },
    interrupt: () => {
      calls.push("interrupt");
      interrupt.resolve();
    },
    steer: (text) => {
      calls.push(`steer ${text}`);
      return true;
    },
    answer: (id, choice) => {
      calls.push(`answer ${id} ${choice}`);
      return id === "q1";
    },
    close: () => {
      calls.push("close");
      return Promise.resolve();
    },
  };
}

function outcome(turn: ScriptedTurn): TurnResult {
  return turnResult({ ...(turn.hangs === undefined ? {} : interruptedTurn), ...turn.result });
}

async function* settling(
  events: AsyncIterable<AgentEvent>,
  turn: ScriptedTurn,
  done: PromiseWithResolvers<TurnResult>,
): AsyncGenerator<AgentEvent> {
  try {
    yield* events;
    done.resolve(outcome(turn));
  } catch (error) {
    done.reject(error);
  }
}

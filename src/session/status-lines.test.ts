import fc from "fast-check";
import { expect, test } from "vitest";
import type { AgentEvent } from "../domain/event.ts";
import { turnResult } from "../../tests/support/scripted-session.ts";
import { providerFailure } from "../../tests/support/provider-failure.ts";
import { calm, reduceStatus, statusLineOf, type StatusLine } from "./status-lines.ts";

const retry = (attempt: number): AgentEvent => ({
  type: "recovery.applied",
  strategy: "backoff",
  failure: providerFailure("server_error", { message: "server error" }),
  attempt,
  delayMs: 2_000,
});
const name = (model: string) => ({ provider: "custom", model });
const switched = (from: string, to: string): AgentEvent => ({
  type: "runtime.switched",
  from: name(from),
  to: name(to),
});
const silence: AgentEvent = { type: "wait.noticed", waitingFor: "model", waitedMs: 30_000 };
const lease: AgentEvent = { type: "wait.noticed", waitingFor: "lease", waitedMs: 0 };
const notice: AgentEvent = { type: "notice.given", level: "warning", text: "careful" };
const lost: AgentEvent = {
  type: "cache.broken",
  cause: "tools",
  missedTokens: 12_000,
  costUsd: 0.21,
  firstDivergence: { section: "tools", block: 3 },
};
const answered: AgentEvent = { type: "reply.stored", reply: { role: "assistant", content: "here" } };
const failed: AgentEvent = {
  type: "turn.finished",
  result: turnResult({ failed: true, completed: false, final_response: "The model could not be reached." }),
};
const finished: AgentEvent = { type: "turn.finished", result: turnResult({}) };

function told(events: readonly AgentEvent[]): readonly StatusLine[] {
  let state = calm;
  return events.flatMap((event) => {
    const step = reduceStatus(state, event);
    state = step.state;
    return step.lines;
  });
}
const messages = (events: readonly AgentEvent[]): readonly string[] => told(events).map(({ message }) => message);

test("trouble that an answer ended is not told", () => {
  expect(told([retry(1), silence, retry(2), answered, finished])).toEqual([]);
});

test("of trouble that another model ended only the change remains, first to last", () => {
  expect(messages([retry(1), switched("a", "b"), retry(1), switched("b", "c"), answered, finished])).toEqual([
    "switched from a to c",
  ]);
});

test("a failed turn tells its trouble in order and then its end", () => {
  expect(told([retry(1), switched("a", "b"), silence, failed])).toEqual([
    { kind: "lifecycle", message: "attempt 1 failed: server error; next one in 2.0 s", terminal: false },
    { kind: "lifecycle", message: "switched from a to b", terminal: false },
    { kind: "lifecycle", message: "still waiting for the model after 30 s", terminal: false },
    { kind: "warn", message: "The model could not be reached.", terminal: true },
  ]);
});

test("what is no retry is told at once", () => {
  expect(messages([lease, notice, lost])).toEqual([
    "still waiting for the session, which another process is using after 0.0 s",
    "careful",
    "cache rebuilt (tool list changed), +$0.21",
  ]);
});

const compression = (outcome: string): AgentEvent => ({
  type: "compression.finished",
  record: {
    event: "compression",
    engine: "window",
    trigger: "preflight",
    outcome,
    messages_before: 9,
    messages_after: 3,
    tokens_before: 900,
    tokens_after: 300,
    duration_ms: 1,
  },
});

test("a shorter conversation is news, one that lost its summary a warning; what failed is told elsewhere, once", () => {
  const outcomes = ["ok", "emergency", "no_progress", "failed"];
  expect(outcomes.map((outcome) => statusLineOf(compression(outcome)))).toEqual([
    {
      kind: "compacted",
      message: "Compressed 9 → 3 messages, 900 → 300 tokens, 0.0 s — /compress undo",
      terminal: false,
    },
    {
      kind: "warn",
      message:
        "No summary could be made and the request did not fit: 6 messages were left out and can be searched — /compress undo",
      terminal: false,
    },
    null,
    null,
  ]);
});

test("no line is told twice, and a failed turn leaves none untold since the last answer", () => {
  const numbered = fc.array(fc.constantFrom("retry", "answer")).map((kinds) => kinds.map((kind, at) => ({ kind, at })));
  fc.assert(
    fc.property(numbered, (plan) => {
      const events = plan.map(({ kind, at }) => (kind === "retry" ? retry(at) : answered));
      const since = plan.findLastIndex(({ kind }) => kind === "answer");
      const open = plan.slice(since + 1).map(({ at }) => `attempt ${at} failed: server error; next one in 2.0 s`);
      expect(messages([...events, failed])).toEqual([...open, "The model could not be reached."]);
    }),
  );
});

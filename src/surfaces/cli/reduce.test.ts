import { expect, test } from "vitest";
import { providerFailure } from "../../../tests/support/provider-failure.ts";
import { scriptedInfo as info, turnResult } from "../../../tests/support/scripted-session.ts";
import type { Question } from "../../domain/approval.ts";
import type { AgentEvent } from "../../domain/event.ts";
import { usageOf } from "../../domain/usage.ts";
import { isListening } from "./panel-choices.ts";
import { type Action, reduce } from "./reduce.ts";
import { newScreen, type Screen } from "./screen.ts";

const beginning = newScreen({ info, title: null, edits: "allow", yolo: false }, 0);
const asked: Action = { type: "asked", text: "go" };

/** Each action a tenth of a second after the one before. */
function after(actions: readonly Action[], screen: Screen = beginning): Screen {
  return actions.reduce((now, action, index) => reduce(now, action, index * 100), screen);
}

const told = (...events: readonly AgentEvent[]): readonly Action[] => events.map((event) => ({ type: "event", event }));
const text = (words: string): AgentEvent => ({ type: "text.delta", text: words });

const choice = (id: string): Question => ({ id, kind: "clarify", text: "?", choices: ["a", "b"] });
const child = (id: string, index: number, phase: "started" | "ended"): AgentEvent => ({
  type: "subagent.changed",
  id,
  index,
  number: index + 1,
  phase,
  goal: `goal ${id}`,
  note: "note",
});
const queued = (words: string, first = false): Action => ({ type: "queued", text: words, first });

function started(id: string, name = "terminal"): AgentEvent {
  const call = { id, type: "function", function: { name, arguments: "{}" } } as const;
  return { type: "tool.started", call, preview: `ls ${id}` };
}

function finished(callId: string, content = "done", ok = true): AgentEvent {
  const result = { role: "tool", tool_call_id: callId, name: "terminal", tool_name: "terminal", content } as const;
  return { type: "tool.finished", callId, result, ok, truncated: false, durationMs: 1_500 };
}

test("an answer is finished block by block, and its end shows nothing twice", () => {
  const screen = after([
    asked,
    ...told(text("one\n\ntw"), text("o"), {
      type: "turn.finished",
      result: turnResult({ final_response: "one\n\ntwo" }),
    }),
  ]);
  expect(screen.finished.map((block) => [block.kind, "text" in block ? block.text : ""])).toEqual([
    ["question", "go"],
    ["text", "one"],
    ["text", "two"],
    ["summary", "0.0s · 0 tools · 0 in, 0 out"],
  ]);
  expect([screen.turn, screen.turns]).toEqual([null, 1]);
});

test("an answer that was not streamed is shown once, at the end", () => {
  const screen = after([asked, ...told({ type: "turn.finished", result: turnResult({ final_response: "whole" }) })]);
  expect(screen.finished.filter(({ kind }) => kind === "text")).toEqual([{ kind: "text", text: "whole" }]);
});

test("an interrupt drops what was not finished", () => {
  const result = turnResult({ interrupted: true, final_response: null });
  const screen = after([asked, ...told(text("kept\n\nlost"), { type: "turn.finished", result })]);
  expect(screen.finished.filter(({ kind }) => kind === "text")).toEqual([{ kind: "text", text: "kept" }]);
});

test("a failed attempt's words are taken back before the next one begins", () => {
  const failure = providerFailure("server_error");
  const again: AgentEvent = {
    type: "recovery.applied",
    strategy: "retry",
    failure,
    attempt: 1,
    delayMs: 0,
  };
  const screen = after([asked, ...told(text("half an ans"), again, text("the answer"))]);
  expect(screen.turn?.text.line).toBe("the answer");
});

test("the pause before the next attempt counts down, until the model is asked again", () => {
  const failure = providerFailure("rate_limit");
  const again: AgentEvent = { type: "recovery.applied", strategy: "retry", failure, attempt: 1, delayMs: 3_000 };
  const waits = after([asked, ...told(again, { type: "phase.changed", phase: "waiting" })]);
  expect(waits.turn?.retryMs).toBeGreaterThan(0);
  const asks = after([
    asked,
    ...told(again, { type: "phase.changed", phase: "waiting" }, { type: "phase.changed", phase: "thinking" }),
  ]);
  expect(asks.turn?.retryMs).toBeNull();
});

test("thoughts end where words begin, with the time they took", () => {
  const screen = after([
    asked,
    ...told({ type: "reasoning.delta", text: "hm" }, { type: "reasoning.delta", text: "m" }, text("so")),
  ]);
  expect(screen.finished.at(-1)).toEqual({ kind: "reasoning", text: "hmm", durationMs: 200 });
  expect(screen.turn?.reasoning).toBe("");
});

test("parallel calls keep lines of their own until each is done", () => {
  const screen = after([asked, ...told(started("a"), started("b"), finished("b", "boom", false))]);
  expect(screen.turn?.tools.map(({ callId }) => callId)).toEqual(["a"]);
  const line = { kind: "tool", name: "terminal", preview: "ls b", ok: false, durationMs: 1_500 };
  expect(screen.finished.at(-1)).toEqual(line);
});

test("a tool that reports a diff shows it", () => {
  const screen = after([asked, ...told(started("a"), finished("a", JSON.stringify({ diff: "-old\n+new" })))]);
  expect(screen.finished.at(-1)).toEqual({ kind: "diff", diff: "-old\n+new" });
});

test("escape sequences of others never reach the screen", () => {
  const screen = after([
    asked,
    ...told(text("a\u001B[2Jb\u0007\n\n"), { type: "notice.given", level: "info", text: "\u001B]0;x\u0007y" }),
  ]);
  expect(JSON.stringify(screen)).not.toMatch(/\\u001b|\\u0007/i);
});

test("questions stand in line, are closed one by one, and go with their turn", () => {
  const two = after([
    asked,
    ...told({ type: "question.asked", question: choice("1") }, { type: "question.asked", question: choice("2") }),
    { type: "panel.moved", by: 1 },
  ]);
  expect([two.panels.map((panel) => panel.question.id), two.panel.cursor]).toEqual([["1", "2"], 1]);
  const one = after([{ type: "answered", questionId: "1" }], two);
  expect([one.panels.map((panel) => panel.question.id), one.panel.cursor]).toEqual([["2"], 0]);
  const own = after([{ type: "choosing", question: choice("ours") }], one);
  const over = after(told({ type: "turn.finished", result: turnResult() }), own);
  expect(over.panels.map((panel) => panel.question.id)).toEqual(["ours"]);
});

test("a question whose time is over is taken away", () => {
  const question: Question = { id: "1", kind: "approval", text: "?", choices: ["once", "deny"], timeoutMs: 1_000 };
  const open = after([asked, ...told({ type: "question.asked", question })]); // at 100 ms
  expect(reduce(open, { type: "expired" }, 1_099).panels).toHaveLength(1);
  const writing = reduce(open, { type: "panel.writing", on: true }, 500);
  const { panels, panel } = reduce(writing, { type: "expired" }, 1_100);
  expect([panels, panel.isWriting]).toEqual([[], false]);
});

test("the bar's numbers follow the last request; what is unknown stays unknown", () => {
  const usage = usageOf({
    input_tokens: 100,
    output_tokens: 20,
    cache_read_tokens: 300,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
  });
  const result = turnResult({ ...usage, estimated_cost_usd: null, duration_ms: 2_000 });
  const screen = after([
    asked,
    ...told(
      { type: "usage.reported", task: "", usage },
      { type: "usage.reported", task: "vision", usage: { ...usage, total_tokens: 9 } },
    ),
    ...told({ type: "turn.finished", result }),
  ]);
  expect([screen.contextTokens, screen.costUsd]).toEqual([420, null]);
  expect(screen.finished.at(-1)).toEqual({ kind: "summary", text: "2.0s · 0 tools · 400 in, 20 out · 75% from cache" });
});

test("children are listed by their place, and stand below their parent once it ends", () => {
  const running = after([
    asked,
    ...told(started("d", "delegate_task"), started("t"), child("b", 1, "started"), child("a", 0, "started")),
    ...told(child("b", 1, "ended"), finished("t")),
  ]);
  expect(running.turn?.children.map(({ id, isOver }) => [id, isOver])).toEqual([
    ["a", false],
    ["b", true],
  ]);
  const over = after(told(child("a", 0, "ended"), finished("d")), running);
  expect(over.finished.slice(-3)).toEqual([
    { kind: "tool", name: "delegate_task", preview: "ls d", ok: true, durationMs: 1_500 },
    { kind: "child", goal: "goal a", note: "note" },
    { kind: "child", goal: "goal b", note: "note" },
  ]);
  expect(over.turn?.children).toEqual([]);
});

const servers = (status: string) => ({ ...info, mcpServers: [{ name: "files", status }] });

test("servers that were on their way when the banner was written are told of when they are there", () => {
  const screen = newScreen({ info: servers("connecting"), title: null, edits: "allow", yolo: false }, 0);
  const begun = (status: string) => after(told({ type: "session.started", info: servers(status) }), screen);
  expect(begun("connecting").finished).toEqual([]);
  expect(begun("ready").finished).toEqual([{ kind: "facts", facts: [["servers", "files (ready)"]] }]);
});

test("what waits is sent first in, first out, and the last can be pulled back", () => {
  const screen = after([queued("a"), queued("b"), queued("now", true)]);
  expect(screen.queue.map(({ text: words }) => words)).toEqual(["now", "a", "b"]);
  expect(
    after(
      [
        { type: "unqueued", end: "last" },
        { type: "unqueued", end: "first" },
      ],
      screen,
    ).queue,
  ).toEqual([{ text: "a", pictures: [] }]);
});

test("a question listens only after a pause, so that what is being typed is no answer", () => {
  const open = after([asked, ...told({ type: "question.asked", question: choice("1") })]); // at 100 ms
  expect([isListening(open, 699), isListening(open, 700)]).toEqual([false, true]);
  const typing = reduce(open, { type: "typed" }, 500);
  expect([isListening(typing, 1_099), isListening(typing, 1_100)]).toEqual([false, true]);
});

test("the next question in line begins to listen anew", () => {
  const both = told(
    { type: "question.asked", question: choice("1") },
    { type: "question.asked", question: choice("2") },
  );
  const next = reduce(after(both), { type: "answered", questionId: "1" }, 5_000);
  expect([isListening(next, 5_599), isListening(next, 5_600)]).toEqual([false, true]);
});

import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import type { AgentEvent, ChildEvent } from "../../domain/event.ts";
import { watchChild } from "./watch-child.ts";

function listening() {
  const clock = new FakeClock(0);
  const told: ChildEvent[] = [];
  const watch = watchChild({
    id: "sub_1",
    index: 2,
    number: 3,
    goal: "dig",
    clock,
    tell: (event) => void told.push(event),
  });
  const notes = () => told.map((event) => (event.type === "subagent.changed" ? event.note : event.type));
  return { clock, told, watch, notes };
}

const says = (text: string): AgentEvent => ({ type: "text.delta", text });
const starts: AgentEvent = {
  type: "tool.started",
  call: { id: "c", type: "function", function: { name: "read_file", arguments: '{"path":"ä"}' } },
  preview: "ä",
};
const ends: AgentEvent = {
  type: "tool.finished",
  callId: "c",
  result: { role: "tool", tool_call_id: "c", name: "read_file", tool_name: "read_file", content: "äö" },
  ok: true,
  truncated: false,
  durationMs: 1,
};

test("text is passed on twice a second at most, and all of it is kept until the next request", async () => {
  const { clock, watch, notes } = listening();
  for (const text of ["a", "b", "c", "d"]) {
    watch.hear(says(text));
    await clock.advance(250);
  }
  expect([notes(), watch.text()]).toEqual([["a", "c"], "abcd"]);
  watch.hear({ type: "phase.changed", phase: "thinking" });
  expect(watch.text()).toBe("");
});

test("a call is told when it starts and traced in bytes when it ends", () => {
  const { watch, told } = listening();
  watch.hear(starts);
  expect(watch.isInTool()).toBe(true);
  watch.hear(ends);
  expect(watch.isInTool()).toBe(false);
  expect(watch.trace()).toEqual([{ tool: "read_file", args_bytes: 13, result_bytes: 4, status: "ok" }]);
  const tool = {
    type: "subagent.changed",
    id: "sub_1",
    index: 2,
    number: 3,
    phase: "tool",
    goal: "dig",
    note: "read_file ä",
  };
  expect(told).toEqual([tool]);
});

test("a notice that nothing happens is no sign of life", async () => {
  const { clock, watch } = listening();
  await clock.advance(1_000);
  watch.hear({ type: "wait.noticed", waitingFor: "tool", waitedMs: 1_000 });
  expect(watch.lastSignMs()).toBe(0);
  watch.hear(starts);
  expect(watch.lastSignMs()).toBe(1_000);
});

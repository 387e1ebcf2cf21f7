import { expect, test } from "vitest";
import { createGuardrails, type GuardrailRules, type Guardrails, type WatchedCall } from "./guardrails.ts";

const rules: GuardrailRules = {
  warnings_enabled: true,
  hard_stop_enabled: false,
  warn_after: { exact_failure: 2, same_tool_failure: 3, idempotent_no_progress: 2, identical_call: 3 },
  hard_stop_after: { exact_failure: 5, same_tool_failure: 8, idempotent_no_progress: 5 },
  loop_caps: { web_search: 50, subagents: 2 },
};
const strict: GuardrailRules = { ...rules, hard_stop_enabled: true };

const call = (changes: Partial<WatchedCall> = {}): WatchedCall => ({
  id: "c1",
  name: "tool",
  arguments: "{}",
  readOnly: false,
  spawns: 0,
  ...changes,
});

function repeat(times: number, guardrails: Guardrails, made: WatchedCall, result: { text: string; failed: boolean }) {
  return Array.from({ length: times }, () => guardrails.afterCall(made, result.text, result.failed).notes);
}

test("arguments are the same however they are written", () => {
  const guardrails = createGuardrails(rules);
  guardrails.afterCall(call({ arguments: '{"a":1,"b":2}' }), "bad", true);
  const { notes } = guardrails.afterCall(call({ arguments: '{ "b": 2, "a": 1 }' }), "bad", true);
  expect(notes).toEqual([expect.stringContaining("failed 2 times")]);
});

test("a tool that fails with any arguments is remarked the third time and ends the turn at the eighth", () => {
  const guardrails = createGuardrails(strict);
  const said = Array.from({ length: 8 }, (_, index) => {
    const before = guardrails.halt();
    const { notes } = guardrails.afterCall(call({ arguments: `{"n":${index}}` }), `bad ${index}`, true);
    return [before, notes.length];
  });
  expect(said).toEqual([0, 0, 1, 1, 1, 1, 1, 1].map((count) => [null, count]));
  expect(guardrails.halt()).toMatchObject({ rule: "same_tool_failure" });
});

test("a success forgets the failures before it", () => {
  const guardrails = createGuardrails(strict);
  for (let round = 0; round < 20; round++) {
    expect(guardrails.beforeCall(call())).toBeNull();
    guardrails.afterCall(call(), `bad ${round}`, true);
    guardrails.afterCall(call(), `good ${round}`, false);
  }
  expect(guardrails.halt()).toBeNull();
});

test("the same reading with the same result is remarked the second time and blocked after five", () => {
  const guardrails = createGuardrails(strict);
  const reading = call({ readOnly: true });
  expect(repeat(5, guardrails, reading, { text: "same", failed: false }).map((notes) => notes.length)).toEqual([
    0, 1, 1, 1, 1,
  ]);
  expect(guardrails.beforeCall(reading)).toContain("same result too often");
  expect(createGuardrails(rules).beforeCall(reading)).toBeNull();
});

test("a reading that brings something new is not remarked", () => {
  const guardrails = createGuardrails(strict);
  const notes = ["1", "2", "1", "2"].flatMap(
    (text) => guardrails.afterCall(call({ readOnly: true }), text, false).notes,
  );
  expect(notes).toEqual([]);
});

test("the same call and result in a row: a long one is replaced by a reference, the third time is remarked", () => {
  const guardrails = createGuardrails(rules);
  const long = "x".repeat(512);
  const seeAbove: unknown = expect.stringContaining("(c1), 512 characters");
  expect([1, 2, 3].map((id) => guardrails.afterCall(call({ id: `c${id}` }), long, false))).toEqual([
    { instead: null, notes: [] },
    { instead: seeAbove, notes: [] },
    { instead: seeAbove, notes: [expect.stringContaining("3 times in a row")] },
  ]);
  guardrails.afterCall(call({ name: "other" }), long, false);
  expect(guardrails.afterCall(call({ id: "c5" }), long, false).instead).toBeNull(); // not in a row any more
});

test.each(["process", "job_poll", "job_get_result"])("%s may ask the same again and again", (name) => {
  const guardrails = createGuardrails(strict);
  const said = repeat(9, guardrails, call({ name }), { text: "still running ".repeat(60), failed: false });
  expect(said.flat()).toEqual([]);
  expect(guardrails.beforeCall(call({ name }))).toBeNull();
});

test("children are counted whatever the tool is called, and a cap of 0 is none", () => {
  const guardrails = createGuardrails(rules);
  const spawn = call({ name: "delegate_task", spawns: 1 });
  expect([1, 2, 3].map(() => guardrails.beforeCall(spawn) === null)).toEqual([true, true, false]);
  expect(guardrails.halt()?.rule).toBe("subagents");
  const batches = createGuardrails(rules);
  expect(batches.beforeCall(call({ name: "delegate_task", spawns: 3 }))).not.toBeNull(); // children count, not calls
  const free = createGuardrails({ ...rules, loop_caps: { web_search: 0, subagents: 0 } });
  expect([1, 2, 3].map(() => free.beforeCall(spawn))).toEqual([null, null, null]);
});

test("warnings can be switched off", () => {
  const guardrails = createGuardrails({ ...rules, warnings_enabled: false });
  const said = repeat(4, guardrails, call(), { text: "x".repeat(600), failed: true });
  expect(said.flat()).toEqual([]);
  expect(guardrails.afterCall(call(), "x".repeat(600), true).instead).toBeNull();
});

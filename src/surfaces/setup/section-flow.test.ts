import { expect, test } from "vitest";
import { settingValue } from "../../config/setting-value.ts";
import type { Answer } from "./flow.ts";
import { newSection, sectionFlow, type SectionResult, type SectionState } from "./section-flow.ts";
import { questionsOf, sections } from "./sections.ts";

const current = new Map([
  ["agent.max_turns", "90"],
  ["agent.reasoning_effort", ""],
  ["agent.max_cost_usd", "0"],
]);
const value = (text: string): Answer => ({ kind: "value", value: text });

function after(...moves: readonly (Answer | SectionResult)[]): SectionState {
  return moves.reduce<SectionState>(
    (state, move) =>
      sectionFlow.step(state).kind === "ask"
        ? sectionFlow.answered(state, answerIn(move))
        : sectionFlow.happened(state, resultIn(move)),
    newSection(questionsOf("agent"), current),
  );
}

function answerIn(move: Answer | SectionResult): Answer {
  if (move.kind === "back" || move.kind === "leave") return move;
  if (move.kind === "value" && typeof move.value === "string") return { kind: "value", value: move.value };
  throw new Error("an answer was expected");
}

function isResult(move: Answer | SectionResult): move is SectionResult {
  return move.kind !== "back" && move.kind !== "leave";
}

function resultIn(move: Answer | SectionResult): SectionResult {
  if (isResult(move)) return move;
  throw new Error("a result was expected");
}

test("every question shows the current value, and Enter keeps it", () => {
  expect(sectionFlow.step(after())).toMatchObject({
    kind: "ask",
    question: { current: "90", notes: ["agent.max_turns = 90"] },
  });
  expect(sectionFlow.step(after(value("90"), value(""), value("0")))).toEqual({
    kind: "end",
    end: { kind: "stored", count: 0 },
  });
});

test("what changed is read by the schema and stored together at the end", () => {
  const read = after(value("5"));
  expect(sectionFlow.step(read)).toMatchObject({
    kind: "do",
    effect: { kind: "read", key: "agent.max_turns", text: "5" },
  });
  const done = after(value("5"), { kind: "value", value: 5 }, value(""), value("0"));
  expect(sectionFlow.step(done)).toMatchObject({
    kind: "do",
    effect: { kind: "store", changes: [{ key: "agent.max_turns", value: 5 }] },
  });
  expect(sectionFlow.step(sectionFlow.happened(done, { kind: "stored" }))).toEqual({
    kind: "end",
    end: { kind: "stored", count: 1 },
  });
});

test("what does not fit is asked for again; back goes one question back, from the first one out", () => {
  const bad = after(value("lots"), { kind: "bad", allowed: "a whole number" });
  expect(sectionFlow.step(bad)).toMatchObject({
    kind: "ask",
    question: { title: "How many model calls may one question take? (none: no limit)" },
  });
  expect(bad.complaint).toContain("a whole number");
  expect(sectionFlow.step(after(value("90"), { kind: "back" }))).toMatchObject({ question: { current: "90" } });
  expect(sectionFlow.step(after({ kind: "back" }))).toEqual({ kind: "end", end: { kind: "left" } });
  expect(sectionFlow.step(after(value("5"), { kind: "value", value: 5 }, { kind: "leave" }))).toEqual({
    kind: "end",
    end: { kind: "left" },
  });
});

test("every option of every section is a value its setting takes", async () => {
  for (const section of ["terminal", "tools", "agent"] as const) {
    expect(sections[section].length).toBeGreaterThan(0);
    for (const { key, options } of questionsOf(section)) {
      for (const option of options) {
        expect(await settingValue(key.split("."), option.value), `${key} ${option.value}`).toMatchObject({
          kind: "value",
        });
      }
    }
  }
});

import { expect, test } from "vitest";
import { scriptedInfo as info } from "../../../tests/support/scripted-session.ts";
import { liveLines } from "./live-lines.ts";
import { type LiveTurn, newScreen, newTurn, type OpenPanel, type Screen } from "./screen.ts";
import { paintOf } from "./theme/paint.ts";

const paint = paintOf(null);
const screen = newScreen({ info, title: null, edits: "allow", yolo: false }, 0);

const answering = (turn: Partial<LiveTurn>, more: Partial<Screen> = {}): string =>
  liveLines(
    { ...screen, ...more, turn: { ...newTurn(0, "thinking"), ...turn } },
    { width: 80, height: 30, paint, nowMs: 4_000 },
  ).join("\n");

const tool = (name: string) => ({ callId: name, name, preview: "", startedMs: 1_000, note: "" });
const ask = (kind: "approval" | "clarify"): OpenPanel => ({
  question: { id: "1", kind, text: "?", choices: ["once", "deny"] },
  untilMs: null,
  sinceMs: 0,
  isOurs: false,
});
const spinner = (turn: Partial<LiveTurn>, more: Partial<Screen> = {}): string =>
  answering(turn, more)
    .split("\n")
    .findLast((line) => line.includes("Ctrl+C stops")) ?? "";

test("the spinner says what is going on, for how long, and how much has come", () => {
  expect(spinner({ received: 400 })).toMatch(/^. thinking · 4s · about 100 tokens · Ctrl\+C stops$/);
  expect(spinner({ tools: [tool("read_file")] })).toContain(" read_file · 4s");
  expect(spinner({ tools: [tool("read_file"), tool("terminal")] })).toContain(" terminal and 1 more · 4s");
  expect(spinner({ retryMs: 6_500 })).toContain(" retrying in 3s · 4s");
  expect(spinner({ phase: "compressing" })).toContain(" compressing · 4s");
  expect(spinner({}, { panels: [ask("approval")] })).toContain(" waiting for approval · 4s");
  expect(spinner({}, { panels: [ask("clarify")] })).toContain(" waiting for your answer · 4s");
  expect(spinner({ isStopping: true })).toContain(" stopping · 4s");
});

test("thoughts show their last ten lines, how many went before and since when; or all that fit; or none", () => {
  const reasoning = Array.from({ length: 25 }, (_, index) => `thought ${index}`).join("\n");
  const turn = { reasoning, reasoningMs: 1_000 };
  expect(answering(turn).split("\n").slice(1, 4)).toEqual([
    "thinking, 3s … 15 lines above",
    "  thought 15",
    "  thought 16",
  ]);
  expect(answering(turn, { reasoningView: "full" })).toContain("  thought 0\n");
  expect(answering(turn, { reasoningView: "hidden" })).not.toContain("thought 24");
});

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scriptedInfo as info } from "../../../tests/support/scripted-session.ts";
import type { Message } from "../../domain/message.ts";
import { blockLines } from "./block-lines.ts";
import { addToHistory, readHistory } from "./history.ts";
import { liveLines } from "./live-lines.ts";
import { addText, noText } from "./open-text.ts";
import { paintOf } from "./theme/paint.ts";
import { builtInThemes } from "./theme/theme.ts";
import { recapOf } from "./recap.ts";
import { type Block, newScreen, newTurn } from "./screen.ts";
import { statusBar } from "./status-bar.ts";

const paint = paintOf(null);
const coloured = paintOf(builtInThemes["default"] ?? null);
const screen = newScreen({ info, title: "a title", edits: "plan", yolo: true, costUsd: 0.06 }, 0);

const call = (name: string) => ({ id: name, type: "function", function: { name, arguments: "{}" } }) as const;

const exchange = (number: number): readonly Message[] => [
  { role: "user", content: `question ${number} ${"x".repeat(400)}` },
  { role: "assistant", content: "", tool_calls: [call("read_file"), call("terminal"), call("terminal")] },
  { role: "assistant", content: "one\ntwo\nthree\nfour" },
];

test("the status bar has three sizes, and the danger mark in each", () => {
  const used = { ...screen, contextTokens: 12_800 };
  expect(statusBar(used, 100, paint, 900_000)).toBe(
    "rules │ ⚠ YOLO │ 12.8K/128K │ [█░░░░░░░] 10% │ edits: plan │ $0.06 │ 15m │ a title",
  );
  expect(statusBar(used, 60, paint, 0)).toBe("rules │ ⚠ YOLO │ 10% │ edits: plan");
  expect(statusBar(used, 40, paint, 0)).toBe("⚠ YOLO 10% edits: plan rules");
  expect(statusBar({ ...used, costUsd: null }, 100, paint, 0)).toContain("│ n/a │");
});

const words = fc.string({ unit: fc.constantFrom("a", " ", "你", "👩‍👩‍👧", "e\u0301", "\n", "`", "*", "|", "- ") });

test("no line is wider than the window, whatever is in it", () => {
  const block = fc.oneof(
    fc.record({ kind: fc.constant("text" as const), text: words }),
    fc.record({ kind: fc.constant("question" as const), text: words }),
    fc.record({ kind: fc.constant("diff" as const), diff: words }),
    fc.record({ kind: fc.constant("notice" as const), level: fc.constant("info" as const), text: words }),
    fc.record({
      kind: fc.constant("tool" as const),
      name: fc.constantFrom("read_file", "terminal"),
      preview: words.map((text) => text.replaceAll("\n", " ")),
      ok: fc.boolean(),
      durationMs: fc.nat(),
    }),
  );
  fc.assert(
    fc.property(block, fc.integer({ min: 20, max: 100 }), (each: Block, width) => {
      const widest = Math.max(0, ...blockLines(each, width, coloured).map((line) => visibleWidth(line)));
      expect(widest).toBeLessThanOrEqual(width);
    }),
  );
});

test("the live area is never higher than its room", () => {
  const long = addText(noText, `\`\`\`\n${"line\n".repeat(5_000)}`).open;
  const tools = Array.from({ length: 40 }, (_, index) => ({
    callId: `${index}`,
    name: "read_file",
    preview: "x",
    startedMs: 0,
    note: "",
  }));
  const busy = { ...screen, turn: { ...newTurn(0, "thinking"), text: long, tools, reasoning: "hm\n".repeat(50) } };
  for (const height of [3, 10, 20]) {
    expect(liveLines(busy, { width: 80, height, paint, nowMs: 0 }).length).toBeLessThanOrEqual(height);
  }
});

test("a recap shows the last ten exchanges, cut, with the tools by name", () => {
  const recap = recapOf(Array.from({ length: 12 }, (_, index) => exchange(index)).flat());
  expect(recap).toHaveLength(31);
  expect(recap.slice(0, 4)).toEqual([
    { kind: "summary", text: "the last 10 exchanges" },
    { kind: "question", text: `question 2 ${"x".repeat(289)}…` },
    { kind: "notice", level: "info", text: "3 tool calls: read_file, terminal" },
    { kind: "said", text: "one\ntwo\nthree…" },
  ]);
});

test("the history keeps lines, not secrets, and not what begins with a space", () => {
  const path = join(mkdtempSync(join(tmpdir(), "hermes-history-")), "history");
  addToHistory(path, " private");
  expect(existsSync(path)).toBe(false);
  addToHistory(path, "two\nlines");
  addToHistory(path, "again");
  addToHistory(path, "two\nlines");
  addToHistory(path, "key sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789");
  expect(readFileSync(path, "utf8")).not.toContain("abcdefghijklmnop");
  expect(readHistory(path).slice(0, 2)).toEqual(["again", "two\nlines"]);
});

test("a damaged history loses its damaged lines and keeps a thousand", () => {
  const path = join(mkdtempSync(join(tmpdir(), "hermes-history-")), "history");
  writeFileSync(path, `"good"\n{broken\n42\n"also good"\n`);
  expect(readHistory(path)).toEqual(["good", "also good"]);
  writeFileSync(path, Array.from({ length: 1_200 }, (_, index) => `"entry ${index}"\n`).join(""));
  addToHistory(path, "newest");
  expect([readHistory(path).length, readHistory(path)[0], readHistory(path).at(-1)]).toEqual([
    1_000,
    "entry 201",
    "newest",
  ]);
});

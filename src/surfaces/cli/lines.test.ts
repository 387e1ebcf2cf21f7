import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scriptedInfo as info } from "../../../tests/support/scripted-session.ts";
import type { Message } from "../../domain/message.ts";
import { blockLines } from "./block-lines.ts";
import { addToHistory, readHistory } from "./input/history.ts";
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
      const widest = Math.max(0, ...blockLines(each, { width, paint: coloured }).map((line) => visibleWidth(line)));
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

test("finished thoughts are cut at ten lines with a count, unless all are wanted", () => {
  const text = Array.from({ length: 12 }, (_, index) => `thought ${index}`).join("\n");
  const block = { kind: "reasoning", text, durationMs: 2_500 } as const;
  const lines = blockLines(block, { width: 80, paint });
  expect([lines[1], lines.length, lines.at(-2), lines.at(-1)]).toEqual([
    "thought for 2.5 s",
    13,
    "  thought 9",
    "  … 2 more lines",
  ]);
  expect(blockLines(block, { width: 80, paint, showsAllThoughts: true })).toHaveLength(14);
});

test("a diff is coloured by what its lines do, and cut at forty with a count", () => {
  const diff = ["--- a", "+++ b", "@@ -1 +1 @@", "-old", "+new", ...Array.from({ length: 45 }, () => " same")].join(
    "\n",
  );
  const lines = blockLines({ kind: "diff", diff }, { width: 80, paint: coloured });
  expect(lines.slice(2, 5)).toEqual([
    coloured.hunk("  @@ -1 +1 @@"),
    coloured.removed("  -old"),
    coloured.added("  +new"),
  ]);
  expect([lines.length, lines.at(-1)]).toEqual([41, coloured.dim("  … 10 more lines")]);
});

test("the banner says who answers, where and with what, in any width", () => {
  const whole = {
    ...info,
    cache: "💾 Prompt caching: ENABLED (Claude via OpenRouter, 5m TTL)",
    contextFiles: ["AGENTS.md"],
    mcpServers: [{ name: "files", status: "connecting" }],
  };
  const banner = { kind: "banner", info: whole, yolo: true, profile: "work" } as const;
  expect(blockLines(banner, { width: 100, paint })).toEqual([
    "Hermes 0.0.0",
    "model    rules (demo)",
    "profile  work",
    "folder   /code/here",
    "context  AGENTS.md",
    "tools    1 (files)",
    "servers  files (connecting)",
    "session  20260101_000000_aaaaaaaa",
    "💾 Prompt caching: ENABLED (Claude via OpenRouter, 5m TTL)",
    "YOLO: flagged commands run without asking",
  ]);
  const widest = Math.max(...blockLines(banner, { width: 30, paint }).map((line) => visibleWidth(line)));
  expect(widest).toBeLessThanOrEqual(30);
});

const bar = (share: number): string =>
  statusBar({ ...screen, contextTokens: share * 1_280, background: 2, compressions: 1 }, 120, coloured, 0);

test("the bar is green, yellow, orange and red by how full the context is, and counts what runs behind", () => {
  const colours = [49, 50, 79, 80, 94, 95].map((share) =>
    (["good", "warn", "hot", "bad"] as const).find((role) => bar(share).includes(coloured[role](`${share}%`))),
  );
  expect(colours).toEqual(["good", "warn", "warn", "hot", "hot", "bad"]);
  expect(bar(10)).toContain(" │ 🗜️ 1 │ ▶ 2 │ a title");
});

test("a list that a command answers with keeps its columns when it is wrapped", () => {
  const text = "/short  what it is good for\n/very-long one|two|three  and why\nplain words that go on";
  expect(blockLines({ kind: "said", text }, { width: 20, paint })).toEqual([
    "",
    "/short  what it is",
    "        good for",
    "/very-long",
    "    one|two|three",
    "    and why",
    "plain words that go",
    "on",
  ]);
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

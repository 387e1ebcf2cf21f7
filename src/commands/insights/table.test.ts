import { expect, test } from "vitest";
import { paintFor } from "./paint.ts";
import { tableLines } from "./table.ts";

const table = {
  heads: ["turns", "requests", "sent", "cached", "received", "cost"],
  rows: [
    { name: "anthropic/claude-sonnet-4", cells: ["12", "40", "1.2M", "92 %", "31k", "$1.20"] },
    { name: "openai/gpt-4o-mini", cells: ["3", "3", "4.1k", "", "220", "unknown"] },
  ],
  spare: ["requests", "received"],
};

test("a table without room stands row below row, with every figure named", () => {
  expect(tableLines(table, 40, paintFor(false))).toEqual([
    "  anthropic/claude-sonnet-4",
    "    turns 12, requests 40, sent 1.2M,",
    "    cached 92 %, received 31k,",
    "    cost $1.20",
    "  openai/gpt-4o-mini",
    "    turns 3, requests 3, sent 4.1k,",
    "    received 220, cost unknown",
  ]);
});

test("where there is room, and where a table is narrow, it is one", () => {
  expect(tableLines(table, 80, paintFor(false))).toHaveLength(3);
  const narrow = { heads: ["turns"], rows: [{ name: "text_response", cells: ["9"] }] };
  expect(tableLines(narrow, 40, paintFor(false))).toEqual(["                 turns", "  text_response      9"]);
});

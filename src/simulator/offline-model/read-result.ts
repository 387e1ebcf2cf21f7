import { isRecord } from "../../text/is-record.ts";
import { simulatorPhrases as phrases } from "../../text/phrases/simulator.ts";
import { parsedOr } from "../parsed-or.ts";

/** A tool result in the eyes of the offline model: a problem, or lines worth quoting. */
export type ResultView = { readonly problem: string | null; readonly lines: readonly string[] };

const mostLines = 12;
const longestLine = 160;
const textFields = ["content", "output", "message", "diff"] as const;
const listFields = ["files", "matches", "results"] as const;

export function readResult(text: string): ResultView {
  const value = parsedOr(text, null);
  if (!isRecord(value)) return { problem: null, lines: quotable(text) };
  return { problem: problemIn(value), lines: quotable(textIn(value) ?? text) };
}

function problemIn(value: Readonly<Record<string, unknown>>): string | null {
  const { error, exit_code: code } = value;
  if (typeof error === "string" && error !== "") return clipped(error.split("\n")[0] ?? error);
  return typeof code === "number" && code !== 0 ? phrases.exitCode(code) : null;
}

function textIn(value: Readonly<Record<string, unknown>>): string | null {
  const text = textFields.map((field) => value[field]).find((found) => typeof found === "string");
  if (typeof text === "string") return text;
  const list = listFields.map((field) => value[field]).find((found) => Array.isArray(found));
  return Array.isArray(list) ? list.map(entry).join("\n") : null;
}

function entry(item: unknown): string {
  return typeof item === "string" ? item : JSON.stringify(item);
}

function quotable(text: string): readonly string[] {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => clipped(line.trimEnd()));
  if (lines.length === 1 && lines[0] === "") return [];
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), phrases.moreLines(lines.length - mostLines)];
}

function clipped(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).toWellFormed()}…`;
}

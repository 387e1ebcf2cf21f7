import type { Content } from "../domain/message.ts";
import { textOf } from "../domain/message.ts";
import { wellFormed } from "../text/well-formed.ts";
import { spill } from "./spill.ts";

export type ResultLimits = {
  readonly resultChars: number;
  readonly previewChars: number;
  readonly spillFolder: string;
};

/** One result of a step; what is truncated already lies in a file. */
export type StepResult = { readonly callId: string; readonly content: Content; readonly truncated: boolean };

export type Limited = { readonly content: Content; readonly truncated: boolean };

const floorChars = 8_000;
const charsPerToken = 4;
const resultShare = 0.15;
const stepShare = 0.3;
const opening = "<persisted-output>";

/** What one result may hold: a share of a small model's window, the configured size at most. */
export function resultLimitFor(contextLength: number, configured: number): number {
  return Math.min(configured, Math.max(floorChars, Math.floor(contextLength * resultShare * charsPerToken)));
}

/** What all results of one step may hold together. */
export function stepLimitFor(contextLength: number, configured: number): number {
  return Math.min(configured, Math.max(2 * floorChars, Math.floor(contextLength * stepShare * charsPerToken)));
}

/** The largest results that are not in a file yet go to one, until all together keep the limit. Order stays. */
export function limitStep(
  results: readonly StepResult[],
  stepChars: number,
  limits: ResultLimits,
): readonly StepResult[] {
  const largest = results
    .filter(({ truncated }) => !truncated)
    .toSorted((a, b) => textOf(b.content).length - textOf(a.content).length)[0];
  const total = results.reduce((sum, { content }) => sum + textOf(content).length, 0);
  if (total <= stepChars || largest === undefined) return results;
  const spilled = {
    ...largest,
    ...limitResult(largest.content, largest.callId, { ...limits, resultChars: limits.previewChars }),
    truncated: true,
  };
  const next = results.map((result) => (result === largest ? spilled : result));
  return limitStep(next, stepChars, limits);
}

/** A result over the limit goes to a file, and the model gets its beginning and how to read on. */
export function limitResult(content: Content, callId: string, limits: ResultLimits): Limited {
  const text = textOf(content);
  if (text.length <= limits.resultChars) return { content, truncated: false };
  const path = spill(limits.spillFolder, callId, inLines(text));
  if (path === null) return { content: cut(text, limits.resultChars), truncated: true };
  return { content: withImages(content, persisted(text, path, limits.previewChars)), truncated: true };
}

/** Seen from the result alone, so that it holds for one read back from disk too. */
export function isPersisted(content: Content): boolean {
  return textOf(content).startsWith(opening);
}

function persisted(text: string, path: string, previewChars: number): string {
  return [
    opening,
    `The result has ${text.length} characters, too many to show. All of it is in ${path}`,
    `Read on with read_file {"path": ${JSON.stringify(path)}, "offset": 1, "limit": 200}, or search_files in it.`,
    `First ${previewChars} characters:`,
    wellFormed(text.slice(0, previewChars)),
    "</persisted-output>",
  ].join("\n");
}

/** JSON is spread over lines, so that a reader can page through it. */
function inLines(text: string): string {
  if (!text.startsWith("{") && !text.startsWith("[")) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text; // only looks like JSON
  }
}

function cut(text: string, limit: number): string {
  const note = `\n[cut: ${text.length} characters, and the rest could not be stored on disk]`;
  return wellFormed(text.slice(0, Math.max(0, limit - note.length))) + note;
}

function withImages(content: Content, text: string): Content {
  if (typeof content === "string") return text;
  return [{ type: "text", text }, ...content.filter((part) => part.type === "image_url")];
}

import { mapText, type MappedText } from "../text/mapped-text.ts";
import { redactSecrets, redaction } from "./redact.ts";

/** What becomes of masks in text that is about to be written over `current`. */
export type MaskRepair =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "refused"; readonly line: number; readonly mask: string; readonly values: number };

type Part = { readonly start: number; readonly end: number };

const candidates = /[^\s"'`]{6}…[^\s"'`]{4}|\*\*\*/g;
const longFiller = "Zq8xT2Wm5RkP7vLd".repeat(3);
const shortFiller = "Zq8xT2Wm";

/**
 * A mask never reaches the disk: it is put back when the present file has exactly one value it can stand for. Only the
 * new parts of the text are looked at. What reads like a mask in the present file already is the file's own text.
 */
export function restoreMasks(text: string, current: string | null, parts: readonly Part[] = [whole(text)]): MaskRepair {
  if (!mayHoldMasks(text)) return { kind: "text", text };
  const originals = originalsIn(current);
  let result = "";
  let done = 0;
  for (const { 0: mask, index } of text.matchAll(candidates)) {
    if (!parts.some(({ start, end }) => index < end && index + mask.length > start)) continue;
    if (!isMaskAt(text, index, mask)) continue;
    const values = originals.get(mask) ?? new Set<string>();
    const [original] = values;
    if (original === undefined && current?.includes(mask) === true) continue;
    if (original === undefined || values.size > 1) {
      return { kind: "refused", line: lineOf(text, index), mask, values: values.size };
    }
    result += text.slice(done, index) + original;
    done = index + mask.length;
  }
  return { kind: "text", text: result + text.slice(done) };
}

/** The text as someone saw it who quotes this part of it with masks; null when the quotation has none of its masks. */
export function asSeen(text: string, quoted: string): MappedText | null {
  if (!mayHoldMasks(quoted)) return null;
  const masks = new Map(redaction(text).hits.map(({ mask, original }) => [original, mask]));
  const shown = [...masks].filter(([, mask]) => quoted.includes(mask)).map(([original]) => original);
  if (shown.length === 0) return null;
  const secrets = shown.toSorted((a, b) => b.length - a.length).map((secret) => RegExp.escape(secret));
  return mapText(text, new RegExp(secrets.join("|"), "g"), (secret) => masks.get(secret) ?? null);
}

function mayHoldMasks(text: string): boolean {
  return text.includes("…") || text.includes("***");
}

function whole(text: string): Part {
  return { start: 0, end: text.length };
}

function originalsIn(current: string | null): ReadonlyMap<string, ReadonlySet<string>> {
  const originals = new Map<string, Set<string>>();
  if (current === null) return originals;
  for (const { mask, original } of redaction(current).hits) {
    originals.set(mask, (originals.get(mask) ?? new Set<string>()).add(original));
  }
  return originals;
}

/** Ordinary text may look like a mask. It is one if a secret in its place would have been masked to just this. */
function isMaskAt(text: string, index: number, mask: string): boolean {
  const lineStart = text.lastIndexOf("\n", text.lastIndexOf("\n", index - 1) - 1) + 1;
  const lineEnd = endOfLine(text, index);
  const before = text.slice(lineStart, index);
  const after = text.slice(index + mask.length, lineEnd);
  const probe = mask === "***" ? fillerFor(before) : mask.replace("…", longFiller);
  const shown = redactSecrets(before + probe + after);
  const start = redactSecrets(before) + mask;
  return shown === start + after || shown === start + redactSecrets(after); // the line may hold another secret, in clear
}

function fillerFor(before: string): string {
  return before.includes("PRIVATE KEY-----") ? longFiller : shortFiller;
}

function endOfLine(text: string, index: number): number {
  const end = text.indexOf("\n", index);
  return end === -1 ? text.length : end;
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

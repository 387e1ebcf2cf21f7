import { redactSecrets, redaction } from "./redact.ts";

/** What becomes of masks in text that is about to be written over `current`. */
export type MaskRepair =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "refused"; readonly line: number; readonly mask: string; readonly values: number };

const candidates = /[^\s"'`]{6}…[^\s"'`]{4}|\*\*\*/g;
const longFiller = "Zq8xT2Wm5RkP7vLd".repeat(3);
const shortFiller = "Zq8xT2Wm";

/** A mask never reaches the disk: it is put back when the present file has exactly one value it can stand for. */
export function restoreMasks(text: string, current: string | null): MaskRepair {
  const originals = originalsIn(current);
  let result = "";
  let done = 0;
  for (const { 0: mask, index } of text.matchAll(candidates)) {
    if (!isMaskAt(text, index, mask)) continue;
    const values = originals.get(mask) ?? new Set<string>();
    const [original] = values;
    if (original === undefined || values.size > 1) {
      return { kind: "refused", line: lineOf(text, index), mask, values: values.size };
    }
    result += text.slice(done, index) + original;
    done = index + mask.length;
  }
  return { kind: "text", text: result + text.slice(done) };
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
  return redactSecrets(before + probe + after) === redactSecrets(before) + mask + after;
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

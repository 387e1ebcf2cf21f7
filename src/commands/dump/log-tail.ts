import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type Mask, maskedText } from "../mask.ts";
import { plainText } from "../plain-text.ts";

const tailBytes = 262_144;
const longestLine = 2_000;

/** The last whole lines of a log. Masked before they are cut: half a secret is not recognised as one. */
export function logTail(path: string, most: number, mask: Mask): readonly string[] {
  const { text, isWhole } = endOf(path);
  const lines = text.split("\n").slice(isWhole ? 0 : 1);
  const shown = lines.filter((line) => line !== "").slice(-most);
  return shown.map((line) => maskedText(plainText(line), mask).slice(0, longestLine).toWellFormed());
}

function endOf(path: string): { readonly text: string; readonly isWhole: boolean } {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    return { text: "", isWhole: true }; // nothing was ever logged, or nobody may read it
  }
  try {
    const { size } = fstatSync(file);
    const from = Math.max(0, size - tailBytes);
    const bytes = Buffer.alloc(size - from);
    const read = readSync(file, bytes, 0, bytes.length, from);
    return { text: bytes.toString("utf8", 0, read), isWhole: from === 0 };
  } finally {
    closeSync(file);
  }
}

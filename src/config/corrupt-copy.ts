import { lstatSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { configPhrases as say } from "../text/phrases/config.ts";
import { codeOf } from "./error-code.ts";

/** Keeps a broken file's bytes beside it, once per distinct content. Returns a sentence when there is news. */
export function keepCorruptCopy(path: string, bytes: Buffer, nowMs: number): string | null {
  try {
    if (copiesOf(path).some((copy) => holds(copy, bytes))) return null;
    const copy = `${path}.corrupt.${stampOf(nowMs)}.bak`;
    writeFileSync(copy, bytes, { flag: "wx", mode: 0o600 }); // exclusive: a link planted there is refused
    return say.corruptCopy(copy);
  } catch (error) {
    return say.corruptCopyFailed(codeOf(error));
  }
}

/** A moment as file names carry it, to the millisecond. */
export function stampOf(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:.]/g, "");
}

function copiesOf(path: string): readonly string[] {
  const start = `${basename(path)}.corrupt.`;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(start) && name.endsWith(".bak"))
    .map((name) => join(dirname(path), name));
}

function holds(copy: string, bytes: Buffer): boolean {
  const stats = lstatSync(copy);
  return stats.isFile() && stats.size === bytes.length && readFileSync(copy).equals(bytes);
}

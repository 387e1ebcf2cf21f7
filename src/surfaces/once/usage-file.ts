import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import { reasonOf, type Refusal, refused } from "./named-file.ts";
import type { ResultObject } from "./result-object.ts";

/** A report that has no place to go is found out before the run, not after it. */
export function usageFileProblem(path: string, cwd: string): Refusal | null {
  const target = resolve(cwd, path);
  try {
    const folder = statSync(dirname(target), { throwIfNoEntry: false });
    if (folder?.isDirectory() !== true) return refused(oncePhrases.usageFolderMissing(path));
    const existing = statSync(target, { throwIfNoEntry: false });
    return existing === undefined || existing.isFile() ? null : refused(oncePhrases.notAFile("--usage-file", path));
  } catch (error) {
    return refused(oncePhrases.unreadable("--usage-file", path, reasonOf(error)));
  }
}

/** Numbers only: the answer stays out of it. Returns why it could not be written, or null. */
export function writeUsageFile(path: string, cwd: string, result: ResultObject): string | null {
  const { type: _type, result: _answer, structured: _structured, denials: _denials, ...report } = result;
  try {
    writeFileAtomic(resolve(cwd, path), `${JSON.stringify(report, null, 2)}\n`);
    return null;
  } catch (error) {
    return oncePhrases.usageNotWritten(path, reasonOf(error));
  }
}

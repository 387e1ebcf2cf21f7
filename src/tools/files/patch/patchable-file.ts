import { absolutePath, readVerdict } from "../../../safety/paths.ts";
import { diskProblem, noSuchFile } from "../file-kind.ts";
import { deniedWrite, type WritingDeps } from "../perform-changes.ts";
import { presentFile, type PresentFile } from "../present-file.ts";

export type Places = { readonly cwd: string; readonly deps: WritingDeps };

const mostBytes = 16 * 1024 * 1024;

/** What may be patched: text that may be read and written, short enough to be held. A string says why not. */
export function patchableFile(path: string, { cwd, deps }: Places): PresentFile | string {
  const absolute = absolutePath(path, cwd, deps.paths.userHome);
  const denied = deniedWrite(path, absolute, deps.paths);
  if (denied !== null) return denied.message;
  const verdict = readVerdict(absolute, deps.paths);
  if (verdict.kind === "denied") return `Reading ${path} is denied: ${verdict.because}.`;
  try {
    const present = presentFile(path, absolute, mostBytes);
    if (present.kind === "error") return present.message;
    if (present.stamp !== null && present.bytes === null) return `${path} is too long to be patched.`;
    if (!present.isUtf8) return `${path} is not UTF-8 text; a patch would damage it.`;
    return present;
  } catch (error) {
    return `Cannot read ${path}: ${diskProblem(error)}.`;
  }
}

export function missingFile({ path, absolute }: PresentFile): string {
  return noSuchFile(path, absolute);
}

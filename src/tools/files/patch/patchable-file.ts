import { absolutePath, readVerdict } from "../../../safety/paths.ts";
import { diskProblem, noSuchFile } from "../file-kind.ts";
import { type CallDeps, deniedWrite } from "../perform-changes.ts";
import { presentFile, type PresentFile } from "../present-file.ts";

export type Places = { readonly deps: CallDeps; readonly signal: AbortSignal };

const mostBytes = 16 * 1024 * 1024;

/** What may be patched: text that may be read and written, short enough to be held. A string says why not. */
export async function patchableFile(path: string, { deps, signal }: Places): Promise<PresentFile | string> {
  const absolute = absolutePath(path, deps.cwd, deps.paths.userHome);
  const denied = deniedWrite(path, absolute, deps.paths);
  if (denied !== null) return denied.message;
  const verdict = readVerdict(absolute, deps.paths);
  if (verdict.kind === "denied") return `Reading ${path} is denied: ${verdict.because}.`;
  try {
    const present = await presentFile({ path, absolute, mostBytes }, deps.place, signal);
    if (present.kind === "error") return present.message;
    if (present.stamp !== null && present.bytes === null) return `${path} is too long to be patched.`;
    if (!present.isUtf8) return `${path} is not UTF-8 text; a patch would damage it.`;
    return present;
  } catch (error) {
    return `Cannot read ${path}: ${diskProblem(error)}.`;
  }
}

export function missingFile({ path, absolute }: PresentFile, { deps, signal }: Places): Promise<string> {
  return noSuchFile(path, absolute, deps.place, signal);
}

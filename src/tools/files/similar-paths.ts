import { basename, dirname, join } from "node:path";
import type { FilePlace } from "../../domain/file-place.ts";
import { nearest } from "../../text/nearest.ts";

const most = 5;

/** Existing paths a missing one may have meant: neighbours with a name like it, where the path first goes wrong. */
export async function similarPaths(missing: string, place: FilePlace, signal: AbortSignal): Promise<readonly string[]> {
  const folder = dirname(missing);
  const names = await place.names(folder, signal);
  if (names === null) return folder === missing ? [] : similarPaths(folder, place, signal);
  return closest(basename(missing), names).map((name) => join(folder, name));
}

function closest(wanted: string, names: readonly string[]): readonly string[] {
  const stem = wanted.replace(/\..*$/, "").toLowerCase();
  const related = names.filter((name) => stem.length > 2 && name.toLowerCase().includes(stem));
  const found = new Set(related.slice(0, most));
  for (let rest = names.filter((name) => !found.has(name)); found.size < most;) {
    const next = nearest(wanted, rest);
    if (next === null) break;
    found.add(next);
    rest = rest.filter((name) => name !== next);
  }
  return [...found];
}

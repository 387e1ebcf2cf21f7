import { statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { writeFileAtomic } from "../disk/atomic-write.ts";
import { readBounded } from "../disk/bounded-read.ts";
import { ensurePrivateFolder } from "../disk/folders.ts";
import type { BubblewrapTrial } from "../tools/backends/bubblewrap-trial.ts";

type Parts = { readonly folder: string; readonly path: string; readonly trial: BubblewrapTrial };

/**
 * Whether walls can be built, for telling the model: a trial starts a process, so one that worked is believed until the
 * program or the machine's start is another one. Commands themselves go by a trial of their own.
 */
export function wallsStand({ folder, path, trial }: Parts): boolean {
  const file = join(folder, "sandbox");
  const sign = signOf(path);
  if (sign !== null && knownIn(file) === sign) return true;
  const works = trial(path).kind === "works";
  if (works && sign !== null) remember(file, folder, sign);
  return works;
}

/** Another program, another user or another start of the machine is another sign; null: there is nothing to go by. */
function signOf(path: string): string | null {
  const boot = knownIn("/proc/sys/kernel/random/boot_id");
  const program = path
    .split(delimiter)
    .map((place) => statSync(join(place, "bwrap"), { throwIfNoEntry: false }))
    .find((found) => found !== undefined);
  if (boot === null || program === undefined) return null;
  return [boot, program.ino, program.mtimeMs, process.getuid?.() ?? 0].join(" ");
}

function knownIn(file: string): string | null {
  const read = readBounded(file, 1_000);
  return read.kind === "read" ? read.bytes.toString("utf8").trim() : null;
}

function remember(file: string, folder: string, sign: string): void {
  try {
    ensurePrivateFolder(folder);
    writeFileAtomic(file, `${sign}\n`);
  } catch {
    // Nothing can be written there: the next start tries again.
  }
}

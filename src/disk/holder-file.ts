import { rmSync, statSync, utimesSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import type { Clock, Rng } from "../domain/clock.ts";
import { writeFileAtomic } from "./atomic-write.ts";
import { readBounded } from "./bounded-read.ts";
import { withFileLock } from "./file-lock.ts";
import { ensurePrivateFolder } from "./folders.ts";
import { identityOf, isAlive, type ProcessIdentity } from "./process-identity.ts";

/** A file that says which process has something for itself, for as long as it lives. `name`: for people. */
export type Holder = ProcessIdentity & { readonly startedAtMs: number; readonly name: string };

export type HolderState =
  | { readonly state: "free" }
  | { readonly state: "held"; readonly holder: Holder }
  /** Left behind by a process that is gone; null: nobody can be read from it. */
  | { readonly state: "stale"; readonly holder: Holder | null };

export type Holding =
  | { readonly kind: "held"; readonly hold: Hold }
  | { readonly kind: "taken"; readonly holder: Holder }
  /** Somebody else has been about to take it for longer than that may last. */
  | { readonly kind: "busy" };

export type Hold = {
  /** A sign of life, which another host goes by; false: it is ours no more. At least once a minute. */
  readonly renew: () => boolean;
  readonly release: () => void;
};

type World = { readonly clock: Clock; readonly rng: Rng };

const silentMs = 300_000; // of a holder on another host; its pid tells us nothing
const patience = { patienceMs: 5_000, oldestMs: 10_000 };

/** `<guarded>.lock` is there for a moment, so that of two that find a dead holder only one takes over. */
type HolderFiles = { readonly path: string; readonly guarded: string };

/** Takes it unless somebody alive has it. Errors of the file system are thrown. */
export async function takeHold({ path, guarded }: HolderFiles, name: string, world: World): Promise<Holding> {
  const { clock } = world;
  ensurePrivateFolder(dirname(path));
  const self: Holder = { ...identityOf(process.pid), startedAtMs: clock.now(), name };
  const taking = await withFileLock(guarded, { ...world, ...patience }, (): Holding => {
    const found = lookAtHolder(path, clock);
    if (found.state === "held") return { kind: "taken", holder: found.holder };
    writeFileAtomic(path, `${JSON.stringify(written(self))}\n`);
    return { kind: "held", hold: holdOf(path, self, clock) };
  });
  return taking.kind === "done" ? taking.value : taking;
}

function holdOf(path: string, self: Holder, clock: Clock): Hold {
  const isMine = (): boolean => {
    const holder = readHolder(path);
    return holder !== null && isSame(holder, self);
  };
  return {
    renew: () => {
      if (!isMine()) return false;
      const now = new Date(clock.now());
      utimesSync(path, now, now);
      return true;
    },
    release: () => {
      if (isMine()) rmSync(path, { force: true });
    },
  };
}

function isSame(a: Holder, b: Holder): boolean {
  return a.pid === b.pid && a.startTime === b.startTime && a.host === b.host && a.startedAtMs === b.startedAtMs;
}

/** Looks only. */
export function lookAtHolder(path: string, clock: Clock): HolderState {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { state: "free" };
  const holder = readHolder(path);
  if (holder === null) return { state: "stale", holder };
  const isHere = holder.host === identityOf(process.pid).host;
  const isThere = isHere ? isAlive(holder.pid, holder.startTime) : clock.now() - stats.mtimeMs < silentMs;
  return isThere ? { state: "held", holder } : { state: "stale", holder };
}

const longest = 4_096;

/** A bare number is a pid; other programs say less than we do. */
const Written = z.union([
  z
    .int()
    .positive()
    .transform((pid) => ({ pid, start_time: "", host: null, started_at: 0, name: "" })),
  z.object({
    pid: z.int().positive(),
    start_time: z.union([z.string(), z.number().transform(String)]).catch(""),
    host: z.string().nullable().catch(null),
    started_at: z.number().catch(0),
    name: z.string().catch(""),
  }),
]);

function readHolder(path: string): Holder | null {
  const file = readBounded(path, longest);
  if (file.kind !== "read") return null;
  const read = Written.safeParse(parsed(file.bytes.toString("utf8")));
  if (!read.success) return null;
  const { pid, start_time: startTime, host, started_at: at, name } = read.data;
  return { pid, startTime, host: host ?? identityOf(process.pid).host, startedAtMs: Math.round(at * 1_000), name };
}

function written({ pid, startTime, host, startedAtMs, name }: Holder): z.input<typeof Written> {
  return { pid, start_time: startTime, host, started_at: startedAtMs / 1_000, name };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // as if it said nothing
  }
}

import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "./atomic-write.ts";
import { readBounded } from "./bounded-read.ts";
import { ensurePrivateFolder } from "./folders.ts";
import { type Clock, type Rng, secondsOf } from "../domain/clock.ts";

const PendingWriteSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{8}$/),
  subsystem: z.string(),
  action: z.string(),
  summary: z.string(),
  /** Where it came from, such as "gateway". */
  origin: z.string(),
  created_at: z.number(),
  /** The exact arguments of the call. */
  arguments: z.record(z.string(), z.unknown()),
});
export type PendingWrite = Readonly<z.infer<typeof PendingWriteSchema>>;

/** Writes that wait for a person, one file each. */
export type PendingWrites = {
  /** Returns the id. */
  readonly stage: (write: Omit<PendingWrite, "id" | "subsystem" | "created_at">) => string;
  /** Oldest first. Files that are no pending write are left out. */
  readonly list: () => readonly PendingWrite[];
  readonly drop: (id: string) => void;
};

const longestBytes = 1_000_000;

export function createPendingWrites(
  home: string,
  subsystem: "memory" | "skills",
  time: { readonly clock: Clock; readonly rng: Rng },
): PendingWrites {
  const folder = join(home, "pending", subsystem);
  return {
    stage: (write) => {
      const id = time.rng.hex(8);
      const row: PendingWrite = { id, subsystem, ...write, created_at: secondsOf(time.clock) };
      ensurePrivateFolder(folder);
      writeFileAtomic(join(folder, `${id}.json`), `${JSON.stringify(row, null, 2)}\n`);
      return id;
    },
    list: () =>
      namesIn(folder)
        .flatMap((name) => readPending(join(folder, name)))
        .toSorted((a, b) => a.created_at - b.created_at),
    drop: (id) => rmSync(join(folder, `${id}.json`), { force: true }),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{8}\.json$/.test(name));
  } catch {
    return []; // nothing was ever staged
  }
}

function readPending(path: string): readonly PendingWrite[] {
  try {
    const file = readBounded(path, longestBytes);
    const row = PendingWriteSchema.safeParse(file.kind === "read" ? JSON.parse(file.bytes.toString("utf8")) : null);
    return row.success ? [row.data] : [];
  } catch {
    return []; // unreadable or not JSON: a person put it there, a person takes it away
  }
}

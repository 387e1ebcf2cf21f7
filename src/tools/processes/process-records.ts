import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { readBounded } from "../../disk/bounded-read.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import { identityOf, isAlive } from "../../disk/process-identity.ts";
import type { Log } from "../../domain/log.ts";

const Identity = { pid: z.int().positive(), start_time: z.string() };
const Record = z.object({
  id: z.string().regex(/^proc_[0-9a-f]{12}$/),
  conversation: z.string(),
  pid: z.int().positive().nullable(), // null: it ran where this machine's process table does not reach
  start_time: z.string(),
  host: z.string(),
  backend: z.enum(["local", "bubblewrap", "docker", "ssh"]),
  command: z.string(),
  cwd: z.string(),
  started_at: z.number(), // epoch seconds
  owner: z.object(Identity),
});

/** What is known of a process after the agent that started it has died. */
export type ProcessRecord = z.infer<typeof Record>;

/** One file per process, there as long as it runs. */
export type ProcessRecords = {
  readonly save: (process: NewRecord) => void;
  readonly remove: (id: string) => void;
  /** Those of this conversation whose agent is gone. */
  readonly orphans: () => readonly ProcessRecord[];
};

type NewRecord = Pick<ProcessRecord, "id" | "pid" | "backend" | "command" | "cwd" | "started_at">;

const recordBytes = 262_144;

/** A disk that fails costs the list after a restart and nothing else. */
export function openProcessRecords(folder: string, conversation: string, log: Log): ProcessRecords {
  const pathOf = (id: string): string => join(folder, `${id}.json`);
  const attempt = (what: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      log("warning", "process_record.failed", { what, error: String(error) });
    }
  };
  return {
    save: (process) =>
      attempt("save", () => {
        ensurePrivateFolder(folder);
        writeFileAtomic(pathOf(process.id), `${JSON.stringify(recordOf(process, conversation))}\n`);
      }),
    remove: (id) => attempt("remove", () => rmSync(pathOf(id), { force: true })),
    orphans: () => {
      const { host } = identityOf(process.pid);
      const orphans = namesIn(folder)
        .flatMap((name) => readRecord(join(folder, name)) ?? [])
        .filter((record) => record.host === host && isOrphan(record));
      for (const { id } of orphans.filter((record) => isForgotten(record, conversation))) {
        attempt("remove", () => rmSync(pathOf(id), { force: true }));
      }
      return orphans.filter((record) => record.conversation === conversation);
    },
  };
}

function recordOf(given: NewRecord, conversation: string): ProcessRecord {
  const { startTime, host } =
    given.pid === null ? { ...identityOf(process.pid), startTime: "" } : identityOf(given.pid);
  const { pid, startTime: ownStart } = identityOf(process.pid);
  return { ...given, conversation, start_time: startTime, host, owner: { pid, start_time: ownStart } };
}

function isOrphan({ owner }: ProcessRecord): boolean {
  return !isAlive(owner.pid, owner.start_time);
}

/** Of a conversation that nobody may ever open again, and over. */
function isForgotten({ conversation, pid, start_time: startTime }: ProcessRecord, own: string): boolean {
  return conversation !== own && (pid === null || !isAlive(pid, startTime));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return []; // no process was ever started, or the folder cannot be read
  }
}

/** Null: gone meanwhile, or written by something else. */
function readRecord(path: string): ProcessRecord | null {
  try {
    const file = readBounded(path, recordBytes);
    const parsed = file.kind === "read" ? Record.safeParse(JSON.parse(file.bytes.toString("utf8"))) : null;
    return parsed?.success === true ? parsed.data : null;
  } catch {
    return null;
  }
}

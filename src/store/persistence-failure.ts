import { type PersistenceCause, PersistenceError } from "../domain/turn-journal.ts";
import { storePhrases } from "../text/phrases/store.ts";

/** SQLite's primary result codes; the higher bits only refine them. */
const reasonsByCode: Readonly<Record<number, PersistenceCause>> = {
  5: "locked", // BUSY
  6: "locked", // LOCKED
  8: "read_only",
  10: "disk", // IOERR
  11: "corrupt",
  13: "disk", // FULL
  14: "read_only", // CANTOPEN: the folder or the file refuses us
  26: "corrupt", // NOTADB
};

const reasonsBySystemCode: Readonly<Record<string, PersistenceCause>> = {
  ENOSPC: "disk",
  EDQUOT: "disk",
  EFBIG: "disk",
  EIO: "disk",
  EACCES: "read_only",
  EPERM: "read_only",
  EROFS: "read_only",
  ENOTDIR: "read_only",
  EISDIR: "read_only",
  ENOENT: "read_only",
  EEXIST: "read_only",
};

/** What the disk or SQLite refused becomes a PersistenceError; anything else is a bug and stays itself. */
export function persistenceFailure(error: unknown, path: string): unknown {
  if (error instanceof PersistenceError || !(error instanceof Error)) return error;
  const reason = reasonOf(error);
  return reason === null ? error : new PersistenceError(reason, sentence(reason, path, error.message), error);
}

function reasonOf(error: Error): PersistenceCause | null {
  if ("errcode" in error && typeof error.errcode === "number") return reasonsByCode[error.errcode & 0xff] ?? "unknown";
  if ("code" in error && typeof error.code === "string") return reasonsBySystemCode[error.code] ?? null;
  return null;
}

function sentence(reason: PersistenceCause, path: string, detail: string): string {
  switch (reason) {
    case "locked":
      return storePhrases.locked(path);
    case "disk":
      return storePhrases.disk(path, detail);
    case "corrupt":
      return storePhrases.corrupt(path, detail);
    case "read_only":
      return storePhrases.readOnly(path, detail);
    case "lease":
    case "unknown":
      return storePhrases.unknown(path, detail);
  }
}

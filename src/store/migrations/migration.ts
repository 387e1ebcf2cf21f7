import type { DatabaseSync } from "node:sqlite";

/** One step forward. Runs inside a transaction, once, and never back. */
export type Migration = {
  readonly version: number;
  /** Drops or rewrites what was stored: the file is copied first. */
  readonly destructive: boolean;
  readonly up: (db: DatabaseSync) => void;
};

/** The two stores of built-in memory: what was learned about the world, and about the person. */
export type MemoryTarget = "memory" | "user";

/** One store as a prompt shows it. Taken once per conversation; later writes do not change it. */
export type StoreSnapshot = {
  /** Poisoned ones are replaced by a marker. */
  readonly entries: readonly string[];
  /** How full the store is, such as "67% — 1,474/2,200 chars". */
  readonly usage: string;
};

/** null: switched off, empty or unreadable. */
export type MemorySnapshot = Readonly<Record<MemoryTarget, StoreSnapshot | null>>;

export const emptySnapshot: MemorySnapshot = { memory: null, user: null };

/** A change of built-in memory that is on disk. */
export type MemoryWrite = {
  readonly target: MemoryTarget;
  readonly action: "add" | "replace" | "remove";
  readonly content: string | null;
  readonly oldText: string | null;
};

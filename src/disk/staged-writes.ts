import type { PendingWrite, PendingWrites } from "./pending-writes.ts";

/** Writes that wait for a person, and what the person can do about them. */
export type StagedWrites = {
  readonly list: () => readonly PendingWrite[];
  /** An id, or "all". What could not be written stays. */
  readonly approve: (which: string) => Promise<readonly StagedOutcome[]>;
  /** Returns the ids that are gone. */
  readonly reject: (which: string) => readonly string[];
};

type StagedOutcome = { readonly id: string; readonly written: boolean; readonly problem: string | null };

/** `write` makes one of them and says why it could not. An approved one is checked there like a new one. */
export function createStagedWrites(
  pending: PendingWrites,
  write: (row: PendingWrite) => Promise<string | null>,
): StagedWrites {
  const chosen = (which: string): readonly PendingWrite[] =>
    pending.list().filter(({ id }) => which === "all" || id === which);
  return {
    list: pending.list,
    approve: async (which) => {
      const outcomes: StagedOutcome[] = [];
      for (const row of chosen(which)) {
        const problem = await write(row);
        if (problem === null) pending.drop(row.id);
        outcomes.push({ id: row.id, written: problem === null, problem });
      }
      return outcomes;
    },
    reject: (which) =>
      chosen(which).map(({ id }) => {
        pending.drop(id);
        return id;
      }),
  };
}

import { PersistenceError } from "../domain/turn-journal.ts";

/** Why something stored cannot be read; null: it can. */
export function readingProblem(read: () => void): PersistenceError | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof PersistenceError) return error;
    throw error;
  }
}

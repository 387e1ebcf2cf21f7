import { backup, DatabaseSync } from "node:sqlite";

/** A copy of a database as it is at one moment, while others go on writing to it. */
export async function snapshotDatabase(path: string, copy: string): Promise<void> {
  using db = new DatabaseSync(path, { readOnly: true });
  await backup(db, copy);
}

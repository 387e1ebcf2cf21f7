/** What the store says to a person. Each line names the file and the way out. */
export const storePhrases = {
  locked: (path: string): string => `${path} is locked by another program; try again when it has finished`,
  disk: (path: string, detail: string): string =>
    `${path} could not be written (${detail}); free some space, what was saved before is safe`,
  corrupt: (path: string, detail: string): string =>
    `${path} is damaged (${detail}); run \`hermes sessions repair\`, which keeps a backup`,
  readOnly: (path: string, detail: string): string =>
    `${path} cannot be written (${detail}); check the permissions of the file and its folder`,
  unknown: (path: string, detail: string): string => `${path}: ${detail}`,
  leaseLost: (resource: string): string => `the lease ${resource} was lost to another process; nothing was written`,
  foreign: (path: string): string =>
    `${path} belongs to another program and was left untouched; move it away, its conversations come over with \`hermes sessions import\``,
  notOurs: (path: string): string => `${path} is a database of another program; it was left untouched`,
  newerSchema: (path: string, found: number, known: number): string =>
    `${path} was written by a newer Hermes (schema ${found}, this one knows ${known}): opened for reading only, please update`,
  noSession: (id: string): string => `there is no session ${id}`,
  compressionClosed: (id: string): string => `session ${id} was already closed by a compression`,
  noRow: (row: number): string => `there is no tool result in row ${row} to amend`,
  nothingToSearch: "the query holds no word to search for",
  sharedMemoryMissing: (path: string): string =>
    `${path}: this file system has no shared memory, so a slower journal is used`,
} as const;

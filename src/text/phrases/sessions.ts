/** What `hermes sessions` says. One line each; listings are built by the commands. */
export const sessionsPhrases = {
  usage: (line: string): string => `Usage: hermes sessions ${line}`,
  notFound: (reference: string): string => `No session matches "${reference}"; \`hermes sessions list\` shows them`,
  ambiguous: (reference: string): string => `"${reference}" could be any of these; give a longer id:`,
  candidate: (id: string, title: string | null, age: string): string => `  ${id}  ${title ?? "(untitled)"}  ${age}`,
  none: "No sessions yet.",
  pageTitle: "Hermes sessions",
  you: "you",
  hermes: "hermes",
  thought: "thoughts",
  noResult: "(no result is stored)",
  badNumber: (flag: string, given: string): string => `--${flag} needs a whole number above 0, not "${given}"`,
  badAge: (given: string): string => `--older-than needs an age such as 90d, 12h or 4w, not "${given}"`,
  ageMissing: "prune needs --older-than, for example --older-than 90d",
  badFormat: (given: string): string => `Unknown format "${given}"; use jsonl, json, md or html`,
  oneOrAll: "Name one session or use --all, not both and not neither",
  cannotWrite: (path: string, reason: string): string => `${path} could not be written: ${reason}`,
  exported: (count: number, path: string): string => `${sessions(count)} written to ${path}`,
  cannotRead: (path: string, reason: string): string => `${path} could not be read: ${reason}`,
  missingFile: "there is no such file",
  notAFile: "it is not a regular file",
  tooLong: (megabytes: number): string => `it is larger than ${megabytes} MB`,
  notUtf8: "it is not UTF-8 text",
  noSessions: "it holds no session",
  badJson: (line: number): string => `line ${line} is not JSON`,
  badSession: (place: string, field: string): string => `${place} is not a session (${field})`,
  badMessage: (place: string): string => `${place} is not a message of a conversation`,
  strayMessage: (line: number): string => `line ${line} is a message, but no session stands before it`,
  twice: (id: string): string => `session ${id} is in it twice`,
  noForeignImport: (from: string, known: readonly string[]): string =>
    `Importing from "${from}" is not supported; known are ${known.join(", ")}`,
  notTheirs: "it is not a database of that program",
  skippedLines: (count: number): string =>
    `${count === 1 ? "1 entry" : `${count} entries`} held nothing of a conversation and ${count === 1 ? "was" : "were"} left out`,
  archived: (count: number): string => `${sessions(count)} put away; hermes sessions list --archived shows them`,
  unarchived: (count: number): string => `${sessions(count)} back in the list`,
  optimizeBusy: (holder: string): string => `the database is in use (${holder}); --force does it anyway`,
  optimized: (before: number, after: number): string =>
    `${(before / 1_048_576).toFixed(1)} MB before, ${(after / 1_048_576).toFixed(1)} MB now`,
  imported: (added: number, messages: number, present: number): string =>
    `${sessions(added)} with ${messages} messages imported, ${present} already here`,
  badTitle: "A title needs 1 to 200 characters on one line",
  titleTaken: (title: string): string => `Another session is already called "${title}"`,
  renamed: (id: string, title: string): string => `${id} is now called "${title}"`,
  inUse: (id: string, holder: string): string => `${id} is in use (${holder}); nothing was deleted`,
  confirmDelete: (count: number): string => `This deletes ${sessions(count)} for good; add --yes to do it`,
  askDelete: (count: number): string => `Delete ${sessions(count)} for good? [y/N] `,
  keptAll: "Nothing was deleted.",
  deleted: (count: number): string => `${sessions(count)} deleted`,
  nothingToPrune: "Nothing to prune.",
  pruneCount: (count: number, age: string): string => `${sessions(count)} ended more than ${age} ago`,
  nothingToRepair: (path: string): string => `${path} does not exist; there is nothing to repair`,
  healthy: (path: string, rows: number): string => `${path} is sound; the search index was rebuilt (${rows} messages)`,
  repaired: (path: string, sessionCount: number, messages: number): string =>
    `${path} was damaged: ${sessions(sessionCount)} with ${messages} messages recovered into a new file`,
  damagedMessages: (count: number): string =>
    `${count === 1 ? "1 message has" : `${count} messages have`} fields that cannot be read; they are kept as they are, and a note stands for them when shown:`,
  damagedMessage: (id: number, sessionId: string, fields: readonly string[]): string =>
    `  message ${id} of ${sessionId}: ${fields.join(", ")}`,
  keptDamaged: (backup: string): string => `The damaged file is kept as ${backup}`,
  repairInUse: (path: string): string => `${path} is in use by another process; close it and try again`,
} as const;

function sessions(count: number): string {
  return count === 1 ? "1 session" : `${count} sessions`;
}

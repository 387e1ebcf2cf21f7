/** What the list of sessions says. */
export const pickerPhrases = {
  head: (count: number, isHereOnly: boolean) =>
    `Which session? ${count} ${isHereOnly ? "of this directory" : "of all directories"}`,
  none: (isHereOnly: boolean) => (isHereOnly ? "none here; Tab shows all directories" : "none"),
  untitled: "untitled",
  count: (messages: number) => `${messages}`.padStart(5),
  states: { done: "done", interrupted: "interrupted", error: "error", empty: "empty" },
  filtering: (text: string) => `filter: ${text}▏`,
  searching: (text: string) => `search in all that was said: ${text}▏`,
  renaming: (text: string) => `new title: ${text}▏`,
  confirmDelete: "Delete this conversation for good? y/N",
  keys: "Enter resume · type to filter, / too, // in all that was said · d delete · r rename · p preview · Tab directory · Esc",
  filterKeys: "Enter resume · Ctrl+D delete · Ctrl+R rename · Ctrl+P preview · Tab directory · Esc ends the filter",
  previewKeys: "arrows scroll · Enter resume · any other key goes back",
  renameKeys: "Enter keeps the title · Esc leaves it as it was",
  inUse: (holder: string) => `it is in use (${holder}); nothing was deleted`,
  deleted: "deleted",
  taken: (title: string) => `"${title}" is taken`,
  missing: "it is gone",
  nothingSaid: "nothing was said",
  needsTerminal: "the list of sessions needs a terminal; hermes sessions list prints it",
} as const;

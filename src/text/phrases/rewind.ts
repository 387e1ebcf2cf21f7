const turnsOf = (count: number): string => (count === 1 ? "1 turn" : `${count} turns`);

/** What is said about turns that are taken back or asked again. */
export const rewindPhrases = {
  undone: (turns: number, messages: number, images: number) =>
    [
      `${turnsOf(turns)} undone (${messages === 1 ? "1 message" : `${messages} messages`}, kept in the store)`,
      ...(images === 0 ? [] : [`${images === 1 ? "its image has" : `its ${images} images have`} to be attached again`]),
    ].join("; "),
  fewer: (possible: number) =>
    possible === 0 ? "there is nothing to undo" : `only ${turnsOf(possible)} can be undone; nothing was changed`,
  compressedBefore: (possible: number) =>
    [
      possible === 0 ? "there is nothing to undo" : `only ${turnsOf(possible)} can be undone`,
      "what came before was compressed; /compress undo brings it back first. Nothing was changed",
    ].join(": "),
  busy: (holder: string | null) =>
    `the conversation is in use${holder === null ? "" : ` by another process (${holder})`}; nothing was changed`,
  askedAnew: "the last answer could not be taken back just now: the question is asked once more behind it",
} as const;

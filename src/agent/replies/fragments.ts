/** Pieces of an answer that was cut and continued, as one text. A seam without white space gets a line break, half a character a mark. */
export function joinFragments(pieces: readonly string[]): string {
  return pieces
    .filter((piece) => piece !== "")
    .reduce(
      (text, piece) => (text === "" || /\s$/.test(text) || /^\s/.test(piece) ? text + piece : `${text}\n${piece}`),
      "",
    )
    .toWellFormed();
}

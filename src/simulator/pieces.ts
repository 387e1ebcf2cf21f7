const pieceLength = 12; // about three tokens, as a quick model streams

/** Cuts a text as a model would stream it: short pieces, no character torn apart. */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of text) {
    piece += character;
    if (piece.length < pieceLength) continue;
    pieces.push(piece);
    piece = "";
  }
  return piece === "" ? pieces : [...pieces, piece];
}

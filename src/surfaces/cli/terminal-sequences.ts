/** The window and its scrollback become empty, and the cursor goes to the corner. */
export const clearAll = "\u001B[H\u001B[2J\u001B[3J";

const mostBytes = 74_994; // more than this, encoded, is dropped by common terminals

/** OSC 52: the terminal puts the text on the clipboard of whoever sits in front of it, over ssh too. null: too long. */
export function clipboardSequence(text: string): string | null {
  const bytes = Buffer.from(text, "utf8");
  return bytes.length > mostBytes ? null : `\u001B]52;c;${bytes.toString("base64")}\u0007`;
}

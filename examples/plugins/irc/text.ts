// A server sends our line on with our name before it, and cuts it at 512 bytes:
// ":nick!user@host PRIVMSG #channel :text\r\n"
const mostLineBytes = 512;
const longestSource = ":".length + 30 + "!".length + 10 + "@".length + 63 + " ".length;
const longestTarget = 50;

/** Of one line of text, whoever we are and wherever it goes. */
export const mostTextBytes = mostLineBytes - longestSource - longestTarget - Buffer.byteLength("PRIVMSG  :\r\n");

/** What is said, as lines that arrive whole. IRC knows no empty ones. */
export function linesOf(text: string, mostBytes = mostTextBytes): readonly string[] {
  return text
    .split(/\r\n|[\r\n\u2028\u2029]/)
    .map((line) => withoutControls(line.replaceAll("\t", "  ")).trimEnd())
    .filter((line) => line !== "")
    .flatMap((line) => cut(line, mostBytes));
}

/** After a space if there is one, never inside a character. */
function cut(line: string, mostBytes: number): readonly string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const word of line.split(/(?<= )/)) {
    for (const part of Buffer.byteLength(word) > mostBytes ? word : [word]) {
      if (piece !== "" && Buffer.byteLength(piece + part) > mostBytes) {
        pieces.push(piece.trimEnd());
        piece = "";
      }
      piece += part;
    }
  }
  return [...pieces, piece].filter((each) => each !== "");
}

const [ctcp = "", colour = "", hexColour = ""] = [1, 3, 4].map((code) => String.fromCodePoint(code));
const number = String.raw`\d{1,2}`;
const hex = String.raw`[\da-fA-F]{6}`;
const colours = new RegExp(`${colour}(?:${number}(?:,${number})?)?|${hexColour}(?:${hex}(?:,${hex})?)?`, "g");

/** Colours, bold and all other control characters go. */
export function withoutControls(text: string): string {
  return text.replaceAll(colours, "").replaceAll(/\p{Cc}/gu, "");
}

/** Requests between programs, such as VERSION, in the form of a message. */
export function isCtcp(text: string): boolean {
  return text.startsWith(ctcp);
}

const leastPrintable = 12;
/** Bounded because the matcher's stack is; a longer run is read in pieces that still start on a whole group of four. */
const base64Run = /[A-Za-z0-9+/_-]{24,100000}(?:\r?\n[A-Za-z0-9+/_-]+)*/g;

/** What a text says once percent escapes and base64 are undone, one level deep; empty when there is nothing to undo. */
export function decodedTexts(text: string): readonly string[] {
  const base64 = fromBase64(text);
  const percent = fromPercent(text);
  return [percent, base64].filter((decoded) => decoded !== "");
}

function fromPercent(text: string): string {
  if (!/%[\da-f]{2}/i.test(text)) return "";
  return text.replaceAll("+", " ").replaceAll(/(?:%[\da-f]{2}){1,2000}/gi, (run) => {
    return Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8");
  });
}

function fromBase64(text: string): string {
  const decoded: string[] = [];
  for (const [run] of text.matchAll(base64Run)) {
    const plain = Buffer.from(run, "base64")
      .toString("latin1")
      .replaceAll(/[^\x20-\x7e]+/g, " ");
    if (plain.length >= leastPrintable) decoded.push(plain);
  }
  return decoded.join("\n");
}

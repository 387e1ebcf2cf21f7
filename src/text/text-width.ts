const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const plain = /^[\u0020-\u007e]*$/;
const unseen = /^[\p{Cc}\p{Cf}\p{Mn}\p{Me}\u200b-\u200f]+$/u;
const picture = /\p{Emoji_Presentation}|\ufe0f/u;
/** East Asian wide and full-width blocks (Unicode Standard Annex 11). */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cd5}\u{1b000}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;

/** Columns a text takes in a terminal: Chinese and pictures take two, marks on a letter none. */
export function textWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment);
  return width;
}

function widthOf(grapheme: string): number {
  if (unseen.test(grapheme)) return 0;
  return picture.test(grapheme) || wide.test(grapheme) ? 2 : 1;
}

/** At most so many columns; where something is left out it ends in a dot-dot-dot. */
export function fitWidth(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let [kept, width] = ["", 0];
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return columns < 1 ? "" : `${kept}…`;
}

export function padEndTo(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - textWidth(text)));
}

export function padStartTo(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - textWidth(text))) + text;
}

const unseen = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of others for somebody who decides by what it says: what would not be seen, or reorders it, is spelled out. */
export function visible(text: string): string {
  return text.replaceAll(unseen, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Limits for people and models count code points: a cut never splits a surrogate pair. */
export function charsIn(text: string): number {
  let chars = 0;
  for (const _ of text) chars++;
  return chars;
}

export function firstChars(text: string, count: number): string {
  let [chars, end] = [0, 0];
  for (const char of text) {
    if (chars === count) return text.slice(0, end);
    chars += 1;
    end += char.length;
  }
  return text;
}

/** At most `count`, ended at a blank where there is one in the second half. */
export function cutAtWord(text: string, count: number): string {
  const start = firstChars(text, count);
  if (start.length === text.length) return text;
  const blank = start.search(/\s\S*$/);
  return (blank > start.length / 2 ? start.slice(0, blank) : start).trimEnd();
}

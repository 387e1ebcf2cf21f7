/** Splits off a trailing high surrogate, whose other half may be in the next delta. */
export function holdHalf(text: string): readonly [whole: string, half: string] {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? [text.slice(0, -1), text.slice(-1)] : [text, ""];
}

/** The end of a text that never stops growing. */
export type RollingText = {
  readonly push: (text: string) => void;
  readonly text: () => string;
  /** How much of its beginning is not kept any more. */
  readonly dropped: () => number;
};

export function createRollingText(mostChars: number): RollingText {
  let kept = "";
  let total = 0;
  const settle = (): string => {
    if (kept.length > mostChars) kept = wholeCharacters(kept.slice(-mostChars));
    return kept;
  };
  return {
    push: (text) => {
      total += text.length;
      kept += text;
      if (kept.length > 2 * mostChars) settle(); // seldom, so that a chatty process does not copy all the time
    },
    text: settle,
    dropped: () => total - settle().length,
  };
}

/** A cut may fall between the halves of a character. */
function wholeCharacters(text: string): string {
  return /^[\udc00-\udfff]/.test(text) ? text.slice(1) : text;
}

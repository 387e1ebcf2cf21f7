const smallest = 1_024;
const largest = 10_000_000;

/** The context size an error names, in lower case; null when it names none, or none that could be one. */
export function statedContextLimit(text: string): number | null {
  for (const pattern of [before, behind]) {
    const digits = pattern.exec(text)?.[1];
    const tokens = digits === undefined ? 0 : Number(digits.replaceAll(",", ""));
    if (tokens >= smallest && tokens <= largest) return tokens;
  }
  return null;
}

const before = /(?:max(?:imum)?|limit|context|window|n_ctx)[^\d]{0,40}?(\d[\d,]{3,})/;
const behind = /(\d[\d,]{3,})[^\d]{0,12}(?:max(?:imum)?|limit)/;

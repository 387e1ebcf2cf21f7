/** A number of tokens, short: 12.4K. */
export function thousands(tokens: number): string {
  if (tokens < 1_000) return tokens.toString();
  const value = tokens / 1_000;
  return `${value < 100 ? value.toFixed(1).replace(/\.0$/, "") : Math.round(value)}K`;
}

/** "0.3" below ten seconds, "12" above. */
export function secondsText(ms: number): string {
  const seconds = ms / 1_000;
  return seconds < 10 ? seconds.toFixed(1) : Math.round(seconds).toString();
}

const burst = 5; // lines at once
const intervalMs = 1_000; // and then one at a time

/** How long to wait before the next line. Servers throw out whoever writes faster. */
export function createPace(): (nowMs: number) => number {
  let paidUntilMs = 0;
  return (nowMs) => {
    const fromMs = Math.max(paidUntilMs, nowMs);
    paidUntilMs = fromMs + intervalMs;
    return Math.max(0, fromMs - nowMs - (burst - 1) * intervalMs);
  };
}

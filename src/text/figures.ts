const units = [
  ["G", 1_000_000_000],
  ["M", 1_000_000],
  ["k", 1_000],
] as const;

/** 999, 1.2k, 34k, 5.6M: three digits at most. */
export function compactNumber(value: number): string {
  const rounded = Math.round(value);
  for (const [unit, size] of units) {
    if (rounded < size * 0.9995) continue;
    const scaled = rounded / size;
    return `${scaled < 9.95 ? trimmed(scaled.toFixed(1)) : Math.round(scaled)}${unit}`;
  }
  return `${rounded}`;
}

function trimmed(text: string): string {
  return text.replace(/\.0$/, "");
}

/** Cents, and what is less than one to its first two digits that matter. */
export function money(usd: number): string {
  if (usd >= 0.095 || usd === 0) return `$${usd.toFixed(2)}`;
  return usd < 0.00005 ? "<$0.0001" : `$${usd.toFixed(4)}`;
}

export function percent(share: number): string {
  const hundredths = share * 100;
  return hundredths > 0 && hundredths < 1 ? "<1%" : `${Math.round(hundredths)}%`;
}

/** 12 ms, 1.2 s, 3m 20s, 2h 05m. */
export function span(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1_000;
  if (seconds < 59.95) return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  if (whole < 3_600) return `${Math.floor(whole / 60)}m ${twoDigits(whole % 60)}s`;
  return `${Math.floor(whole / 3_600)}h ${twoDigits(Math.floor((whole % 3_600) / 60))}m`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
] as const;

/** How long ago, in the largest unit that fits: "3d ago". */
export function ageOf(atSeconds: number, nowMs: number): string {
  const seconds = Math.max(0, nowMs / 1_000 - atSeconds);
  for (const [unit, length] of units) {
    if (seconds >= length) return `${Math.floor(seconds / length)}${unit} ago`;
  }
  return "just now";
}

const lengths: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3_600 };

/** Seconds of an age such as "90d", or null. A bare number is days. */
export function secondsOfAge(text: string): number | null {
  const [, number, unit = "d"] = /^(\d{1,6})([wdh])?$/u.exec(text.trim()) ?? [];
  const length = lengths[unit];
  return number === undefined || length === undefined || Number(number) === 0 ? null : Number(number) * length;
}

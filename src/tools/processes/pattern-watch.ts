export type PatternHit =
  | { readonly kind: "matched"; readonly pattern: string }
  /** It matched so often that watching has ended. */
  | { readonly kind: "too-often"; readonly pattern: string };

const windowMs = 15_000; // at most one notice in this time
const mostStrikes = 3;

/** Looks for texts in lines of output. Matches right behind a notice are strikes, at most one per notice. */
export function createPatternWatch(patterns: readonly string[]): (lines: string, nowMs: number) => PatternHit | null {
  let windowEndMs = Number.NEGATIVE_INFINITY;
  let wasStruck = false;
  let strikes = 0;
  const strike = (pattern: string): PatternHit | null => {
    if (wasStruck) return null;
    wasStruck = true;
    strikes += 1;
    return strikes === mostStrikes ? { kind: "too-often", pattern } : null;
  };
  return (lines, nowMs) => {
    if (strikes === mostStrikes) return null;
    const pattern = patterns.find((text) => text !== "" && lines.includes(text));
    if (pattern === undefined) return null;
    if (nowMs < windowEndMs) return strike(pattern);
    if (!wasStruck) strikes = 0; // a quiet time forgives
    windowEndMs = nowMs + windowMs;
    wasStruck = false;
    return { kind: "matched", pattern };
  };
}

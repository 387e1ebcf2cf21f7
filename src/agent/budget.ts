/** Steps a turn may still take. A step that has to start over gives its unit back. */
export type IterationBudget = {
  readonly max: number; // Infinity: no cap
  readonly used: () => number;
  readonly remaining: () => number;
  /** False: there was no unit left, nothing was taken. */
  readonly consume: () => boolean;
  readonly refund: () => void;
};

export function createBudget(max: number): IterationBudget {
  let used = 0;
  return {
    max,
    used: () => used,
    remaining: () => max - used,
    consume: () => {
      if (used >= max) return false;
      used += 1;
      return true;
    },
    refund: () => void (used = Math.max(0, used - 1)),
  };
}

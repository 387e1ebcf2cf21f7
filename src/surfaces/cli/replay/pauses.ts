import type { Beat } from "./beat.ts";

const longestMs = 1_500; // nobody wants to watch a build

/** How long something is seen coming at the least, where the store says that it came at once. */
const leastMs: Readonly<Record<string, number>> = {
  asked: 700,
  answered: 1_500,
  "reasoning.delta": 8,
  "text.delta": 12,
  "tool.finished": 250,
};

/** How long to wait before each of them at this speed. */
export function pausesOf(beats: readonly Beat[], speed: number): readonly number[] {
  return beats.map((beat, index) => {
    const gapMs = index === 0 ? 0 : beat.atMs - (beats[index - 1]?.atMs ?? beat.atMs);
    const { action } = beat;
    const least = leastMs[action.type === "event" ? action.event.type : action.type] ?? 0;
    return Math.max(least, Math.min(longestMs, gapMs)) / speed;
  });
}

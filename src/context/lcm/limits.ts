/** What follows from the trigger and from what every request carries, in tokens of messages alone. */
export type Limits = {
  /** Above it a view is not sent. */
  readonly hard: number;
  /** Above it the end of a turn is used to make it shorter. */
  readonly soft: number;
  /** What it is made down to. */
  readonly target: number;
  /** What one leaf is made of, and what it may weigh. */
  readonly leafSource: number;
  readonly leafMost: number;
  readonly condensedMost: number;
  /** The newest messages, left alone as long as that is possible. */
  readonly freshTokens: number;
  readonly freshMessages: number;
};

const leastRoom = 1_000;
const softShare = 0.75;
const targetShare = 0.6;
const leafSource = 20_000;
const leafShare = 0.2; // of the trigger: in a small window there would never be a whole leaf otherwise
const leafMost = 1_200;
const condensedMost = 1_500;
const nodeShare = 0.1; // of the room: a handful of nodes always fits
const freshMessages = 32;

export function limitsFor(trigger: number, overhead: number, freshTokens: number): Limits {
  const room = (share: number): number => Math.max(leastRoom * share, Math.floor(trigger * share) - overhead);
  const hard = room(1);
  const nodeMost = Math.floor(hard * nodeShare);
  return {
    hard,
    soft: room(softShare),
    target: room(targetShare),
    leafSource: Math.min(leafSource, Math.max(1, Math.floor(trigger * leafShare))),
    leafMost: Math.min(leafMost, nodeMost),
    condensedMost: Math.min(condensedMost, nodeMost),
    freshTokens: Math.min(freshTokens, Math.floor(hard / 2)),
    freshMessages,
  };
}

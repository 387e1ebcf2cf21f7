/** How often each kind of odd reply came in a row; a good one of its kind starts over. */
export type TurnCounts = {
  invalidTool: number;
  invalidJson: number;
  emptyContent: number;
  silentReplies: number; // empty ones that even report no output tokens
  thinkingPrefill: number;
  postToolEmptyNudged: boolean;
  incompleteScratchpad: number;
  responsesIncomplete: number;
  lengthContinuation: number;
  truncatedToolCall: number;
  missingCall: number;
  ackContinuation: number; // replies that announced a step instead of taking it
};

export const noCounts = (): TurnCounts => ({
  invalidTool: 0,
  invalidJson: 0,
  emptyContent: 0,
  silentReplies: 0,
  thinkingPrefill: 0,
  postToolEmptyNudged: false,
  incompleteScratchpad: 0,
  responsesIncomplete: 0,
  lengthContinuation: 0,
  truncatedToolCall: 0,
  missingCall: 0,
  ackContinuation: 0,
});

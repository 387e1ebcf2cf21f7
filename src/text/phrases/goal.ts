type ShownGoal = {
  readonly text: string;
  readonly state: string;
  readonly turns: number;
  readonly reason: string | null;
};

/** What is said about a goal that is worked on over several turns. */
export const goalPhrases = {
  summary: "keep working until a side model says that this is reached",
  none: "there is no goal; /goal TEXT sets one",
  cannot: "goals cannot be followed here",
  is: ({ text, state, turns, reason }: ShownGoal, most: number) =>
    [
      `goal (${state}, ${turns} of ${most} turns): ${text}`,
      ...(reason === null ? [] : [`last verdict: ${reason}`]),
    ].join("\n"),
  pausedNow: "the goal rests; /goal resume goes on with it",
  cleared: "the goal is gone",
  notActive: "no goal is being worked on",
  nothingToResume: "no goal rests",
  judging: "judging whether the goal is reached…",
  goesOn: (turn: number, most: number, reason: string) => `goal, turn ${turn} of ${most}: ${reason}`,
  reached: (turns: number, reason: string) =>
    `goal reached after ${turns} ${turns === 1 ? "turn" : "turns"}: ${reason}`,
  paused: (reason: string) => `the goal rests: ${reason}. /goal resume goes on with it`,
  stopped: "you stopped it",
  turnFailed: "the turn failed",
  judgeFailed: (reason: string) => `nobody could judge it (${reason})`,
  blocked: (reason: string) => `it needs you (${reason})`,
  tooMany: (turns: number, reason: string) => `${turns} turns were not enough (${reason})`,
  mark: (turns: number, most: number) => `◎ ${turns}/${most}`,
} as const;

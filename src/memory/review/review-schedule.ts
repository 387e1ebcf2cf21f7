/** How a turn went, as far as reviews depend on it. */
type FinishedTurn = {
  readonly interrupted: boolean;
  readonly steps: number;
  /** Names of the tools it called. */
  readonly tools: readonly string[];
};

export type ReviewSubject = "memory" | "skills";

/** When to look back. Counts user turns for memory, steps for skills; using the tool itself starts anew. */
export type ReviewSchedule = {
  /** What is to be reviewed now that the answer was delivered; empty most of the time. */
  readonly onTurnEnd: (turn: FinishedTurn) => readonly ReviewSubject[];
};

export type ReviewIntervals = {
  /** User turns; 0 switches it off. */
  readonly memoryTurns: number;
  /** Steps; 0 switches it off. */
  readonly skillSteps: number;
};

export function createReviewSchedule(
  { memoryTurns, skillSteps }: ReviewIntervals,
  priorUserTurns: number,
): ReviewSchedule {
  let turns = memoryTurns === 0 ? 0 : priorUserTurns % memoryTurns;
  let steps = 0;
  return {
    onTurnEnd: (turn) => {
      turns = turn.tools.includes("memory") ? 0 : turns + 1;
      steps = turn.tools.includes("skill_manage") ? 0 : steps + turn.steps;
      if (turn.interrupted) return []; // it stays due
      const isMemoryDue = memoryTurns > 0 && turns >= memoryTurns;
      const isSkillsDue = skillSteps > 0 && steps >= skillSteps;
      if (isMemoryDue) turns = 0;
      if (isSkillsDue) steps = 0;
      return [...(isMemoryDue ? (["memory"] as const) : []), ...(isSkillsDue ? (["skills"] as const) : [])];
    },
  };
}

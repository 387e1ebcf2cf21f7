import { type GoalKeeper, mostGoalTurns } from "../../session/goal/goal-keeper.ts";
import { goalPhrases as say } from "../../text/phrases/goal.ts";
import { slashPhrases } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand, type SlashOutcome } from "./slash-command.ts";

const longestGoal = 4_000;

/** Sets what is worked on from turn to turn; the goal itself is the first question. */
export const goalCommand: SlashCommand = {
  name: "goal",
  aliases: [],
  usage: "[text | status | pause | resume | clear]",
  summary: say.summary,
  busy: "run",
  run: (rest, { session }) => {
    const { goal: keeper } = session;
    if (keeper === undefined) return refusal(say.cannot);
    switch (rest.toLowerCase()) {
      case "":
      case "status":
        return keeper.goal === null ? refusal(say.none) : said(say.is(keeper.goal, mostGoalTurns));
      case "pause":
        return keeper.pause() ? said(say.pausedNow) : refusal(say.notActive);
      case "resume":
        return resumed(keeper);
      case "clear":
        return keeper.clear() ? said(say.cleared) : refusal(say.none);
      default:
        if (rest.length > longestGoal) return refusal(slashPhrases.tooLong("goal", longestGoal));
        return { kind: "queue", text: keeper.set(rest).text };
    }
  },
};

function resumed(keeper: Pick<GoalKeeper, "resume">): SlashOutcome {
  const goal = keeper.resume();
  return goal === null ? refusal(say.nothingToResume) : { kind: "queue", text: goal.text };
}

import { plainLine } from "../../../commands/plain-text.ts";
import type { TurnResult } from "../../../domain/turn.ts";
import type { TurnInput } from "../../../session/turn-input.ts";
import { goalPhrases as say } from "../../../text/phrases/goal.ts";
import type { ChatVoice } from "../chat-voice.ts";
import type { TalkSession } from "../talk-world.ts";

const longestVerdict = 400;

/** After a turn, when nothing waits: what to ask for the goal, or null where there is nothing more to do for it. */
export async function pursueGoal(
  { goal: keeper }: TalkSession,
  result: TurnResult | null,
  voice: ChatVoice,
): Promise<TurnInput | null> {
  if (keeper.goal?.state !== "active") return null;
  if (result === null) {
    keeper.pause(say.turnFailed);
    await voice.say(say.paused(say.turnFailed));
    return null;
  }
  const step = await keeper.afterTurn(result);
  if (step.kind === "rest") return null;
  await voice.say(plainLine(step.text, longestVerdict));
  return step.kind === "again" ? { content: step.question } : null;
}

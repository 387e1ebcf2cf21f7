import { withNote } from "../domain/message.ts";
import { steerMarks } from "../text/steer-marks.ts";
import { amend, openRows } from "./tools/open-batch.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/**
 * What a person says while a turn runs rides on the last result that was not sent yet. Without one it stays queued,
 * and while a stop is pending nothing is delivered. To be called before a step is counted.
 */
export async function deliverSteer(turn: TurnState, deps: TurnDeps): Promise<void> {
  const last = openRows(turn).at(-1);
  if (last === undefined || turn.signal.aborted) return;
  const text = deps.takeSteer();
  if (text === null) return;
  const note = `\n\n${steerMarks.open}\n${text}\n${steerMarks.close}`;
  await amend(last, withNote(last.message.content, note), turn, deps);
}

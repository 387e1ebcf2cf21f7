import { withNote } from "../domain/message.ts";
import { steerMarks } from "../text/steer-marks.ts";
import { amend, openRows } from "./tools/open-batch.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/**
 * What a person says while a turn runs rides on the last result that was not sent yet, and so does what background
 * processes have to say, in front of it and in a voice of its own. Without such a result it stays queued,
 * and while a stop is pending nothing is delivered. To be called before a step is counted.
 */
export async function deliverSteer(turn: TurnState, deps: TurnDeps): Promise<void> {
  const last = openRows(turn).at(-1);
  if (last === undefined || turn.signal.aborted) return;
  const news = deps.takeNotices();
  if (news !== null) deps.emit({ type: "notice.given", level: "info", text: news });
  const notes = [news, spoken(deps.takeSteer())].flatMap((text) => (text === null ? [] : `\n\n${text}`));
  if (notes.length > 0) await amend(last, withNote(last.message.content, notes.join("")), turn, deps);
}

function spoken(text: string | null): string | null {
  return text === null ? null : `${steerMarks.open}\n${text}\n${steerMarks.close}`;
}

import type { Content, ToolMessage } from "../domain/message.ts";
import type { OpenRow, TurnDeps, TurnState } from "./turn-state.ts";

/** What a person says while tools run rides on the last result of the batch, which was not sent yet. */
export async function deliverSteer({ row, message }: OpenRow, turn: TurnState, deps: TurnDeps): Promise<void> {
  const text = deps.takeSteer();
  if (text === null) return;
  const amended: ToolMessage = { ...message, content: withSteer(message.content, text) };
  await deps.journal.amend(row, amended);
  turn.history = [...turn.history.slice(0, -1), amended];
}

function withSteer(content: Content, text: string): Content {
  const note = `\n\n[OUT-OF-BAND USER MESSAGE]\n${text}\n[/OUT-OF-BAND USER MESSAGE]`;
  return typeof content === "string" ? content + note : [...content, { type: "text", text: note }];
}

import type { Content, ToolMessage } from "../../domain/message.ts";
import type { OpenRow } from "./toolbox.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";

/** The results of the newest step, as long as no request has carried them: only these may still change. */
export function openRows({ batch, steps }: TurnState): readonly OpenRow[] {
  return batch.step === steps ? batch.rows : [];
}

/** A result joins the batch of its step. */
export function addRow(row: OpenRow, turn: TurnState): void {
  turn.batch = { step: turn.steps, rows: [...openRows(turn), row] };
}

/** Disk first, then history: the row and what is sent say the same. */
export async function amend(open: OpenRow, content: Content, turn: TurnState, deps: TurnDeps): Promise<void> {
  const message: ToolMessage = { ...open.message, content };
  await deps.journal.amend(open.row, message);
  turn.history = turn.history.map((each) => (each === open.message ? message : each));
  turn.batch = {
    ...turn.batch,
    rows: turn.batch.rows.map((each) => (each.row === open.row ? { ...each, message } : each)),
  };
}

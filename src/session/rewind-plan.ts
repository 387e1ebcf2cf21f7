import { isQuestion, type Message, type UserMessage } from "../domain/message.ts";
import type { RowId } from "../domain/turn-journal.ts";

type Row = { readonly id: RowId; readonly message: Message };

type AskedRow = { readonly id: RowId; readonly message: UserMessage };

export type RewindPlan =
  | {
      readonly kind: "cut";
      readonly question: AskedRow;
      /** The first row that came of it; null: it was never answered. */
      readonly answer: RowId | null;
    }
  | {
      readonly kind: "fewer";
      readonly possible: number;
      /** Turns before those are there, and a compression has summed them up. */
      readonly isCompressed: boolean;
    };

/** Where a conversation stood before its last so many questions. What a summary stands for is not gone back behind. */
export function planRewind(rows: readonly Row[], turns: number): RewindPlan {
  const summary = rows.findLastIndex(({ message }) => isSummary(message));
  const asked = rows.slice(summary + 1).flatMap(askedIn);
  const question = asked.at(-turns);
  if (question === undefined || turns > asked.length)
    return { kind: "fewer", possible: asked.length, isCompressed: summary >= 0 };
  const answer = rows.find(({ id }) => id > question.id)?.id ?? null;
  return { kind: "cut", question, answer };
}

/** News of background processes and notes after a restart begin turns too, but nobody typed them. */
const untyped: ReadonlySet<string> = new Set(["process_notice", "restart_note"]);

function askedIn({ id, message }: Row): readonly AskedRow[] {
  if (message.role !== "user" || !isQuestion(message)) return [];
  return untyped.has(message.extra?.display_kind ?? "") ? [] : [{ id, message }];
}

function isSummary(message: Message): boolean {
  if (message.role === "tool") return false;
  return message.extra?.origin === "summary" || message.extra?.summary !== undefined;
}

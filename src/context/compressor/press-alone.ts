import { headEndOf } from "./boundaries.ts";
import type { PressedList } from "./endings.ts";
import { isSummary } from "./kinds.ts";
import { pressTail } from "./pressure.ts";
import type { RunContext } from "./run-context.ts";

/** A list with nothing left to sum up that still does not fit: its old results become lines. Null: not even that helps. */
export function pressAlone({ request, numbers, scales }: RunContext): PressedList | null {
  const { messages } = request;
  const start = Math.max(headEndOf(messages), messages.findLastIndex(isSummary) + 1);
  const idOf = request.idOf ?? (() => null);
  const { tail, pruned } = pressTail(messages.slice(start), numbers.softTail, scales.message, idOf);
  return pruned === 0 ? null : { messages: [...messages.slice(0, start), ...tail], pruned };
}

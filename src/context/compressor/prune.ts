import type { Message } from "../../domain/message.ts";
import { cutResult, pointTo, type CallsById } from "./cut-result.ts";
import { duplicates } from "./duplicates.ts";
import { shortenArguments } from "./shorten-arguments.ts";

export type IdOf = (message: Message) => string | number | null;

export type Pruned = {
  readonly messages: readonly Message[];
  /** Results that became a line. */
  readonly results: number;
  /** Results that became a pointer to a newer copy. */
  readonly repeated: number;
  readonly arguments: number;
};

type Within = {
  readonly isInside: (index: number) => boolean;
  readonly calls: CallsById;
  readonly idOf: IdOf;
};

/** Old results become one line each, repeated ones a pointer, long arguments short. Only inside; a second time changes nothing. */
export function prune(messages: readonly Message[], { isInside, calls, idOf }: Within): Pruned {
  const newer = duplicates(messages);
  const count = { results: 0, repeated: 0, arguments: 0 };
  const pruned = messages.map((message, index): Message => {
    if (!isInside(index)) return message;
    if (message.role === "assistant") {
      const { message: short, shortened } = shortenArguments(message);
      count.arguments += shortened;
      return short;
    }
    if (message.role !== "tool") return message;
    const copy = newer.get(index);
    const short = copy === undefined ? cutResult(message, calls, idOf) : pointTo(message, copy);
    if (short !== message) count[copy === undefined ? "results" : "repeated"] += 1;
    return short;
  });
  return { messages: pruned, ...count };
}

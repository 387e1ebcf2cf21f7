import type { Message } from "../../domain/message.ts";
import { cutResult, callsById } from "./cut-result.ts";
import { inFlightStart } from "./kinds.ts";
import type { IdOf } from "./prune.ts";

const untouched = 3;

type Pressed = { readonly tail: readonly Message[]; readonly pruned: number };

/** When not even a compressed list fits: results in the tail become lines too, oldest first, until it is small enough. */
export function pressTail(
  tail: readonly Message[],
  softTokens: number,
  weigh: (message: Message) => number,
  idOf: IdOf,
): Pressed {
  const calls = callsById(tail);
  const end = Math.min(inFlightStart(tail), tail.length - untouched);
  let tokens = tail.reduce((sum, message) => sum + weigh(message), 0);
  let pruned = 0;
  const pressed = tail.map((message, index) => {
    if (index >= end || tokens <= softTokens || message.role !== "tool") return message;
    const short = cutResult(message, calls, idOf);
    if (short === message) return message;
    tokens += weigh(short) - weigh(message);
    pruned += 1;
    return short;
  });
  return { tail: pressed, pruned };
}

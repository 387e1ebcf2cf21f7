import type { Message } from "../../domain/message.ts";
import { planCompression } from "./plan.ts";

type Frame = Parameters<typeof planCompression>[1];

/** The list with a pruned middle and nothing summed up. */
export function pruneMiddle(
  messages: readonly Message[],
  frame: Frame,
): { messages: readonly Message[]; pruned: number } {
  const plan = planCompression({ messages, trigger: "engine" }, frame);
  if (plan === null) return { messages, pruned: 0 };
  const changed = new Map(
    plan.messages.flatMap((message, index) => {
      const after = plan.pruned.messages[index];
      return after === undefined || after === message ? [] : [[message, after] as const];
    }),
  );
  const { results, repeated, arguments: shortened } = plan.pruned;
  return {
    messages: messages.map((message) => changed.get(message) ?? message),
    pruned: results + repeated + shortened,
  };
}

import type { ChildTask } from "./child.ts";

const terms =
  "You work on your own: nobody answers questions, and your last message is all that is handed back. " +
  "Let it say what you did and found, which files you changed, and what failed or is left.";

/** All a child is told about its task. It stands in the user message, so that siblings share everything before it. */
export function childQuestion({ goal, context = "" }: ChildTask, contract: string | null): string {
  const told = context.trim() === "" ? [] : [`Context:\n${context.trim()}`];
  return [goal.trim(), ...told, contract ?? terms].join("\n\n");
}

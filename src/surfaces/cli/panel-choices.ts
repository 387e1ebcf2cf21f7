import { chatPhrases as say } from "../../text/phrases/chat.ts";
import type { OpenPanel, Screen } from "./screen.ts";

/** The lines a person can choose among; the last one of a model's question is an answer of their own. */
export function choicesShown({ question: { kind, choices }, isOurs }: OpenPanel): readonly string[] {
  return kind === "approval" || isOurs ? choices : [...choices, say.other];
}

const quietMs = 600;

/** A question that comes up while somebody types must not take the next letter for its answer. */
export function isListening({ panels: [first], typedMs }: Pick<Screen, "panels" | "typedMs">, nowMs: number): boolean {
  if (first === undefined) return false;
  const { kind, part } = first.question;
  const isExpected = first.isOurs || (part?.number ?? 1) > 1; // whoever answered the first of several is not surprised
  return (isExpected && kind !== "approval") || nowMs - Math.max(first.sinceMs, typedMs) >= quietMs;
}

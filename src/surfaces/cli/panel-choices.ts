import type { Question } from "../../domain/approval.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";

/** The lines a person can choose among; the last one of a clarifying question is an answer of their own. */
export function choicesShown({ kind, choices }: Question): readonly string[] {
  return kind === "approval" ? choices : [...choices, say.other];
}

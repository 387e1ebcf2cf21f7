import { chatPhrases as say } from "../../text/phrases/chat.ts";
import type { OpenPanel } from "./screen.ts";

/** The lines a person can choose among; the last one of a model's question is an answer of their own. */
export function choicesShown({ question: { kind, choices }, isOurs }: OpenPanel): readonly string[] {
  return kind === "approval" || isOurs ? choices : [...choices, say.other];
}

import { textOf, type Message } from "../domain/message.ts";
import { ownWords } from "../text/skill-invocation.ts";
import { cleanInput } from "./clean-input.ts";
import type { SessionDeps } from "./session-deps.ts";
import { createTurnContext } from "./turn-context.ts";
import type { TurnInput } from "./turn-input.ts";

type Around = {
  readonly sessionId: string;
  readonly turnId: string;
  readonly model: string;
  readonly history: () => readonly Message[];
  readonly signal: AbortSignal;
};

export type ContextOf = (input: TurnInput, around: Around) => Promise<string | null>;

/** What goes along with a question: every source is asked once, with the person's own words. */
export function contextGatherer(deps: Pick<SessionDeps, "contextSources" | "clock" | "log">): ContextOf {
  const ask = createTurnContext(deps.contextSources, deps);
  return async ({ content, history, stored }, { sessionId, turnId, model, signal, ...around }) => {
    if (deps.contextSources.length === 0) return null;
    const earlier = history ?? around.history();
    const userMessage = ownWords(textOf(cleanInput(stored?.text ?? content))) ?? "";
    return ask({ userMessage, sessionId, turnId, history: earlier, isFirstTurn: earlier.length === 0, model, signal });
  };
}

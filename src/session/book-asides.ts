import type { TurnDeps, TurnState } from "../agent/turn-state.ts";

/** Summaries, descriptions and whatever else was asked for beside the conversation are part of what it cost. */
export function bookAsides({ sideCosts }: Pick<TurnState, "sideCosts">, { cache }: Pick<TurnDeps, "cache">): void {
  for (const { prompt } of sideCosts.all()) if (prompt !== undefined) cache.watch.aside(prompt);
}

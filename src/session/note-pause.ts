import type { TurnDeps, TurnState } from "../agent/turn-state.ts";
import { secondsOf } from "../domain/clock.ts";
import { statusPhrases as say } from "../text/phrases/status.ts";
import type { KeptTail } from "./cache-keeper.ts";

/** The pause that just ended decides how long what is cached should live from now on. */
export function notePause(cache: KeptTail, turn: TurnState, deps: TurnDeps): void {
  const { runtime, toolbox, ledger, context, clock, emit } = deps;
  const counted = { runtime: runtime.active, system: turn.system, tools: toolbox.schemas, messages: turn.history };
  const { tokens: contextTokens } = ledger.tokens(counted);
  const isFull = (tokens: number): boolean => context.enabled && context.engine.shouldCompress(tokens).yes;
  const hint = cache.turnBegins({ nowSeconds: secondsOf(clock), contextTokens, isFull });
  if (hint !== null) emit({ type: "notice.given", level: "info", text: say.longerCache(hint.missedTokens, hint.usd) });
}

import type { Block, Round } from "./compression-round.ts";
import { contextTokens } from "./context-tokens.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

const weakShare = 0.9; // of the tokens before
const mostWeakRounds = 2;
const growthForProbe = 1.1; // times what there was when it paused
const usualMs = 60_000;

/** Keeps count of what came of a round for engines that keep none themselves. */
export function countRound(round: Round, engineCounted: boolean, turn: TurnState, deps: TurnDeps): void {
  const { watch } = deps.context;
  const { outcome, after, wish } = round;
  if (after !== null) {
    Object.assign(watch, { unconfirmed: true, count: watch.count + 1 });
    watch.told.clear();
  }
  if (outcome === "cancelled" || engineCounted) return;
  if (outcome !== "failed") weigh(round, turn, deps);
  else if (wish.trigger !== "manual") coolDown(round.failureClass ?? "engine", usualMs, deps);
}

function weigh({ outcome, before, after }: Round, turn: TurnState, deps: TurnDeps): void {
  const { watch, memory } = deps.context;
  const isWeak = after === null ? outcome !== "ok" : after.tokens > before.tokens * weakShare;
  watch.weakRounds = isWeak ? watch.weakRounds + 1 : 0;
  watch.weakTokens = contextTokens(turn, deps);
  if (!isWeak) memory.clear();
}

export function coolDown(reason: string, ms: number, { context, clock }: Pick<TurnDeps, "context" | "clock">): void {
  const { memory } = context;
  memory.write({ ...memory.read(), cooldownUntilMs: clock.now() + ms, cooldownReason: reason });
}

/** Why nothing is compressed by itself although it is time. */
export function blockedBy(reason: string | undefined, tokens: number, deps: TurnDeps): Block | null {
  const { memory, watch } = deps.context;
  const { cooldownUntilMs, cooldownReason } = memory.read();
  if (reason?.startsWith("cooldown") === true || cooldownUntilMs > deps.clock.now())
    return { outcome: "cooldown", failureClass: cooldownReason };
  const isTired = watch.weakRounds >= mostWeakRounds && tokens < watch.weakTokens * growthForProbe;
  if (isTired || reason === "ineffective") return { outcome: "ineffective", failureClass: null };
  return null;
}

import type { FailureKind } from "../domain/failure.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** Goes on with the next usable entry of the fallback chain; false when there is none. */
export async function failOver(cause: FailureKind, turn: TurnState, deps: TurnDeps): Promise<boolean> {
  const { keys, fallback } = deps.detours;
  const from = deps.runtime.active;
  for (let next = await fallback.next(from, cause); next !== null; next = await fallback.next(from, cause)) {
    const ready = await keys.attach(next, turn.signal);
    if (ready === null) continue; // every key of it is dead
    turn.compressionRounds = 0;
    adoptRuntime(ready, deps);
    return true;
  }
  return false;
}

/** Everything that belongs to a runtime changes together. The frozen prompt keeps its bytes. */
export function adoptRuntime(
  next: Runtime,
  deps: Pick<TurnDeps, "runtime" | "ledger" | "context" | "cache" | "emit">,
): void {
  const { runtime } = deps;
  const from = runtime.active;
  runtime.active = deps.context.sized(next);
  runtime.staleStreak = 0;
  deps.ledger.drop();
  deps.cache.forget("runtime");
  deps.context.memory.clear(); // what failed there need not fail here
  Object.assign(deps.context.watch, { weakRounds: 0, unconfirmed: false });
  deps.context.engine.updateModel?.(runtime.active);
  deps.emit({ type: "runtime.switched", from: nameOf(from), to: nameOf(next) });
}

function nameOf({ provider, model }: Runtime): { readonly provider: string; readonly model: string } {
  return { provider, model };
}

import { adoptRuntime } from "../agent/switch-runtime.ts";
import type { TurnDeps } from "../agent/turn-state.ts";

/** What a turn begins with: the primary again when its rest is over, and a key that can be used. Fails open. */
export async function readyRuntime(deps: TurnDeps, signal: AbortSignal): Promise<void> {
  try {
    if (!(await restorePrimary(deps, signal))) await readyKey(deps, signal);
  } catch (error) {
    if (!signal.aborted) deps.log("warning", "runtime.not_readied", { error: String(error) });
  }
}

async function restorePrimary(deps: TurnDeps, signal: AbortSignal): Promise<boolean> {
  const { keys, fallback } = deps.detours;
  fallback.startTurn();
  const primary = fallback.restore(deps.clock.now());
  if (primary === null) return false;
  const ready = await keys.attach(primary, signal);
  if (ready !== null) adoptRuntime(ready, deps);
  else fallback.restoreFailed();
  return ready !== null;
}

async function readyKey({ detours, runtime }: TurnDeps, signal: AbortSignal): Promise<void> {
  const { active } = runtime;
  runtime.active = detours.keys.holds(active)
    ? await detours.keys.startTurn(active, signal)
    : ((await detours.keys.attach(active, signal)) ?? active);
}

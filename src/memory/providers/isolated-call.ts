import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";

export type CallLimits = { readonly clock: Clock; readonly log: Log };

/** A provider is not our code: what it throws, rejects or never answers becomes null and a line in the log. */
export async function isolatedCall<T>(
  name: string,
  work: (signal: AbortSignal) => Promise<T> | T,
  limit: { readonly ms: number; readonly signal: AbortSignal },
  { clock, log }: CallLimits,
): Promise<T | null> {
  using deadline = clock.deadline(limit.ms, limit.signal);
  const over = new Promise<null>((resolve) => {
    deadline.signal.addEventListener("abort", () => resolve(null), { once: true });
    if (deadline.signal.aborted) resolve(null);
  });
  const answer = attempt(name, () => work(deadline.signal), log);
  const value = await Promise.race([answer, over]);
  if (deadline.expired()) log("warning", "memory.provider_late", { call: name, limitMs: limit.ms });
  return value;
}

export async function attempt<T>(name: string, work: () => Promise<T> | T, log: Log): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    log("warning", "memory.provider_failed", { call: name, error: String(error) });
    return null;
  }
}

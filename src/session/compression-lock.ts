import type { CompressionLock } from "../agent/context-host.ts";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { Lease } from "../store/store.ts";

type Parts = { readonly ttlMs: number; readonly clock: Clock; readonly log: Log };

/** A lease that is renewed for as long as a summary takes; whoever loses it hears of it. */
export function compressionLock(lease: Lease, { ttlMs, clock, log }: Parts): CompressionLock {
  const done = new AbortController();
  const lost = new AbortController();
  const renewing = keepAlive(lease, ttlMs / 3, clock, done.signal).then(
    () => lost.abort(),
    (error: unknown) => {
      if (done.signal.aborted) return;
      log("error", "compression.lock_lost", { error: String(error) });
      lost.abort();
    },
  );
  return {
    fence: lease,
    lost: lost.signal,
    [Symbol.asyncDispose]: async () => {
      done.abort();
      await renewing;
      await lease
        .release()
        .catch((error: unknown) => log("warning", "compression.lock_kept", { error: String(error) }));
    },
  };
}

/** Returns when the lease is gone; rejects when it is no longer needed. */
async function keepAlive(lease: Lease, everyMs: number, clock: Clock, done: AbortSignal): Promise<void> {
  do await clock.sleep(everyMs, done);
  while (await lease.renew());
}

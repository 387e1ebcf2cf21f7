import { ending, type Ending } from "../agent/ending.ts";
import type { Clock } from "../domain/clock.ts";
import type { Emit } from "../domain/event.ts";
import type { Log } from "../domain/log.ts";
import { PersistenceError } from "../domain/turn-journal.ts";
import { turnResource } from "../store/turn-resource.ts";
import type { Lease, LeaseTable } from "../store/store.ts";
import { agentPhrases as say } from "../text/phrases/agent.ts";

const ttlMs = 300_000;
const renewEveryMs = 60_000;
const longestWaitMs = 1_800_000;
const askEveryMs = 1_000;
const noticeEveryMs = 30_000;

type Deps = { readonly leases: LeaseTable; readonly clock: Clock; readonly emit: Emit; readonly log: Log };

/** The right of one process to work on a conversation, kept alive until it is disposed of. */
export type Claim = AsyncDisposable & {
  /** null: refused, or the store could not be asked; then writes are not fenced. */
  readonly lease: Lease | null;
  /** Somebody else worked on the conversation just before: what we know of it is old. */
  readonly waited: boolean;
  /** Why the turn may not start. */
  readonly refused: Ending | null;
};

/** Waits for the conversation as long as a person would; losing it in mid-turn aborts `stop`. */
export async function claimTurn(conversationId: string, deps: Deps, stop: AbortController): Promise<Claim> {
  const startedMs = deps.clock.now();
  try {
    const lease = await waitForLease(turnResource(conversationId), deps, stop.signal);
    if (lease === null) return refused(ending("session_busy", { text: say.sessionBusy, error: "session_busy" }));
    return held(lease, deps.clock.now() > startedMs, deps, stop);
  } catch (error) {
    if (stop.signal.aborted) return refused(ending("interrupted_by_user", { text: say.interrupted }));
    if (!(error instanceof PersistenceError)) throw error;
    deps.log("warning", "lease.unavailable", { reason: error.reason });
    return { lease: null, waited: false, refused: null, [Symbol.asyncDispose]: async () => undefined };
  }
}

async function waitForLease(resource: string, deps: Deps, signal: AbortSignal): Promise<Lease | null> {
  const startedMs = deps.clock.now();
  let nextNoticeMs = 0;
  for (;;) {
    const lease = await deps.leases.acquire(resource, ttlMs);
    if (lease !== null) return lease;
    const waitedMs = deps.clock.now() - startedMs;
    if (waitedMs >= longestWaitMs) return null;
    if (waitedMs >= nextNoticeMs) {
      nextNoticeMs += noticeEveryMs;
      deps.emit({ type: "wait.noticed", waitingFor: "lease", waitedMs });
    }
    await deps.clock.sleep(askEveryMs, signal);
  }
}

function held(lease: Lease, waited: boolean, deps: Deps, stop: AbortController): Claim {
  const done = new AbortController();
  const lost = (): void => stop.abort(); // somebody else may be writing by now
  const renewing = keepAlive(lease, deps.clock, done.signal, lost).catch((error: unknown) => {
    deps.log("error", "lease.renewal_failed", { error: String(error) });
    lost();
  });
  return {
    lease,
    waited,
    refused: null,
    [Symbol.asyncDispose]: async () => {
      done.abort();
      await renewing;
      await lease
        .release()
        .catch((error: unknown) => deps.log("warning", "lease.release_failed", { error: String(error) }));
    },
  };
}

async function keepAlive(lease: Lease, clock: Clock, done: AbortSignal, lost: () => void): Promise<void> {
  do {
    try {
      await clock.sleep(renewEveryMs, done);
    } catch (error) {
      if (done.aborted) return;
      throw error;
    }
  } while (await lease.renew());
  lost();
}

function refused(why: Ending): Claim {
  return { lease: null, waited: false, refused: why, [Symbol.asyncDispose]: async () => undefined };
}

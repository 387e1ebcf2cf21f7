import { z } from "zod";
import { type Clock, type Rng, secondsOf } from "../domain/clock.ts";
import { PersistenceError, type Fence } from "../domain/turn-journal.ts";
import { storePhrases } from "../text/phrases/store.ts";
import type { Connection } from "./connection.ts";
import type { ProcessIdentity } from "../disk/process-identity.ts";
import type { Lease, LeaseTable } from "./store.ts";

export type LeaseDeps = {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly process: ProcessIdentity;
  readonly isAlive: (pid: number, startTime: string) => boolean;
};

export function leaseTable(connection: Connection, deps: LeaseDeps): LeaseTable {
  return {
    acquire: (resource, ttlMs) => connection.write(() => take(connection, deps, resource, ttlMs)),
    holder: (resource) => connection.read(() => liveHolder(connection, deps, resource)),
    held: () =>
      connection.read(() =>
        connection
          .statement("SELECT resource FROM leases WHERE holder <> '' ORDER BY resource")
          .all()
          .map(({ resource }) => String(resource))
          .filter((resource) => liveHolder(connection, deps, resource) !== null),
      ),
  };
}

/** Inside a transaction: a write under a lease somebody else has meanwhile must not happen. */
export function assertHeld({ statement }: Connection, lease: Fence): void {
  const row = statement("SELECT token FROM leases WHERE resource = ? AND holder <> ''").get(lease.resource);
  if (row?.["token"] !== lease.token) throw new PersistenceError("lease", storePhrases.leaseLost(lease.resource));
}

export function liveHolder(connection: Connection, deps: LeaseDeps, resource: string): string | null {
  const row = leaseOf(connection, resource);
  return row !== null && isLive(row, deps) ? row.holder : null;
}

const LeaseRow = z.object({ holder: z.string(), token: z.number(), expires_at: z.number() });
type LeaseRow = z.infer<typeof LeaseRow>;

function take(connection: Connection, deps: LeaseDeps, resource: string, ttlMs: number): Lease | null {
  const before = leaseOf(connection, resource);
  if (before !== null && isLive(before, deps)) return null;
  const token = (before?.token ?? 0) + 1;
  const holder = `${signature(deps.process)}${deps.rng.hex(8)}`;
  const until = (): number => secondsOf(deps.clock) + ttlMs / 1_000;
  connection
    .statement("INSERT OR REPLACE INTO leases (resource, holder, token, expires_at) VALUES (?, ?, ?, ?)")
    .run(resource, holder, token, until());
  const renew = "UPDATE leases SET expires_at = ? WHERE resource = ? AND holder = ? AND token = ?";
  // The row stays, without a holder: a token once given out must never be given out again.
  const release = "UPDATE leases SET holder = '', expires_at = 0 WHERE resource = ? AND holder = ? AND token = ?";
  return {
    resource,
    token,
    renew: () => connection.write(() => connection.statement(renew).run(until(), resource, holder, token).changes > 0),
    release: () => connection.write(() => void connection.statement(release).run(resource, holder, token)),
  };
}

function leaseOf({ statement }: Connection, resource: string): LeaseRow | null {
  const row = statement("SELECT holder, token, expires_at FROM leases WHERE resource = ?").get(resource);
  return row === undefined ? null : LeaseRow.parse(row);
}

function isLive({ holder, expires_at }: LeaseRow, deps: LeaseDeps): boolean {
  if (holder === "" || expires_at <= secondsOf(deps.clock)) return false;
  const [, pid, start, host] = /^pid=(\d+);start=([^;]*);host=([^;]*);/u.exec(holder) ?? [];
  if (host !== deps.process.host || pid === undefined) return true; // elsewhere: only time can tell
  return deps.isAlive(Number(pid), start ?? "");
}

function signature({ pid, startTime, host }: ProcessIdentity): string {
  return `pid=${pid};start=${startTime};host=${host};`;
}

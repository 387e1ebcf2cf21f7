import type { Clock, Rng } from "../../domain/clock.ts";
import type { CredentialPool, CredentialPools } from "../../domain/credential-pool.ts";
import type { Runtime } from "../../domain/runtime.ts";
import type { AuthFile } from "./auth-file.ts";
import { HeldKey } from "./key-lease.ts";
import type { KeyRow } from "./key-row.ts";
import { KeyShelf } from "./key-shelf.ts";
import type { RefreshKey } from "./refresh-key.ts";
import { isAtHome, type KeySources, seedKeys } from "./seed-keys.ts";
import type { PoolStrategy } from "./select-key.ts";

export type PoolParts = {
  readonly sources: KeySources;
  /** `credential_pool_strategies`. */
  readonly strategies: Readonly<Record<string, PoolStrategy>>;
  readonly file: AuthFile;
  readonly refresh: RefreshKey | null;
  readonly clock: Clock;
  readonly rng: Rng;
};

/** The process's pools, each made when a runtime first needs it. */
export function createCredentialPools(parts: PoolParts): CredentialPools {
  const pools = new Map<string, CredentialPool>();
  return {
    poolFor: (runtime) => {
      const name = poolName(runtime);
      const known = pools.get(name);
      const found = seedKeys(runtime, parts.sources);
      if (found.length === 0) return null;
      const pool = known ?? poolOf(runtime, new KeyShelf({ ...shelfParts(parts, runtime), name, found }));
      pools.set(name, pool);
      return pool;
    },
  };
}

/** Keys are remembered per provider, and apart from it for every other address it is reached at. */
function poolName({ provider, baseUrl }: Runtime): string {
  return isAtHome(provider, baseUrl) ? provider : `custom:${provider}@${new URL(baseUrl).origin}`;
}

function shelfParts({ strategies, file, refresh, clock, rng }: PoolParts, { provider }: Runtime) {
  return { provider, strategy: strategies[provider] ?? "fill_first", file, refresh, clock, rng };
}

function poolOf({ provider, baseUrl }: Runtime, shelf: KeyShelf): CredentialPool {
  const { origin } = new URL(baseUrl);
  return {
    provider,
    matches: (runtime) => runtime.provider === provider && new URL(runtime.baseUrl).origin === origin,
    lease: async (signal) => {
      signal.throwIfAborted();
      const row = (await shelf.select(() => false)) ?? firstBack(shelf.rows());
      return row === null ? null : new HeldKey(shelf, row);
    },
    nextAvailableMs: () => {
      if (shelf.rows().some((row) => shelf.isUsable(row))) return null;
      const back = firstBack(shelf.rows())?.available_at ?? Infinity;
      return back * 1_000;
    },
  };
}

function firstBack(rows: readonly KeyRow[]): KeyRow | null {
  const resting = rows.filter(({ status }) => status === "exhausted");
  return resting.toSorted((a, b) => (a.available_at ?? 0) - (b.available_at ?? 0))[0] ?? null;
}

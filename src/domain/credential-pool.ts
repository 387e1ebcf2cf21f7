import type { ProviderFailure } from "./failure.ts";
import type { Credential, Runtime } from "./runtime.ts";
import type { Secret } from "./secret.ts";

/** A key without the header it travels in. `source` is its stable name: a variable, a config key, a row of auth.json. */
export type PoolKey = Pick<Credential, "secret" | "source">;

/** The key a failed request carried. The name counts first, then the secret; what the pool would give next never does. */
export type UsedKey = { readonly source: string | null; readonly secret: Secret | null };

/** What a pool made of a failure. Only the second and third bring a key that was not tried yet. */
export type PoolVerdict =
  | { readonly kind: "same_key" } // the first 429: wait as usual and ask again with the same key
  | { readonly kind: "rotated"; readonly key: PoolKey }
  | { readonly kind: "refreshed"; readonly key: PoolKey }
  | { readonly kind: "nothing_left" } // marked what was to be marked; now it is the fallback's turn
  | { readonly kind: "not_a_key_matter" }; // nothing was marked

/** Several keys of one provider, for one address. Shared by all sessions of the process; marks live in auth.json. */
export type CredentialPool = {
  readonly provider: string;
  /** False for another provider or another address: its keys must not go there. */
  readonly matches: (runtime: Pick<Runtime, "provider" | "baseUrl">) => boolean;
  /** null: every key is dead. When all only rest, the lease holds the one that is back first. */
  readonly lease: (signal: AbortSignal) => Promise<KeyLease | null>;
  /** null: a key can be used now; Infinity: none ever will. */
  readonly nextAvailableMs: () => number | null;
};

/** One holder's use of a pool, such as a session's. It remembers what the turn and the request have tried. */
export type KeyLease = Disposable & {
  /** The key to send; when nothing is left, the one held last. */
  readonly current: () => PoolKey;
  /** Whether a key other than the current one could be used now. */
  readonly canRotate: () => boolean;
  /** Forgets what the last turn tried, and leaves a key that cannot be used. */
  readonly startTurn: (signal: AbortSignal) => Promise<PoolKey>;
  readonly report: (failure: ProviderFailure, used: UsedKey, signal: AbortSignal) => Promise<PoolVerdict>;
  /** An answer came: a 429 after it is a first one again. */
  readonly succeeded: () => void;
};

export type CredentialPools = {
  /** null: the runtime's key stands alone, or it needs none. */
  readonly poolFor: (runtime: Runtime) => CredentialPool | null;
};

/** The keys of one session: of whichever runtime is active, the pool and the key it holds. */
export type SessionKeys = Disposable & {
  /** Leaves the pool held before and takes a key of this runtime's own; null when every one of them is dead. */
  readonly attach: (runtime: Runtime, signal: AbortSignal) => Promise<Runtime | null>;
  /** Whether a key of this runtime's pool is held. */
  readonly holds: (runtime: Runtime) => boolean;
  /** The active runtime with the key the next turn begins with. */
  readonly startTurn: (runtime: Runtime, signal: AbortSignal) => Promise<Runtime>;
  /** `runtime` is the one to go on with; it is another one only after "rotated" and "refreshed". */
  readonly report: (failure: ProviderFailure, runtime: Runtime, signal: AbortSignal) => Promise<KeyReport>;
  readonly canRotate: () => boolean;
  readonly succeeded: () => void;
};

export type KeyReport = { readonly kind: PoolVerdict["kind"]; readonly runtime: Runtime };

/** The runtime with a fresh key where there is one, else null. For keys that belong to no pool. */
export type RefreshCredential = (runtime: Runtime, signal: AbortSignal) => Promise<Runtime | null>;

export function withKey(runtime: Runtime, key: PoolKey): Runtime {
  const scheme = runtime.credential?.scheme ?? "bearer";
  return { ...runtime, credential: { secret: key.secret, source: key.source, scheme } };
}

/** The key a runtime carries, as a report names it. */
export function usedKeyOf({ credential }: Pick<Runtime, "credential">): UsedKey {
  return { source: credential?.source ?? null, secret: credential?.secret ?? null };
}

import {
  type CredentialPool,
  type CredentialPools,
  type KeyLease,
  type SessionKeys,
  usedKeyOf,
  withKey,
} from "../../domain/credential-pool.ts";
import type { Runtime } from "../../domain/runtime.ts";

type Attached = { readonly pool: CredentialPool; readonly lease: KeyLease };

/** A key is only ever put on a runtime its pool matches: what is held for one provider never goes to another. */
export function createSessionKeys(pools: CredentialPools): SessionKeys {
  let attached: Attached | null = null;
  const leaseFor = (runtime: Runtime): KeyLease | null =>
    attached?.pool.matches(runtime) === true ? attached.lease : null;
  const detach = (): void => {
    attached?.lease[Symbol.dispose]();
    attached = null;
  };
  return {
    attach: async (runtime, signal) => {
      detach();
      const pool = pools.poolFor(runtime);
      if (pool === null) return runtime;
      const lease = await pool.lease(signal);
      if (lease === null) return null;
      attached = { pool, lease };
      return withKey(runtime, lease.current());
    },
    holds: (runtime) => leaseFor(runtime) !== null,
    startTurn: async (runtime, signal) => {
      const lease = leaseFor(runtime);
      return lease === null ? runtime : withKey(runtime, await lease.startTurn(signal));
    },
    report: async (failure, runtime, signal) => {
      const lease = leaseFor(runtime);
      if (lease === null) return { kind: "not_a_key_matter", runtime };
      const verdict = await lease.report(failure, usedKeyOf(runtime), signal);
      return { kind: verdict.kind, runtime: "key" in verdict ? withKey(runtime, verdict.key) : runtime };
    },
    canRotate: () => attached?.lease.canRotate() ?? false,
    succeeded: () => attached?.lease.succeeded(),
    [Symbol.dispose]: detach,
  };
}

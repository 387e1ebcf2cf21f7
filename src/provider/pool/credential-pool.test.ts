import { expect, test } from "vitest";
import { providerFailure } from "../../../tests/support/provider-failure.ts";
import { providerWorld } from "../../../tests/support/provider-world.ts";
import type { CredentialPool, CredentialPools, KeyLease, PoolVerdict } from "../../domain/credential-pool.ts";
import type { FailureKind, ProviderFailure } from "../../domain/failure.ts";
import { Secret } from "../../domain/secret.ts";
import type { RefreshKey } from "./refresh-key.ts";

const signal = new AbortController().signal;
const mistral = { provider: "mistral", model: "m" };
const two = { MISTRAL_API_KEY: "key-one", MISTRAL_API_KEY_2: "key-two" };

type World = ReturnType<typeof providerWorld>;

function poolOf({ runtime }: World, pools: CredentialPools): CredentialPool {
  const pool = pools.poolFor(runtime(mistral));
  if (pool === null) throw new Error("There is no pool");
  return pool;
}

async function leaseOf(world: World, pools = world.pools): Promise<KeyLease> {
  const lease = await poolOf(world, pools).lease(signal);
  if (lease === null) throw new Error("Every key is dead");
  return lease;
}

const report = (lease: KeyLease, failure: ProviderFailure): Promise<PoolVerdict> =>
  lease.report(failure, lease.current(), signal);
const shown = (verdict: PoolVerdict): string =>
  "key" in verdict ? `${verdict.kind} ${verdict.key.source} ${verdict.key.secret.reveal()}` : verdict.kind;
const fail = async (lease: KeyLease, kind: FailureKind, given: Partial<ProviderFailure> = {}): Promise<string> =>
  shown(await report(lease, providerFailure(kind, given)));

test("an unpaid key rests for an hour and the next one is used at once", async () => {
  const world = providerWorld({ keys: two });
  const lease = await leaseOf(world);
  expect(lease.current().source).toBe("MISTRAL_API_KEY");
  expect(await fail(lease, "billing")).toBe("rotated MISTRAL_API_KEY_2 key-two");
  await world.clock.advance(3_599_000);
  expect((await leaseOf(world, world.anotherProcess())).current().source).toBe("MISTRAL_API_KEY_2");
  await world.clock.advance(1_000);
  expect((await leaseOf(world, world.anotherProcess())).current().source).toBe("MISTRAL_API_KEY");
});

test("a first 429 keeps the key, a second one moves on, and an answer in between makes it a first one again", async () => {
  const lease = await leaseOf(providerWorld({ keys: two }));
  expect(await fail(lease, "rate_limit")).toBe("same_key");
  lease.succeeded();
  expect(await fail(lease, "rate_limit")).toBe("same_key");
  expect(await fail(lease, "rate_limit")).toBe("rotated MISTRAL_API_KEY_2 key-two");
  expect(await fail(lease, "rate_limit")).toBe("same_key");
  expect(await fail(lease, "rate_limit")).toBe("nothing_left");
  expect(lease.current().source).toBe("MISTRAL_API_KEY_2");
});

test("a 429 moves on at once when the usage limit is reached or the key rests already", async () => {
  const world = providerWorld({ keys: two });
  const [first, second] = [await leaseOf(world), await leaseOf(world)];
  expect(second.current().source).toBe("MISTRAL_API_KEY_2"); // nobody else held it
  const used = first.current();
  expect(await fail(first, "rate_limit", { text: "you have reached your usage limit" })).toBe(
    "rotated MISTRAL_API_KEY_2 key-two",
  );
  expect(shown(await second.report(providerFailure("rate_limit"), used, signal))).toBe(
    "rotated MISTRAL_API_KEY_2 key-two",
  );
});

test("an aggregator's upstream limit, an overload and a missing entitlement say nothing about the key", async () => {
  const world = providerWorld({ keys: two });
  const lease = await leaseOf(world);
  expect(await fail(lease, "upstream_rate_limit")).toBe("not_a_key_matter");
  expect(await fail(lease, "overloaded")).toBe("not_a_key_matter");
  expect(await fail(lease, "auth", { status: 403, text: "your account is not entitled to this" })).toBe(
    "not_a_key_matter",
  );
  expect((await leaseOf(world, world.anotherProcess())).current().source).toBe("MISTRAL_API_KEY");
});

test.each<[code: string]>([
  ["token_revoked"],
  ["token_invalidated"],
  ["invalid_grant"],
  ["invalid_token"],
  ["refresh_token_reused"],
  ["unauthorized_client"],
])("a key refused with %s is dead, whatever time passes", async (code) => {
  const world = providerWorld({ keys: two });
  const lease = await leaseOf(world);
  expect(await fail(lease, "auth", { code })).toBe("rotated MISTRAL_API_KEY_2 key-two");
  await world.clock.advance(10 * 365 * 86_400_000);
  expect((await leaseOf(world, world.anotherProcess())).current().source).toBe("MISTRAL_API_KEY_2");
  expect(await fail(lease, "auth", { code })).toBe("nothing_left");
  expect(await poolOf(world, world.anotherProcess()).lease(signal)).toBeNull();
  expect(poolOf(world, world.pools).nextAvailableMs()).toBe(Infinity);
});

test("a dead key lives again when its variable holds another secret", async () => {
  const keys = { MISTRAL_API_KEY: "key-one" };
  const world = providerWorld({ keys });
  await fail(await leaseOf(world), "auth", { code: "token_revoked" });
  keys.MISTRAL_API_KEY = "key-new";
  expect((await leaseOf(world, world.anotherProcess())).current().secret.reveal()).toBe("key-new");
});

test.each<[what: string, failure: ProviderFailure, keys: number, seconds: number]>([
  ["a refused key", providerFailure("auth"), 2, 300],
  ["a limited key", providerFailure("rate_limit", { text: "usage limit" }), 2, 3_600],
  ["an unpaid key", providerFailure("billing"), 2, 3_600],
  ["the only key, refused", providerFailure("auth"), 1, 60],
  ["the only key, limited", providerFailure("rate_limit", { text: "usage limit" }), 1, 60],
  ["the only key, unpaid", providerFailure("billing"), 1, 3_600],
  ["unverified billing", providerFailure("billing", { text: "out of extra usage" }), 2, 60],
  ["a time the provider names", providerFailure("billing", { retryAfterMs: 7_000 }), 1, 7],
])("%s rests as long as the table says", async (_what, failure, count, seconds) => {
  const world = providerWorld({ keys: count === 2 ? two : { MISTRAL_API_KEY: "key-one" } });
  const lease = await leaseOf(world);
  await report(lease, failure);
  if (count === 2) await report(lease, failure); // until the other rests as well, a key can be used now
  expect(poolOf(world, world.pools).nextAvailableMs()).toBe(world.clock.now() + seconds * 1_000);
});

test("keys with the same secret share its fate, so a copy is no second chance", async () => {
  const keys = { ...two, MISTRAL_API_KEY_2: "key-one", MISTRAL_API_KEY_3: "key-three" };
  const lease = await leaseOf(providerWorld({ keys }));
  expect(await fail(lease, "billing")).toBe("rotated MISTRAL_API_KEY_3 key-three");
  expect(lease.canRotate()).toBe(false);
});

test("a failure belongs to the key the request carried, not to the one held now", async () => {
  const world = providerWorld({ keys: two });
  const lease = await leaseOf(world);
  const used = { source: null, secret: new Secret("key-two") };
  expect(shown(await lease.report(providerFailure("billing"), used, signal))).toBe("rotated MISTRAL_API_KEY key-one");
  expect((await leaseOf(world, world.anotherProcess())).current().source).toBe("MISTRAL_API_KEY");
});

test("an unknown key is left unmarked, and after as many tries as there are keys the pool gives up", async () => {
  const world = providerWorld({ keys: two });
  const lease = await leaseOf(world);
  const stranger = { source: "elsewhere", secret: new Secret("key-nine") };
  const tries: string[] = [];
  for (let round = 0; round < 4; round++) {
    tries.push((await lease.report(providerFailure("billing"), stranger, signal)).kind);
  }
  expect(tries).toEqual(["rotated", "rotated", "nothing_left", "nothing_left"]);
  expect(poolOf(world, world.pools).nextAvailableMs()).toBeNull();
});

test.each<[strategy: "fill_first" | "round_robin" | "least_used", order: string]>([
  ["fill_first", "1 1 1 1"],
  ["round_robin", "1 2 3 1"],
  ["least_used", "1 2 3 1"],
])("%s gives its keys to one session after the other", async (strategy, order) => {
  const keys = { MISTRAL_API_KEY: "1", MISTRAL_API_KEY_2: "2", MISTRAL_API_KEY_3: "3" };
  const world = providerWorld({ keys, strategies: { mistral: strategy } });
  const taken: string[] = [];
  for (let session = 0; session < 4; session++) {
    await world.clock.advance(1_000);
    using lease = await leaseOf(world, world.anotherProcess());
    taken.push(lease.current().secret.reveal());
  }
  expect(taken.join(" ")).toBe(order);
});

test("random takes every key at some time", async () => {
  const world = providerWorld({ keys: two, strategies: { mistral: "random" } });
  const taken = new Set<string>();
  for (let session = 0; session < 30; session++) {
    using lease = await leaseOf(world);
    taken.add(lease.current().source);
  }
  expect(taken.size).toBe(2);
});

test("a key somebody holds is given to a second one only when there is no other", async () => {
  const world = providerWorld({ keys: two });
  const [first, second, third] = [await leaseOf(world), await leaseOf(world), await leaseOf(world)];
  const sources = [first, second, third].map((lease) => lease.current().source);
  expect(sources).toEqual(["MISTRAL_API_KEY", "MISTRAL_API_KEY_2", "MISTRAL_API_KEY"]);
  second[Symbol.dispose]();
  second[Symbol.dispose](); // twice is once
  expect((await leaseOf(world)).current().source).toBe("MISTRAL_API_KEY_2");
});

test("a turn keeps the key it has, and leaves one that began to rest meanwhile", async () => {
  const world = providerWorld({ keys: two });
  const lease = await leaseOf(world);
  expect((await lease.startTurn(signal)).source).toBe("MISTRAL_API_KEY");
  const other = await leaseOf(world);
  await other.report(providerFailure("billing"), lease.current(), signal);
  expect((await lease.startTurn(signal)).source).toBe("MISTRAL_API_KEY_2");
});

const oauth = (more: object = {}): string =>
  JSON.stringify({
    credential_pool: {
      mistral: [{ id: "login", kind: "oauth", access_token: "old", refresh_token: "r1", ...more }],
    },
  });

/** Hands out new-1, new-2 and so on. */
function refreshing(): { readonly refresh: RefreshKey; readonly tokens: string[] } {
  const tokens: string[] = [];
  const refresh: RefreshKey = async ({ refreshToken }) => {
    tokens.push(refreshToken.reveal());
    const count = tokens.length;
    const [accessToken, next] = [new Secret(`new-${count}`), new Secret(`r${count + 1}`)];
    return { kind: "refreshed", accessToken, refreshToken: next, expiresAtMs: null };
  };
  return { refresh, tokens };
}

const login = { source: "login", secret: new Secret("old") };

test("a refused token is refreshed, twice in a turn and not a third time", async () => {
  const { refresh, tokens } = refreshing();
  const lease = await leaseOf(providerWorld({ keys: { MISTRAL_API_KEY: "key-one" }, auth: oauth(), refresh }));
  expect(shown(await lease.report(providerFailure("auth"), login, signal))).toBe("refreshed login new-1");
  expect(await fail(lease, "auth")).toBe("refreshed login new-2");
  expect(await fail(lease, "auth")).toBe("rotated MISTRAL_API_KEY key-one");
  expect(tokens).toEqual(["r1", "r2"]);
});

const restsAfterRefresh = async (code: string | null) => {
  const refresh: RefreshKey = async () => ({ kind: "failed", code });
  const world = providerWorld({ keys: { MISTRAL_API_KEY: "key-one" }, auth: oauth(), refresh });
  const lease = await leaseOf(world);
  expect(shown(await lease.report(providerFailure("auth"), login, signal))).toBe("rotated MISTRAL_API_KEY key-one");
  await fail(lease, "billing");
  return poolOf(world, world.pools).nextAvailableMs() === world.clock.now() + 300_000;
};

test("a refresh that fails marks the token and moves on; one that fails for good kills it", async () => {
  expect(await restsAfterRefresh(null)).toBe(true);
  expect(await restsAfterRefresh("invalid_grant")).toBe(false);
});

const throwing: RefreshKey = () => Promise.reject(new Error("no network"));

test("a refresh that throws is a refresh that failed", async () => {
  const lease = await leaseOf(
    providerWorld({ keys: { MISTRAL_API_KEY: "key-one" }, auth: oauth(), refresh: throwing }),
  );
  expect((await lease.report(providerFailure("auth"), login, signal)).kind).toBe("rotated");
});

const ask = (lease: KeyLease) => lease.report(providerFailure("auth"), login, signal);

test("two who ask at the same time share one refresh, and another process finds the new token", async () => {
  const { refresh, tokens } = refreshing();
  const world = providerWorld({ keys: { MISTRAL_API_KEY: "key-one" }, auth: oauth(), refresh });
  const late = await leaseOf(world, world.anotherProcess());
  const [one, other] = [await leaseOf(world), await leaseOf(world)];
  const verdicts = [...(await Promise.all([ask(one), ask(other)])), await ask(late)];
  expect(verdicts.map(shown)).toEqual(Array.from({ length: 3 }, () => "refreshed login new-1"));
  expect(tokens).toEqual(["r1"]);
});

test("a token is refreshed two minutes before it ends, when it is selected", async () => {
  const { refresh } = refreshing();
  const keys = { MISTRAL_API_KEY: "key-one" };
  const start = providerWorld().clock.now() / 1_000;
  const selected = async (secondsLeft: number): Promise<string> => {
    const world = providerWorld({ keys, auth: oauth({ expires_at: start + secondsLeft }), refresh });
    const lease = await leaseOf(world);
    return shown(await report(lease, providerFailure("billing")));
  };
  expect(await selected(121)).toBe("rotated login old");
  expect(await selected(120)).toBe("rotated login new-1");
});

const known = async (world: World) => {
  const lease = await leaseOf(world);
  const verdict = await lease.report(providerFailure("auth"), { source: "mine", secret: null }, signal);
  return [verdict.kind, lease.current().source];
};

test("a dead key somebody put in by hand is forgotten after a day", async () => {
  const dead = { id: "mine", kind: "manual", access_token: "by-hand", status: "dead", status_at: 0 };
  const at = (secondsAgo: number) => {
    const now = providerWorld().clock.now() / 1_000;
    const row = { ...dead, status_at: now - secondsAgo };
    return providerWorld({ keys: two, auth: JSON.stringify({ credential_pool: { mistral: [row] } }) });
  };
  expect(await known(at(86_399))).toEqual(["rotated", "MISTRAL_API_KEY"]);
  expect(await known(at(86_400))).toEqual(["rotated", "MISTRAL_API_KEY_2"]); // a stranger: the held key is left
});

test("a stop ends the wait for a key, not the refresh", async () => {
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<RefreshKey>>>();
  const world = providerWorld({ keys: { MISTRAL_API_KEY: "key-one" }, auth: oauth(), refresh: () => promise });
  const lease = await leaseOf(world);
  const stop = new AbortController();
  const waiting = lease.report(providerFailure("auth"), login, stop.signal);
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  resolve({ kind: "refreshed", accessToken: new Secret("new"), refreshToken: null, expiresAtMs: null });
  const again = await lease.report(providerFailure("auth"), login, signal);
  expect(shown(again)).toBe("refreshed login new");
});

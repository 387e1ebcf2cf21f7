import fc from "fast-check";
import { expect, test } from "vitest";
import { providerFailure } from "../../../tests/support/provider-failure.ts";
import { providerWorld } from "../../../tests/support/provider-world.ts";
import type { KeyLease } from "../../domain/credential-pool.ts";
import { type KeyRow, KeyRowSchema, isUsable, rowFingerprint } from "./key-row.ts";
import { markKey } from "./mark-key.ts";
import { selectKey } from "./select-key.ts";
import { fakeRng } from "../../../tests/support/fake-rng.ts";

const signal = new AbortController().signal;
const strategies = ["fill_first", "round_robin", "least_used", "random"] as const;

const rowArbitrary: fc.Arbitrary<KeyRow> = fc
  .record({
    status: fc.constantFrom("ok", "exhausted", "dead"),
    available_at: fc.option(fc.integer({ min: 0, max: 2_000 })),
    secret: fc.constantFrom("a", "b", "c", "d"),
    request_count: fc.nat(5),
    last_used_at: fc.nat(5),
  })
  .map(({ secret, ...rest }) => KeyRowSchema.parse({ id: "x", kind: "borrowed", fingerprint: secret, ...rest }));
const rowsArbitrary = fc
  .array(rowArbitrary, { minLength: 1, maxLength: 6 })
  .map((rows) => rows.map((row, index) => ({ ...row, id: `key-${index}` })));
const failureArbitrary = fc
  .record({
    kind: fc.constantFrom("billing" as const, "rate_limit" as const, "auth" as const),
    retryAfterMs: fc.option(fc.integer({ min: 1, max: 10_000_000 })),
    text: fc.constantFrom("", "usage limit", "out of extra usage", "token_revoked"),
  })
  .map(({ kind, ...rest }) => providerFailure(kind, rest));

test("whatever the strategy, a selected key is usable, and one is selected whenever one is", () => {
  fc.assert(
    fc.property(rowsArbitrary, fc.constantFrom(...strategies), fc.nat(2_500), fc.nat(), (rows, strategy, now, seed) => {
      const selection = { strategy, nowSeconds: now, rng: fakeRng(seed), holders: () => 0, refuse: () => false };
      const row = selectKey(rows, selection);
      expect(row !== null).toBe(rows.some((one) => isUsable(one, now)));
      if (row !== null) expect([row.status === "dead", isUsable(row, now)]).toEqual([false, true]);
    }),
  );
});

test("time heals what is exhausted and nothing that is dead, and never harms", () => {
  fc.assert(
    fc.property(rowArbitrary, fc.nat(3_000), fc.nat(3_000), (row, at, later) => {
      if (row.status === "dead") expect(isUsable(row, at + later)).toBe(false);
      if (isUsable(row, at)) expect(isUsable(row, at + later)).toBe(true);
    }),
  );
});

test("a mark touches the rows with that secret and no other, and a dead row stays dead", () => {
  fc.assert(
    fc.property(rowsArbitrary, fc.nat(), failureArbitrary, fc.nat(2_000), (rows, pick, failure, now) => {
      const failing = rows[pick % rows.length];
      if (failing === undefined) return;
      const after = markKey(rows, failing, { status: "exhausted", failure }, now);
      for (const [index, row] of rows.entries()) {
        const marked = after[index];
        const isTouched = rowFingerprint(row) === rowFingerprint(failing) && row.status !== "dead";
        if (isTouched) expect(isUsable(marked ?? row, now)).toBe(false);
        else expect(marked).toEqual(row);
      }
    }),
  );
});

test("however a request fails, it rotates at most once per key and never to a dead one", async () => {
  const happening = fc.oneof(failureArbitrary, fc.nat(5_000_000));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...strategies),
      fc.array(happening, { maxLength: 15 }),
      async (secrets, strategy, happenings) => {
        const names = secrets.map((_, index) => (index === 0 ? "MISTRAL_API_KEY" : `MISTRAL_API_KEY_${index + 1}`));
        const keys = Object.fromEntries(names.map((name, index) => [name, secrets[index] ?? ""]));
        const world = providerWorld({ keys, strategies: { mistral: strategy } });
        const pool = world.pools.poolFor(world.runtime({ provider: "mistral", model: "m" }));
        const lease = (await pool?.lease(signal)) ?? null;
        if (lease === null) throw new Error("There is no key");
        const rotations = await play(lease, happenings, world.clock.advance.bind(world.clock));
        expect(rotations).toBeLessThanOrEqual(secrets.length);
      },
    ),
    { numRuns: 60 },
  );
}, 20_000);

/** How often the pool gave another key during one request. */
async function play(
  lease: KeyLease,
  happenings: readonly (number | ReturnType<typeof providerFailure>)[],
  advance: (ms: number) => Promise<void>,
): Promise<number> {
  const dead = new Set<string>();
  let rotations = 0;
  for (const happening of happenings) {
    if (typeof happening === "number") {
      await advance(happening);
      continue;
    }
    const used = lease.current();
    const verdict = await lease.report(happening, used, signal);
    if (happening.kind === "auth" && happening.text === "token_revoked") dead.add(used.secret.reveal());
    if (verdict.kind !== "rotated") continue;
    rotations += 1;
    expect(dead.has(verdict.key.secret.reveal())).toBe(false);
  }
  return rotations;
}

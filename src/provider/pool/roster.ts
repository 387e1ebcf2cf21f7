import type { PoolKey } from "../../domain/credential-pool.ts";
import { borrowedRow, type KeyRow, rowFingerprint } from "./key-row.ts";

const deadManualSeconds = 24 * 3_600;

/**
 * The keys there are: those found in environment and configuration, in their order, with what is remembered of them,
 * then the ones auth.json holds itself. A remembered key whose source is gone is dropped; a changed secret starts anew.
 */
export function rosterOf(found: readonly PoolKey[], stored: readonly KeyRow[], nowSeconds: number): readonly KeyRow[] {
  const borrowed = found.map((key) => {
    const fresh = borrowedRow(key);
    const known = stored.find(({ id, kind }) => kind === "borrowed" && id === fresh.id);
    return known !== undefined && rowFingerprint(known) === fresh.fingerprint ? known : fresh;
  });
  const taken = new Set(borrowed.map(({ id }) => id));
  const own = stored.filter(
    (row) =>
      row.kind !== "borrowed" && row.access_token !== undefined && !taken.has(row.id) && !isBuried(row, nowSeconds),
  );
  return [...borrowed, ...own];
}

function isBuried({ kind, status, status_at: since }: KeyRow, nowSeconds: number): boolean {
  return kind === "manual" && status === "dead" && nowSeconds - since >= deadManualSeconds;
}

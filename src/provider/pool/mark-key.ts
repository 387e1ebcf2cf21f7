import type { ProviderFailure } from "../../domain/failure.ts";
import { type KeyRow, rowFingerprint } from "./key-row.ts";

const refusedSeconds = 300;
const usualSeconds = 3_600;
const onlyKeySeconds = 60;
const unverifiedSeconds = 60;
const unverifiedBilling = "out of extra usage"; // may come from a content filter

export type Mark =
  | { readonly status: "exhausted"; readonly failure: ProviderFailure }
  | { readonly status: "dead"; readonly reason: string };

/** The rows after a failure of one of them. Rows with the same secret share its fate. */
export function markKey(rows: readonly KeyRow[], failing: KeyRow, mark: Mark, nowSeconds: number): readonly KeyRow[] {
  const secret = rowFingerprint(failing);
  const verdict = verdictOf(mark, rows, nowSeconds);
  return rows.map((row) => {
    if (rowFingerprint(row) !== secret || row.status === "dead") return row;
    return { ...row, ...verdict, status_at: nowSeconds };
  });
}

function verdictOf(mark: Mark, rows: readonly KeyRow[], nowSeconds: number) {
  if (mark.status === "dead") return { status: mark.status, available_at: null, reason: mark.reason };
  const { failure } = mark;
  const until = nowSeconds + cooldownSeconds(failure, livingSecrets(rows));
  return { status: mark.status, available_at: until, reason: failure.code ?? failure.kind };
}

/** What the provider says comes first; a pool with one key left does not lock itself out for long. */
function cooldownSeconds({ kind, retryAfterMs, text }: ProviderFailure, living: number): number {
  if (retryAfterMs !== null) return retryAfterMs / 1_000;
  if (kind === "billing") return text.includes(unverifiedBilling) ? unverifiedSeconds : usualSeconds;
  if (living <= 1) return onlyKeySeconds;
  return kind === "auth" ? refusedSeconds : usualSeconds;
}

function livingSecrets(rows: readonly KeyRow[]): number {
  return new Set(rows.filter(({ status }) => status !== "dead").map(rowFingerprint)).size;
}

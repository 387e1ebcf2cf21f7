import type { Secret } from "../../domain/secret.ts";
import type { KeyRow } from "./key-row.ts";

/** Exchanges a refresh token for a new access token. Injected: each provider has its own way. */
export type RefreshKey = (
  key: { readonly provider: string; readonly id: string; readonly refreshToken: Secret },
  signal: AbortSignal,
) => Promise<RefreshedKey>;

export type RefreshedKey =
  | {
      readonly kind: "refreshed";
      readonly accessToken: Secret;
      /** null: the old one stays good. */
      readonly refreshToken: Secret | null;
      readonly expiresAtMs: number | null;
    }
  | { readonly kind: "failed"; readonly code: string | null };

const earlySeconds = 120;

export function isAboutToExpire({ expires_at: end, refresh_token: token }: KeyRow, nowSeconds: number): boolean {
  return token !== undefined && end !== undefined && end - nowSeconds <= earlySeconds;
}

/** The row with its new tokens; a new secret is a new start. */
export function refreshedRow(
  row: KeyRow,
  fresh: Extract<RefreshedKey, { kind: "refreshed" }>,
  nowSeconds: number,
): KeyRow {
  const { expires_at: _old, ...rest } = row;
  return {
    ...rest,
    access_token: fresh.accessToken.reveal(),
    ...(fresh.refreshToken === null ? {} : { refresh_token: fresh.refreshToken.reveal() }),
    ...(fresh.expiresAtMs === null ? {} : { expires_at: fresh.expiresAtMs / 1_000 }),
    status: "ok",
    status_at: nowSeconds,
    available_at: null,
    reason: null,
  };
}

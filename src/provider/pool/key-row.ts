import { createHash } from "node:crypto";
import { z } from "zod";
import type { PoolKey } from "../../domain/credential-pool.ts";
import type { Secret } from "../../domain/secret.ts";

/**
 * A key as auth.json remembers it; times are epoch seconds. A borrowed one is a reference to where the key stands and
 * a fingerprint, never the key. What other versions wrote beside these fields stays.
 */
export const KeyRowSchema = z.looseObject({
  id: z.string().min(1),
  kind: z.enum(["borrowed", "manual", "oauth"]),
  fingerprint: z.string().optional(),
  access_token: z.string().min(1).optional(),
  refresh_token: z.string().min(1).optional(),
  expires_at: z.number().optional(),
  status: z.enum(["ok", "exhausted", "dead"]).default("ok"),
  status_at: z.number().default(0),
  /** When an exhausted key may be tried again. */
  available_at: z.number().nullable().default(null),
  reason: z.string().nullable().default(null),
  request_count: z.int().nonnegative().default(0),
  last_used_at: z.number().default(0),
});
export type KeyRow = Readonly<z.infer<typeof KeyRowSchema>>;

export function borrowedRow(key: PoolKey): KeyRow {
  return KeyRowSchema.parse({ id: key.source, kind: "borrowed", fingerprint: fingerprintOf(key.secret.reveal()) });
}

/** Tells two keys apart without being one. */
export function fingerprintOf(secret: string): string {
  return `sha256:${createHash("sha256").update(secret).digest("hex").slice(0, 32)}`;
}

export function rowFingerprint(row: KeyRow): string {
  return row.access_token === undefined ? (row.fingerprint ?? "") : fingerprintOf(row.access_token);
}

/** Time heals exhaustion; nothing but a new secret heals a dead key. */
export function isUsable(row: KeyRow, nowSeconds: number): boolean {
  if (row.status === "exhausted") return row.available_at !== null && row.available_at <= nowSeconds;
  return row.status === "ok";
}

/** The row a request's key belongs to: by name, else by the secret it really carried. */
export function findRow(rows: readonly KeyRow[], source: string | null, secret: Secret | null): KeyRow | null {
  const named = rows.find(({ id }) => id === source);
  if (named !== undefined || secret === null) return named ?? null;
  const print = fingerprintOf(secret.reveal());
  return rows.find((row) => rowFingerprint(row) === print) ?? null;
}

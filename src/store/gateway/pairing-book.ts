import { z } from "zod";
import { secondsOf } from "../../domain/clock.ts";
import type { PairedPerson, PairingApproval, PairingBook, PairingRequest } from "../../domain/gateway-ledger.ts";
import type { Connection } from "../connection.ts";
import type { LedgerDeps } from "./ledger.ts";
import { hashOfCode, isCode, newCode } from "./pairing-code.ts";
import { pairingTries, type PairingTries } from "./pairing-tries.ts";

type Deps = Pick<LedgerDeps, "clock" | "rng">;
type Book = Deps & Pick<Connection, "statement"> & { readonly tries: PairingTries };
type Stranger = { readonly platform: string; readonly userId: string; readonly userName: string | null };

/** Who may speak because a person on this machine said so. Codes are shown once and kept as hashes. */
export function pairingBook(connection: Connection, { clock, rng }: Deps): PairingBook {
  const { statement, read, write } = connection;
  const book: Book = { clock, rng, statement, tries: pairingTries(connection) };
  return {
    request: (platform, userId, userName) => write(() => request(book, { platform, userId, userName })),
    approve: (platform, code) => write(() => approve(book, platform, code)),
    isApproved: (platform, userId) => read(() => statement(oneApproved).get(platform, userId) !== undefined),
    revoke: (platform, userId) => write(() => statement(revokeOne).run(platform, userId).changes > 0),
    list: () => read(() => statement(everybody).all(secondsOf(clock)).map(personOf)),
    clearPending: (platform) => write(() => clearPending(book, platform)),
  };
}

const codeSeconds = 3_600;
const quietSeconds = 600;
const mostPending = 3;
const longestName = 200;

const isPending = "state = 'pending' AND expires_at > ?";
const oneApproved = "SELECT 1 FROM pairing WHERE platform = ? AND user_id = ? AND state = 'approved'";
const revokeOne = "DELETE FROM pairing WHERE platform = ? AND user_id = ? AND state = 'approved'";
const everybody = `SELECT platform, user_id, user_name, state, at FROM pairing
  WHERE state = 'approved' OR (${isPending}) ORDER BY platform, state DESC, at, user_id`;
const dropOld = "DELETE FROM pairing WHERE state = 'pending' AND expires_at <= ?";
const dropPending = "DELETE FROM pairing WHERE state = 'pending' AND platform = coalesce(?, platform)";
const pendingOf = `SELECT user_id, user_name, code_hash FROM pairing
  WHERE platform = ? AND code_hash IS NOT NULL AND ${isPending} ORDER BY at`;
const setPending = `INSERT OR REPLACE INTO pairing (platform, user_id, user_name, code_hash, state, at, expires_at)
  VALUES (?, ?, ?, ?, 'pending', ?, ?)`;
const setApproved = `UPDATE pairing SET state = 'approved', code_hash = NULL, expires_at = NULL, at = ?
  WHERE platform = ? AND user_id = ?`;

function request(book: Book, stranger: Stranger): PairingRequest {
  const now = secondsOf(book.clock);
  const { platform, userId, userName } = stranger;
  book.statement(dropOld).run(now);
  const why = reasonForSilence(book, stranger, now);
  if (why !== null) return { kind: "silent", why };
  const code = newCode(book.rng);
  const name = userName?.slice(0, longestName).toWellFormed() ?? null;
  book.statement(setPending).run(platform, userId, name, hashOfCode(code, book.rng), now, now + codeSeconds);
  return { kind: "code", code };
}

/** Somebody who was approved in this very moment needs no code either. */
function reasonForSilence(
  book: Book,
  { platform, userId }: Stranger,
  now: number,
): "recent" | "full" | "locked" | null {
  const { statement, tries } = book;
  if (tries.lockedUntil(platform, now) !== null) return "locked";
  const own = statement("SELECT state, at FROM pairing WHERE platform = ? AND user_id = ?").get(platform, userId);
  if (own !== undefined && (own["state"] === "approved" || Number(own["at"]) > now - quietSeconds)) return "recent";
  const others = statement(pendingOf)
    .all(platform, now)
    .filter((row) => row["user_id"] !== userId);
  return others.length >= mostPending ? "full" : null;
}

const PendingRow = z.object({ user_id: z.string(), user_name: z.string().nullable(), code_hash: z.string() });

function approve({ clock, statement, tries }: Book, platform: string, code: string): PairingApproval {
  const now = secondsOf(clock);
  const locked = tries.lockedUntil(platform, now);
  if (locked !== null) return { kind: "locked", untilMs: toMs(locked) };
  const pending = statement(pendingOf)
    .all(platform, now)
    .map((row) => PendingRow.parse(row));
  const [found] = pending.filter((row) => isCode(code, row.code_hash)); // each is compared, whichever it is
  if (found === undefined) {
    const triesLeft = tries.miss(platform, now);
    const until = tries.lockedUntil(platform, now);
    return until === null ? { kind: "wrong", triesLeft } : { kind: "locked", untilMs: toMs(until) };
  }
  tries.clear(platform);
  statement(setApproved).run(now, platform, found.user_id);
  return { kind: "approved", userId: found.user_id, userName: found.user_name };
}

function clearPending({ clock, statement }: Book, platform: string | null): number {
  statement(dropOld).run(secondsOf(clock));
  return Number(statement(dropPending).run(platform).changes);
}

const PersonRow = z.object({
  platform: z.string(),
  user_id: z.string(),
  user_name: z.string().nullable(),
  state: z.enum(["pending", "approved"]),
  at: z.number(),
});

function personOf(row: unknown): PairedPerson {
  const { platform, user_id, user_name, state, at } = PersonRow.parse(row);
  return { platform, userId: user_id, userName: user_name, state, atMs: toMs(at) };
}

const toMs = (seconds: number): number => Math.round(seconds * 1_000);

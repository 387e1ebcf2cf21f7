import { type Clock, type Rng, secondsOf } from "../../domain/clock.ts";
import type { PoolKey } from "../../domain/credential-pool.ts";
import { Secret } from "../../domain/secret.ts";
import type { AuthFile } from "./auth-file.ts";
import { isTerminal } from "./key-trouble.ts";
import { isUsable, type KeyRow, rowFingerprint } from "./key-row.ts";
import { type Mark, markKey } from "./mark-key.ts";
import { isAboutToExpire, type RefreshedKey, refreshedRow, type RefreshKey } from "./refresh-key.ts";
import { rosterOf } from "./roster.ts";
import { type PoolStrategy, selectKey } from "./select-key.ts";

export type ShelfParts = {
  /** The provider, as the refresh routine knows it. */
  readonly provider: string;
  /** The list in auth.json. */
  readonly name: string;
  readonly found: readonly PoolKey[];
  readonly strategy: PoolStrategy;
  readonly file: AuthFile;
  readonly refresh: RefreshKey | null;
  readonly clock: Clock;
  readonly rng: Rng;
};

const refreshLimitMs = 30_000;
const neverAborted = new AbortController().signal; // a refresh token works once: an exchange that began is awaited
const remembersUse: readonly PoolStrategy[] = ["round_robin", "least_used"];

/** The keys of one pool, what is known of each, and who holds which. Every change goes through auth.json. */
export class KeyShelf {
  readonly #parts: ShelfParts;
  readonly #holders = new Map<string, number>();
  readonly #refreshing = new Map<string, Promise<KeyRow | null>>();
  #uses = new Map<string, number>(); // not yet written down
  #rows: readonly KeyRow[];

  constructor(parts: ShelfParts) {
    this.#parts = parts;
    this.#rows = this.#roster(parts.file.rows(parts.name));
  }

  rows(): readonly KeyRow[] {
    return this.#rows;
  }

  row(id: string): KeyRow | null {
    return this.#rows.find((row) => row.id === id) ?? null;
  }

  keyOf(row: KeyRow): PoolKey {
    const borrowed = this.#parts.found.find(({ source }) => source === row.id);
    if (row.access_token === undefined && borrowed !== undefined) return borrowed;
    return { source: row.id, secret: new Secret(row.access_token ?? "") };
  }

  isUsable(row: KeyRow): boolean {
    return isUsable(row, secondsOf(this.#parts.clock));
  }

  /** By the pool's strategy; a token about to expire is refreshed first. */
  async select(refuse: (row: KeyRow) => boolean): Promise<KeyRow | null> {
    const { strategy, clock, rng } = this.#parts;
    const holders = (id: string): number => this.#holders.get(id) ?? 0;
    const row = selectKey(this.#rows, { strategy, nowSeconds: secondsOf(clock), rng, holders, refuse });
    if (row === null) return null;
    if (!isAboutToExpire(row, secondsOf(clock))) return this.#selected(row);
    const fresh = await this.refresh(row);
    if (fresh !== null) return this.#selected(fresh);
    return this.select((other) => other.id === row.id || refuse(other));
  }

  hold(id: string): void {
    this.#holders.set(id, (this.#holders.get(id) ?? 0) + 1);
  }

  letGo(id: string): void {
    this.#holders.set(id, Math.max(0, (this.#holders.get(id) ?? 0) - 1));
  }

  countUse(id: string): void {
    this.#uses.set(id, (this.#uses.get(id) ?? 0) + 1);
  }

  async mark(failing: KeyRow, mark: Mark): Promise<void> {
    await this.#change((rows) => markKey(rows, failing, mark, secondsOf(this.#parts.clock)));
  }

  /** The row with a new token, or null. Whoever asks at the same time gets the same answer. */
  refresh(row: KeyRow): Promise<KeyRow | null> {
    const running = this.#refreshing.get(row.id);
    if (running !== undefined) return running;
    const work = this.#exchange(row).finally(() => this.#refreshing.delete(row.id));
    this.#refreshing.set(row.id, work);
    return work;
  }

  async #exchange(row: KeyRow): Promise<KeyRow | null> {
    const renewed = this.#renewedElsewhere(row);
    if (renewed !== null) return renewed;
    const fresh = await this.#ask(row);
    if (fresh.kind === "refreshed") {
      const next = refreshedRow(row, fresh, secondsOf(this.#parts.clock));
      await this.#change((rows) => rows.map((other) => (other.id === row.id ? next : other)));
      return next;
    }
    if (!isTerminal(fresh.code, "")) return null;
    const late = this.#renewedElsewhere(row); // another process used the token a moment earlier
    if (late === null) await this.mark(row, { status: "dead", reason: fresh.code ?? "refused" });
    return late;
  }

  #renewedElsewhere(row: KeyRow): KeyRow | null {
    const { file, name } = this.#parts;
    const stored = file.rows(name).find(({ id }) => id === row.id);
    if (stored?.access_token === undefined || rowFingerprint(stored) === rowFingerprint(row)) return null;
    this.#rows = this.#rows.map((other) => (other.id === row.id ? stored : other));
    return stored;
  }

  async #ask(row: KeyRow): Promise<RefreshedKey> {
    const { refresh, provider, clock } = this.#parts;
    if (refresh === null || row.refresh_token === undefined) return { kind: "failed", code: null };
    using limit = clock.deadline(refreshLimitMs, neverAborted);
    try {
      return await refresh({ provider, id: row.id, refreshToken: new Secret(row.refresh_token) }, limit.signal);
    } catch {
      return { kind: "failed", code: null }; // foreign code: whatever it threw, there is no new token
    }
  }

  async #selected(row: KeyRow): Promise<KeyRow> {
    if (!remembersUse.includes(this.#parts.strategy)) return row;
    this.countUse(row.id);
    const usedAt = secondsOf(this.#parts.clock);
    await this.#change((rows) =>
      rows.map((other) => (other.id === row.id ? { ...other, last_used_at: usedAt } : other)),
    );
    return this.row(row.id) ?? row;
  }

  async #change(change: (rows: readonly KeyRow[]) => readonly KeyRow[]): Promise<void> {
    const uses = this.#uses;
    this.#uses = new Map();
    const whole = (stored: readonly KeyRow[]): readonly KeyRow[] => change(withUses(this.#roster(stored), uses));
    const kept = await this.#parts.file.update(this.#parts.name, whole);
    this.#rows = kept ?? whole(this.#rows);
  }

  #roster(stored: readonly KeyRow[]): readonly KeyRow[] {
    return rosterOf(this.#parts.found, stored, secondsOf(this.#parts.clock));
  }
}

function withUses(rows: readonly KeyRow[], uses: ReadonlyMap<string, number>): readonly KeyRow[] {
  return rows.map((row) => ({ ...row, request_count: row.request_count + (uses.get(row.id) ?? 0) }));
}

import type { KeyLease, PoolKey, PoolVerdict, UsedKey } from "../../domain/credential-pool.ts";
import type { ProviderFailure } from "../../domain/failure.ts";
import { findRow, type KeyRow, rowFingerprint } from "./key-row.ts";
import type { KeyShelf } from "./key-shelf.ts";
import { type KeyTrouble, keyTrouble } from "./key-trouble.ts";

const mostRefreshes = 2; // of one key in a turn

/** A holder's place at the shelf: which key it uses, and what it has tried with it. */
export class HeldKey implements KeyLease {
  readonly #shelf: KeyShelf;
  readonly #refreshes = new Map<string, number>(); // this turn
  readonly #askedAgain = new Set<string>(); // this request: keys that had their second chance
  #rotations = 0; // this request
  #key: PoolKey;
  #released = false;

  constructor(shelf: KeyShelf, row: KeyRow) {
    this.#shelf = shelf;
    this.#key = shelf.keyOf(row);
    shelf.hold(row.id);
  }

  current(): PoolKey {
    return this.#key;
  }

  canRotate(): boolean {
    const own = this.#secretOf(this.#key.source);
    return this.#shelf.rows().some((row) => this.#shelf.isUsable(row) && rowFingerprint(row) !== own);
  }

  async startTurn(signal: AbortSignal): Promise<PoolKey> {
    this.#refreshes.clear();
    this.#forgetRequest();
    const held = this.#shelf.row(this.#key.source);
    if (held !== null && this.#shelf.isUsable(held)) return this.#key;
    await this.#rotate(() => false, signal);
    this.#forgetRequest();
    return this.#key;
  }

  succeeded(): void {
    this.#shelf.countUse(this.#key.source);
    this.#forgetRequest();
  }

  async report(failure: ProviderFailure, used: UsedKey, signal: AbortSignal): Promise<PoolVerdict> {
    const trouble = keyTrouble(failure);
    if (trouble === "none") return { kind: "not_a_key_matter" };
    const failing = findRow(this.#shelf.rows(), used.source, used.secret);
    if (failing === null)
      return this.#rotate(({ id }) => id === this.#key.source && this.#shelf.rows().length > 1, signal);
    if (this.#deservesSecondChance(trouble, failing)) return { kind: "same_key" };
    if (trouble === "refused" && this.#mayRefresh(failing)) {
      const fresh = await waited(this.#shelf.refresh(failing), signal);
      if (fresh !== null) return { kind: "refreshed", key: this.#take(fresh) };
    }
    const secret = rowFingerprint(failing);
    await this.#shelf.mark(failing, markOf(trouble, failure));
    return this.#rotate((row) => rowFingerprint(row) === secret, signal);
  }

  [Symbol.dispose](): void {
    if (!this.#released) this.#shelf.letGo(this.#key.source);
    this.#released = true;
  }

  #forgetRequest(): void {
    this.#askedAgain.clear();
    this.#rotations = 0;
  }

  #deservesSecondChance(trouble: KeyTrouble, failing: KeyRow): boolean {
    if (trouble !== "rate_limit" || !this.#shelf.isUsable(failing) || this.#askedAgain.has(failing.id)) return false;
    this.#askedAgain.add(failing.id);
    return true;
  }

  #mayRefresh({ id, kind }: KeyRow): boolean {
    const made = this.#refreshes.get(id) ?? 0;
    this.#refreshes.set(id, made + 1);
    return kind === "oauth" && made < mostRefreshes;
  }

  /** Never more often for one request than there are keys, whatever the clock has healed meanwhile. */
  async #rotate(refuse: (row: KeyRow) => boolean, signal: AbortSignal): Promise<PoolVerdict> {
    this.#rotations += 1;
    if (this.#rotations > this.#shelf.rows().length) return { kind: "nothing_left" };
    this.#shelf.letGo(this.#key.source);
    const next = await waited(this.#shelf.select(refuse), signal).finally(() => this.#shelf.hold(this.#key.source));
    return next === null ? { kind: "nothing_left" } : { kind: "rotated", key: this.#take(next) };
  }

  #take(row: KeyRow): PoolKey {
    this.#shelf.letGo(this.#key.source);
    this.#shelf.hold(row.id);
    this.#key = this.#shelf.keyOf(row);
    return this.#key;
  }

  #secretOf(id: string): string | null {
    const row = this.#shelf.row(id);
    return row === null ? null : rowFingerprint(row);
  }
}

function markOf(trouble: KeyTrouble, failure: ProviderFailure) {
  if (trouble === "revoked") return { status: "dead", reason: failure.code ?? failure.kind } as const;
  return { status: "exhausted", failure } as const;
}

/** Stops waiting when the person does; what was begun goes on. */
async function waited<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

import type { DatabaseSync } from "node:sqlite";
import type { Dice } from "./dice.ts";
import { sqliteError } from "../support/statement-hook.ts";

/** A spell of trouble: so many statements of its kind fail before the disk recovers. */
type Spell = { readonly fails: (sql: string) => boolean; readonly strike: (db: DatabaseSync) => Error; left: number };

const begins = (sql: string): boolean => sql.startsWith("BEGIN");
const changes = (sql: string): boolean => /^\s*(?:INSERT|UPDATE|DELETE)/u.test(sql);
const reads = (sql: string): boolean => /^\s*(?:SELECT|WITH)/u.test(sql);
const commits = (sql: string): boolean => sql === "COMMIT";

/** The troubles a disk has: held locks, no room, broken writes. */
export class StoreTrouble {
  readonly #dice: Dice;
  readonly #likely: number;
  #spell: Spell | null = null;
  /** How many statements have failed so far. */
  struck = 0;

  constructor(dice: Dice, likely: number) {
    this.#dice = dice;
    this.#likely = likely;
  }

  /** Throws where the statement is to fail. */
  meet(db: DatabaseSync, sql: string): void {
    if (sql === "ROLLBACK") return;
    if (this.#spell === null && this.#dice.chance(this.#likely)) this.#spell = this.#newSpell();
    const spell = this.#spell;
    if (spell === null || !spell.fails(sql)) return;
    spell.left -= 1;
    if (spell.left <= 0) this.#spell = null;
    this.struck += 1;
    throw spell.strike(db);
  }

  end(): void {
    this.#spell = null;
  }

  #newSpell(): Spell {
    const { pick, int } = this.#dice;
    return pick<() => Spell>([
      () => ({ fails: begins, strike: () => sqliteError(5, "database is locked"), left: pick([1, 2, 5, 16, 40]) }),
      () => ({ fails: changes, strike: full, left: pick([1, 1, 3, 20]) }),
      () => ({ fails: commits, strike: full, left: int(1, 3) }),
      () => ({ fails: commits, strike: (db) => (rollBack(db), full()), left: int(1, 2) }),
      () => ({ fails: changes, strike: () => sqliteError(10, "disk I/O error"), left: int(1, 4) }),
      () => ({ fails: reads, strike: () => sqliteError(10, "disk I/O error"), left: int(1, 2) }),
    ])();
  }
}

function full(): Error {
  return sqliteError(13, "database or disk is full");
}

/** SQLite itself gives up the transaction in some of these cases. */
function rollBack(db: DatabaseSync): void {
  if (db.isTransaction) db.exec("ROLLBACK");
}

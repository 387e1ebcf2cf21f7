import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../src/domain/clock.ts";

/** What a call of a dead process comes to, where it cannot simply never return. */
export class Killed extends Error {
  constructor() {
    super("The process was killed");
    this.name = "Killed";
  }
}

/** One process. Once it is killed nothing it does has an effect any more: no write, no request, no tool. */
export class Life {
  readonly death: Promise<void>;
  readonly #end: () => void;
  readonly #databases = new Set<DatabaseSync>();
  #dead = false;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.death = promise;
    this.#end = resolve;
  }

  get dead(): boolean {
    return this.#dead;
  }

  owns(db: DatabaseSync): boolean {
    return this.#databases.has(db);
  }

  adopt(db: DatabaseSync): void {
    this.#databases.add(db);
  }

  /** The system closes what a dead process had open: a transaction that was not committed never happened. */
  kill(): void {
    this.#dead = true;
    for (const db of this.#databases) if (db.isOpen) db.close();
    this.#end();
  }

  /** For whatever a dead process waits for. */
  async alive(): Promise<void> {
    if (this.#dead) await never;
  }

  /** Time stands still for the dead. */
  clock(clock: Clock): Clock {
    return {
      ...clock,
      now: clock.now,
      deadline: clock.deadline,
      sleep: async (ms, signal) => {
        await this.alive();
        await clock.sleep(ms, signal);
        await this.alive();
      },
    };
  }
}

const never = new Promise<never>(() => undefined);

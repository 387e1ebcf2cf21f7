import type { Clock } from "../../src/domain/clock.ts";
import type { DeliveryEnd, OpenDelivery, Outbox } from "../../src/domain/gateway-ledger.ts";

export type OutboxRow = Omit<OpenDelivery, "state"> & {
  readonly state: OpenDelivery["state"] | Exclude<DeliveryEnd["state"], "again">;
};

/** An outbox that outlives whoever uses it, as a file would, but not the test. */
export function memoryOutbox(clock: Clock): Outbox & { readonly rows: () => readonly OutboxRow[] } {
  const rows = new Map<number, OutboxRow>();
  const change = (id: number, how: (row: OutboxRow) => Partial<OutboxRow>): void => {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`no delivery ${id}`);
    rows.set(id, { ...row, ...how(row) });
  };
  const isOpen = (row: OutboxRow): row is OpenDelivery => row.state === "pending" || row.state === "attempting";
  return {
    rows: () => [...rows.values()],
    add: async (delivery) => {
      const id = rows.size + 1;
      rows.set(id, { ...delivery, id, state: "pending", attempts: 0, createdAtMs: clock.now() });
      return id;
    },
    attempt: async (id) => change(id, ({ attempts }) => ({ state: "attempting", attempts: attempts + 1 })),
    end: async (id, { state }) => change(id, () => ({ state: state === "again" ? "pending" : state })),
    open: (only) => [...rows.values()].filter(isOpen).filter(({ id }) => only === undefined || id === only),
    tidy: async (forgetBeforeMs, abandonBeforeMs) => {
      for (const [id, row] of rows) {
        if (isOpen(row) && row.createdAtMs < abandonBeforeMs) change(id, () => ({ state: "abandoned" }));
        if (!isOpen(row) && row.createdAtMs < forgetBeforeMs) rows.delete(id);
      }
    },
  };
}

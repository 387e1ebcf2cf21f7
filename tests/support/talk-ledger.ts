import type { Delivery, GatewayLedger, InboxId, Route, StoredMessage } from "../../src/domain/gateway-ledger.ts";

type Row = StoredMessage & { readonly settled: "done" | "dropped" | null };

export type TalkLedger = GatewayLedger & {
  readonly rows: () => readonly Row[];
  readonly deliveries: Delivery[];
};

/** A ledger that forgets everything with the test: as much of it as conversations use. */
export function talkLedger(): TalkLedger {
  const rows = new Map<InboxId, Row>();
  const deliveries: Delivery[] = [];
  const change = (ids: readonly InboxId[], how: Partial<Row>): void => {
    for (const id of ids) {
      const row = rows.get(id);
      if (row !== undefined) rows.set(id, { ...row, ...how });
    }
  };
  return {
    rows: () => [...rows.values()],
    deliveries,
    inbox: {
      accept: async (message, sessionKey) => {
        const id = rows.size + 1;
        rows.set(id, { id, sessionKey, message, state: "new", settled: null });
        return id;
      },
      claim: async (ids) => change(ids, { state: "claimed" }),
      settle: async (ids, settled) => change(ids, { settled }),
      open: () => [...rows.values()].filter(({ settled }) => settled === null),
      forget: async () => undefined,
    },
    outbox: {
      add: async (delivery) => deliveries.push(delivery),
      attempt: async () => undefined,
      end: async () => undefined,
      open: () =>
        deliveries.map((delivery, id) => ({ ...delivery, id, state: "pending", attempts: 0, createdAtMs: 0 }) as const),
      tidy: async () => undefined,
    },
    routes: routesInMemory(),
    pairing: {
      request: async () => ({ kind: "silent", why: "full" }),
      approve: async () => ({ kind: "wrong", triesLeft: 0 }),
      isApproved: () => false,
      revoke: async () => false,
      list: () => [],
      clearPending: async () => 0,
    },
  };
}

function routesInMemory(): GatewayLedger["routes"] {
  const routes = new Map<string, Route>();
  const notes = new Map<string, string | null>();
  return {
    get: (key) => routes.get(key) ?? null,
    set: async (key, route) => void routes.set(key, route),
    all: () => [...routes].map(([sessionKey, route]) => ({ ...route, sessionKey })),
    note: (platform, name) => notes.get(`${platform} ${name}`) ?? null,
    setNote: async (platform, name, value) => void notes.set(`${platform} ${name}`, value),
  };
}

import type {
  GatewayLedger,
  InboundMessage,
  InboxId,
  PairingBook,
  Route,
  StoredMessage,
} from "../../src/domain/gateway-ledger.ts";

type Row = StoredMessage & { readonly settled: "done" | "dropped" | null };

/** A ledger that forgets everything with the test; its rows can be looked at. */
export function memoryLedger(): Pick<GatewayLedger, "inbox" | "routes" | "pairing"> & {
  readonly rows: () => readonly Row[];
} {
  const rows = new Map<InboxId, Row>();
  const change = (ids: readonly InboxId[], how: Partial<Row>): void => {
    for (const id of ids) {
      const row = rows.get(id);
      if (row !== undefined) rows.set(id, { ...row, ...how });
    }
  };
  return {
    rows: () => [...rows.values()],
    inbox: {
      accept: async (message, sessionKey) => {
        if ([...rows.values()].some((row) => isSame(row.message, message))) return null;
        const id = rows.size + 1;
        rows.set(id, { id, sessionKey, message, state: "new", settled: null });
        return id;
      },
      claim: async (ids) => change(ids, { state: "claimed" }),
      settle: async (ids, settled) => change(ids, { settled }),
      open: () => [...rows.values()].filter(({ settled }) => settled === null),
      forget: async (beforeMs) => {
        for (const [id, { settled, message }] of rows) {
          if (settled !== null && message.receivedAtMs < beforeMs) rows.delete(id);
        }
      },
    },
    routes: memoryRoutes(),
    pairing: memoryPairing(),
  };
}

const at = (platform: string, name: string): string => JSON.stringify([platform, name]);
const codeOf = (userId: string): string => `CODE-${userId}`;

function isSame(one: InboundMessage, other: InboundMessage): boolean {
  return identityOf(one) === identityOf(other);
}

function identityOf({ platform, scopeId, chatId, messageId }: InboundMessage): string {
  return JSON.stringify([platform, scopeId, chatId, messageId]);
}

function memoryRoutes(): GatewayLedger["routes"] {
  const routes = new Map<string, Route>();
  const notes = new Map<string, string>();
  return {
    get: (key) => routes.get(key) ?? null,
    set: async (key, route) => void routes.set(key, route),
    all: () => [...routes].map(([sessionKey, route]) => ({ ...route, sessionKey })),
    note: (platform, name) => notes.get(at(platform, name)) ?? null,
    setNote: async (platform, name, value) => {
      if (value === null) notes.delete(at(platform, name));
      else notes.set(at(platform, name), value);
    },
  };
}

/** One code per person, `CODE-<user>`; time plays no part. */
function memoryPairing(): PairingBook {
  const people = new Map<string, ReturnType<PairingBook["list"]>[number]>();
  return {
    request: async (platform, userId, userName) => {
      if (people.has(at(platform, userId))) return { kind: "silent", why: "recent" };
      people.set(at(platform, userId), { platform, userId, userName, state: "pending", atMs: 0 });
      return { kind: "code", code: codeOf(userId) };
    },
    approve: async (platform, code) => {
      const asked = [...people.values()].find((one) => one.platform === platform && codeOf(one.userId) === code);
      if (asked === undefined) return { kind: "wrong", triesLeft: 4 };
      people.set(at(platform, asked.userId), { ...asked, state: "approved" });
      return { kind: "approved", userId: asked.userId, userName: asked.userName };
    },
    isApproved: (platform, userId) => people.get(at(platform, userId))?.state === "approved",
    revoke: async (platform, userId) => people.delete(at(platform, userId)),
    list: () => [...people.values()],
    clearPending: async () => 0,
  };
}

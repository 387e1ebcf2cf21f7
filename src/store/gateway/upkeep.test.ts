import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { inbound } from "../../../tests/support/ledger-world.ts";
import { sessionsCall } from "../../../tests/support/sessions-call.ts";
import { newSession, storeOptions, temporaryStore } from "../../../tests/support/temporary-store.ts";
import type { GatewayLedger } from "../../domain/gateway-ledger.ts";
import { isStoreInUse } from "../live-leases.ts";

const chat = { chatId: "c1", threadId: null };

/** A home whose gateway was at work. */
async function furnished() {
  const options = storeOptions();
  using store = await temporaryStore(options);
  const { inbox, outbox, routes, pairing } = await store.gateway();
  await store.sessions.create(newSession("s1"));
  await inbox.accept(inbound(), "key");
  await outbox.add({ sessionKey: "key", platform: "fake", chat, text: "answer", replyTo: null });
  await routes.set("key", { sessionId: "s1", lastActivityMs: 5, resumePendingMs: null, address: null });
  await routes.setNote("fake", "home", "c1");
  await pairing.request("fake", "u1", "Ann");
  await pairing.approve("fake", "wrong");
  return options;
}

const contents = ({ inbox, outbox, routes, pairing }: GatewayLedger) => ({
  inbox: inbox.open(),
  outbox: outbox.open(),
  routes: routes.all(),
  home: routes.note("fake", "home"),
  people: pairing.list(),
});

/** Overwrites the page on which an index begins: reading by that index fails, the rows are still there. */
function damageIndex(path: string, name: string): void {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  const page = Number(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").get(name)?.["rootpage"]);
  const size = Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
  db.close();
  const bytes = readFileSync(path);
  bytes.fill(0xff, (page - 1) * size, page * size);
  writeFileSync(path, bytes);
}

test("repairing a damaged database keeps what the gateway must not lose", async () => {
  const options = await furnished();
  const before = await temporaryStore(options).then(async (store) => {
    using open = store;
    return contents(await open.gateway());
  });
  damageIndex(options.path, "inbox_session");
  expect((await sessionsCall(dirname(options.path), "repair")).out).toContain("recovered");
  using store = await temporaryStore(options);
  const ledger = await store.gateway();
  expect(contents(ledger)).toEqual(before);
  expect(await ledger.pairing.approve("fake", "wrong")).toEqual({ kind: "wrong", triesLeft: 3 });
});

test("nothing moves the database away from under a gateway that waits for messages", async () => {
  const options = await furnished();
  const home = dirname(options.path);
  expect(isStoreInUse(options)).toBe(false);
  writeFileSync(join(home, "gateway.pid"), String(process.pid));
  expect(isStoreInUse(options)).toBe(true);
  expect(await sessionsCall(home, "optimize")).toEqual({
    code: 1,
    out: "",
    err: "hermes: the database is in use (gateway); --force does it anyway\n",
  });
  damageIndex(options.path, "inbox_session");
  expect(await sessionsCall(home, "repair")).toMatchObject({ code: 1 });
});

test("a database from before the gateway gets its tables, and what it holds stays", async () => {
  const options = storeOptions();
  {
    using store = await temporaryStore(options);
    await store.sessions.create(newSession("s1"));
  }
  {
    using raw = new DatabaseSync(options.path);
    const tables = ["routes", "platform_notes", "inbox", "outbox", "pairing", "pairing_locks"];
    raw.exec(tables.map((table) => `DROP TABLE ${table};`).join(""));
    raw.exec("UPDATE meta SET value = '7' WHERE key = 'schema_version'");
  }
  using store = await temporaryStore(options);
  const { inbox } = await store.gateway();
  await inbox.accept(inbound(), "key");
  expect([store.sessions.get("s1")?.id, inbox.open().length]).toEqual(["s1", 1]);
});

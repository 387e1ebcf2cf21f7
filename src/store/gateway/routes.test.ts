import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Route } from "../../domain/gateway-ledger.ts";
import { newSession, temporaryStore } from "../../../tests/support/temporary-store.ts";
import { ledgerWorld } from "../../../tests/support/ledger-world.ts";

const route: Route = {
  sessionId: "s1",
  lastActivityMs: 5,
  resumePendingMs: 7,
  address: { platform: "fake", chat: { chatId: "c1", threadId: "t" } },
};

test("a chat finds its session again after a restart, and what a platform noted", async () => {
  using world = ledgerWorld();
  const before = await world.open();
  await before.routes.set("a", route);
  await before.routes.set("b", { ...route, sessionId: null, address: null });
  await before.routes.set("a", { ...route, resumePendingMs: null });
  await before.routes.setNote("fake", "home", "c1");
  await before.routes.setNote("fake", "gone", "x");
  await before.routes.setNote("fake", "gone", null);
  const { routes } = await world.open(2);
  expect(routes.all()).toEqual([
    { ...route, resumePendingMs: null, sessionKey: "a" },
    { ...route, sessionId: null, address: null, sessionKey: "b" },
  ]);
  expect([routes.get("a"), routes.get("c")]).toEqual([{ ...route, resumePendingMs: null }, null]);
  expect(["home", "gone"].map((name) => routes.note("fake", name))).toEqual(["c1", null]);
  expect(routes.note("other", "home")).toBeNull();
});

test("a chat whose entry is damaged keeps its session", async () => {
  using world = ledgerWorld();
  const { routes } = await world.open();
  await routes.set("a", route);
  using raw = new DatabaseSync(world.path);
  raw.exec("UPDATE routes SET entry = '{torn'");
  expect(routes.get("a")).toEqual({
    sessionId: "s1",
    lastActivityMs: world.clock.now(),
    resumePendingMs: null,
    address: null,
  });
  expect(world.logged).toEqual(["gateway.routes.damaged"]);
});

test("a chat whose session is deleted begins a new one", async () => {
  using world = ledgerWorld();
  using store = await temporaryStore({ path: world.path });
  await store.sessions.create(newSession("s1"));
  const { routes } = await store.gateway();
  await routes.set("a", route);
  await routes.set("b", { ...route, sessionId: "s2" });
  await store.sessions.remove(["s1"]);
  expect(routes.all().map(({ sessionId }) => sessionId)).toEqual([null, "s2"]);
});

import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionsCall } from "../../../tests/support/sessions-call.ts";
import { identityOf, isAlive } from "../../disk/process-identity.ts";
import { newSession, temporaryHome, temporaryStore } from "../../../tests/support/temporary-store.ts";

const openIn = (home: string) =>
  temporaryStore({ path: join(home, "hermes.db"), process: identityOf(process.pid), isAlive });

test("what is put away is in no list, is found by its name, and comes back", async () => {
  const home = temporaryHome();
  {
    using store = await openIn(home);
    await store.sessions.create(newSession("20260101_000000_aaaaaaaa", { title: "Plans" }));
    await store.openJournal(null).append("20260101_000000_aaaaaaaa", { role: "user", content: "hello" }, "t");
  }
  expect(await sessionsCall(home, "archive", ["Plans"])).toEqual({
    code: 0,
    out: "1 session put away; hermes sessions list --archived shows them\n",
    err: "",
  });
  expect((await sessionsCall(home, "list")).out).not.toContain("Plans");
  expect((await sessionsCall(home, "list", [], { flags: { archived: true } })).out).toContain("Plans");
  expect((await sessionsCall(home, "show", ["Plans"])).out).toContain("hello");
  expect(await sessionsCall(home, "archive", ["nobody"])).toMatchObject({ code: 2 });
  expect(await sessionsCall(home, "archive", ["Plans"], { flags: { undo: true } })).toMatchObject({ code: 0 });
  expect((await sessionsCall(home, "list")).out).toContain("Plans");
});

test("the file shrinks when much was deleted, and not while somebody is at work", async () => {
  const home = temporaryHome();
  using store = await openIn(home);
  await store.sessions.create(newSession("20260101_000000_aaaaaaaa"));
  const journal = store.openJournal(null);
  for (let index = 0; index < 30; index++)
    await journal.append("20260101_000000_aaaaaaaa", { role: "user", content: `word${index} `.repeat(9_000) }, "t");
  await store.sessions.create(newSession("20260102_000000_bbbbbbbb", { title: "small" }));
  await store.sessions.remove(["20260101_000000_aaaaaaaa"]);
  const lease = await store.leases.acquire("turn:20260102_000000_bbbbbbbb", 60_000);
  expect(await sessionsCall(home, "optimize")).toEqual({
    code: 1,
    out: "",
    err: "hermes: the database is in use (turn:20260102_000000_bbbbbbbb); --force does it anyway\n",
  });
  await lease?.release();
  const { code, out } = await sessionsCall(home, "optimize");
  const [before = 0, after = 0] = [...out.matchAll(/[\d.]+/g)].map(([number]) => Number(number));
  expect(code).toBe(0);
  expect(after).toBeLessThan(before / 2);
});

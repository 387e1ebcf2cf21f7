import { chmodSync, mkdirSync } from "node:fs";
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { repairHistory } from "../context/repair-history.ts";
import { callsOf } from "../domain/message.ts";
import { newSession, storeOptions, temporaryHome, temporaryStore } from "../../tests/support/temporary-store.ts";
import { openStore } from "./open-store.ts";
import { identityOf, isAlive } from "../disk/process-identity.ts";

const writer = join(import.meta.dirname, "../../tests/support/store-writer.ts");
const run = (...args: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, [writer, ...args]);

const promisedLagMs = 50;
const slack = 5; // a shared machine may itself stand still

test(
  "[SF-D1] two processes write 500 messages each: all arrive, none fails, neither stalls",
  { timeout: 60_000 },
  async () => {
    const path = join(temporaryHome(), "hermes.db");
    const outputs = await Promise.all([run(path, "many", "a"), run(path, "many", "b")]);
    using store = await temporaryStore({ path });
    const expected = Array.from({ length: 500 }, (_, number) => `message ${number}`);
    for (const id of ["a", "b"]) expect(store.sessions.history(id).map(({ content }) => content)).toEqual(expected);
    expect(store.archive.stats().messages).toBe(1_000);
    for (const { stdout } of outputs) expect(Number(stdout)).toBeLessThan(promisedLagMs * slack);
  },
);

test(
  "[SF-D2] after a kill between a call and its result the history pairs up and the lease is free",
  { timeout: 60_000 },
  async () => {
    const path = join(temporaryHome(), "hermes.db");
    await expect(run(path, "die", "a")).rejects.toMatchObject({ signal: "SIGKILL" });
    using store = await temporaryStore({ ...storeOptions(), path, process: identityOf(process.pid), isAlive });
    const history = repairHistory(store.sessions.history("a"));
    expect(history.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    const [, asked, answered] = history;
    expect(asked && callsOf(asked).map(({ id }) => id)).toEqual([answered?.role === "tool" && answered.tool_call_id]);
    expect(answered).toMatchObject({ effect_disposition: "unknown" });
    expect(await store.leases.acquire("turn:a", 300_000)).toMatchObject({ token: 2 });
  },
);

test("a folder that may not be written is named in one line, and what it holds is not lost", async () => {
  const home = join(temporaryHome(), "home");
  const path = join(home, "hermes.db");
  mkdirSync(home, { mode: 0o755 });
  chmodSync(dirname(home), 0o755);
  using store = await temporaryStore({ path });
  await store.sessions.create(newSession("a"));
  store[Symbol.dispose]();
  chmodSync(path, 0o444);
  chmodSync(home, 0o555);
  const opening = await asNobody(() => openStore(storeOptions({ path })));
  const missing = await asNobody(() => openStore(storeOptions({ path: join(home, "other.db") })));
  expect([opening, missing]).toMatchObject([
    { kind: "refused", reason: "read_only" },
    { kind: "refused", reason: "read_only" },
  ]);
  chmodSync(home, 0o755);
  chmodSync(path, 0o600);
  using again = await temporaryStore({ path });
  expect(again.sessions.get("a")?.id).toBe("a");
});

/** Root may write everywhere, so the test steps down. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

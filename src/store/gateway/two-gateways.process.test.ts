import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { z } from "zod";
import { identityOf, isAlive } from "../../disk/process-identity.ts";
import { inbound } from "../../../tests/support/ledger-world.ts";
import { temporaryHome, temporaryStore } from "../../../tests/support/temporary-store.ts";

const worker = join(import.meta.dirname, "../../../tests/support/ledger-worker.ts");
const Said = z.object({ found: z.number(), claim: z.string() });
const real = { process: identityOf(process.pid), isAlive };

async function start(path: string, task: "live" | "die") {
  const child: ChildProcess = spawn(process.execPath, [worker, path, task], { stdio: ["pipe", "pipe", "inherit"] });
  if (child.stdout === null) throw new Error("no output");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line: unknown = (await lines.next()).value;
  const end = async (): Promise<void> => {
    const gone = once(child, "exit");
    child.stdin?.end();
    if (child.exitCode === null && child.signalCode === null) await gone;
  };
  return { ...Said.parse(JSON.parse(String(line))), end, gone: once(child, "exit"), child };
}

async function filledHome(count: number): Promise<string> {
  const path = join(temporaryHome(), "hermes.db");
  using store = await temporaryStore({ path, ...real });
  const { inbox } = await store.gateway();
  for (let number = 0; number < count; number++) await inbox.accept(inbound({ messageId: `m${number}` }), "key");
  return path;
}

const claims = (path: string): readonly unknown[] => {
  using raw = new DatabaseSync(path);
  return raw
    .prepare("SELECT claimed_by FROM inbox")
    .all()
    .map(({ claimed_by: by }) => /^pid=\d+;/.exec(String(by))?.[0]);
};

test(
  "two living processes that claim the same messages share them, and neither is given the other's",
  { timeout: 60_000 },
  async () => {
    const path = await filledHome(40);
    const workers = await Promise.all([start(path, "live"), start(path, "live")]);
    const before = claims(path);
    expect(before).toHaveLength(40);
    expect(before.filter((claim) => workers.every((one) => one.claim !== claim))).toEqual([]);
    const late = await start(path, "live");
    expect(late.found).toBe(0);
    expect(claims(path)).toEqual(before);
    using store = await temporaryStore({ path, ...real });
    const { inbox } = await store.gateway();
    expect(inbox.open()).toEqual([]);
    await Promise.all([...workers, late].map(({ end }) => end()));
    expect(inbox.open()).toHaveLength(40);
  },
);

test(
  "what a killed gateway had begun is found by the next: the messages as claimed, the answer as being sent",
  { timeout: 60_000 },
  async () => {
    const path = await filledHome(3);
    const { gone, child } = await start(path, "die");
    if (child.signalCode === null) await gone;
    using store = await temporaryStore({ path, ...real });
    const { inbox, outbox } = await store.gateway();
    expect(inbox.open().map(({ state, message }) => [state, message.messageId])).toEqual([
      ["claimed", "m0"],
      ["claimed", "m1"],
      ["claimed", "m2"],
    ]);
    expect(outbox.open()).toMatchObject([{ state: "attempting", attempts: 1 }]);
  },
);

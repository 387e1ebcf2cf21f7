import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, test, vi } from "vitest";
import type { Machine } from "../support/hermes-process.ts";
import { copyOf, killedAt, resumed, usedMachine, type KillPoint } from "../support/killed-run.ts";
import { longTalk } from "../support/long-talk.ts";
import { says } from "../support/played-tools.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 }); // a process for each point, on a machine that may be busy

const tighter = "context:\n  engine: lcm\ncompression:\n  threshold: 0.05\n";
const replies = { steps: Array.from({ length: 40 }, () => says("hello")) };

beforeAll(async () => {
  await using model = await serveScenario(replies);
  const never = { moment: "after", commit: 0 } as const; // only a turn that ends leaves compiled code for the others
  expect(await killedAt(never, copyOf(await usedMachine(), model.url), [])).toBe(false);
});

const rowsOf = ({ home }: Machine, sql: string): readonly Record<string, unknown>[] => {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  return db.prepare(sql).all();
};
const nodesOf = (machine: Machine): number => rowsOf(machine, "SELECT id FROM context_nodes").length;

test("[CC-C102] killed inside a node write, all its nodes are there or none, and the conversation goes on in its one session", async () => {
  const { world, sessionIds, told } = await longTalk(300, 0.2);
  const template: Machine = { root: world.home, home: world.home, cwd: world.cwd };
  const [id = ""] = sessionIds;
  const before = nodesOf(template);
  expect([sessionIds.size, before > 0, told.length > 1]).toEqual([1, true, true]);

  /** null: the turn was over before. */
  const dieAndGoOn = async (point: KillPoint): Promise<number | null> => {
    await using model = await serveScenario(replies);
    const machine = copyOf(template, model.url, tighter);
    if (!(await killedAt(point, machine, ["--resume", id]))) return null;
    const left = nodesOf(machine);
    const twin = left === before ? null : copyOf(machine, model.url, tighter);
    const { answer, sessionId, wire } = await resumed(machine, 40);
    expect([answer, sessionId]).toEqual(["went on", id]);
    if (twin !== null) expect((await resumed(twin, 40)).wire).toEqual(wire);
    expect(rowsOf(machine, "SELECT id FROM sessions")).toHaveLength(1);
    expect(rowsOf(machine, "SELECT id FROM sessions WHERE relation = 'compression'")).toEqual([]);
    expect(rowsOf(machine, "SELECT id FROM messages").length).toBeGreaterThanOrEqual(602);
    return left;
  };

  const counts = new Set<number>();
  for (let commit = 1, isOver = false; !isOver; commit++) {
    const points = (["before", "after"] as const).map((moment) => dieAndGoOn({ moment, commit }));
    for (const left of await Promise.all(points)) {
      isOver ||= left === null;
      if (left !== null) counts.add(left);
    }
  }
  expect(counts.size).toBe(2); // before the one batch of the killed turn, and with all of it
  expect(Math.min(...counts)).toBe(before);
});

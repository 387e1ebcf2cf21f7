import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, test, vi } from "vitest";
import { type Message, textOf } from "../../src/domain/message.ts";
import type { Machine } from "../support/hermes-process.ts";
import { copyOf, effects, killedAt, type KillPoint, resumed, usedMachine } from "../support/killed-run.ts";
import { calls, says } from "../support/played-tools.ts";
import { goodSummary } from "../support/scripted-summariser.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 }); // a process for each point, on a machine that may be busy

beforeAll(async () => {
  await using model = await serveScenario({ steps: [says("hello")] });
  const never = { moment: "after", commit: 0 } as const; // only a turn that ends leaves compiled code for the others
  expect(await killedAt(never, copyOf(await usedMachine(), model.url), [])).toBe(false);
});

const reads = (id: string) => ({ name: "read_file", id, arguments: { path: `${id}.txt` } });
const writes = (id: string) => ({ name: "write_file", id, arguments: { path: `${id}.txt`, content: id } });
const runs = (id: string) => ({ name: "terminal", id, arguments: { command: `echo ${id} >> effects` } });

type Steps = readonly (ReturnType<typeof calls> | ReturnType<typeof says>)[];

/** By the roles of the rows that a crash left (user, assistant, tool): what the next request says. */
type Matrix = Readonly<Record<string, readonly string[]>>;

/** Kills the turn at each of its commits, just before it and just after, and goes on. Gives back what was done where. */
async function walk(steps: Steps, matrix: Matrix): Promise<ReadonlySet<string>> {
  const machine = await usedMachine();
  const expected = new Map(Object.entries(matrix));
  const reached = new Set<string>();
  const doneThere = new Set<string>();
  for (let commit = 1, isOver = false; !isOver; commit++) {
    const points = (["before", "after"] as const).map((moment) => dieAndGoOn({ moment, commit }, machine, steps));
    for (const end of await Promise.all(points)) {
      isOver ||= end === null;
      if (end === null) continue;
      expect({ commit, ...end }).toEqual({ commit, ...end, wire: expected.get(end.roles) });
      reached.add(end.roles);
      doneThere.add(`${end.roles}: ${end.done.join(" ")}`);
    }
  }
  expect([...reached].toSorted()).toEqual([...expected.keys()].toSorted());
  return doneThere;
}

type End = { readonly roles: string; readonly wire: readonly string[]; readonly done: readonly string[] };

/** null: the turn was over before that commit. */
async function dieAndGoOn(point: KillPoint, template: Machine, steps: Steps): Promise<End | null> {
  await using model = await serveScenario({ steps: [...steps] });
  const machine = copyOf(template, model.url);
  if (!(await killedAt(point, machine, []))) return null;
  const [left, done] = [stored(machine.home).messages, effects(machine)];
  const { wire, answer } = await resumed(machine);
  expect(answer).toBe("went on");
  expect(stored(machine.home).messages).toEqual([...left, "user: go on", "assistant: went on"]);
  expect(effects(machine)).toEqual(done);
  expect(done).toEqual([...new Set(done)]);
  return { roles: left.map((line) => line.charAt(0)).join(""), wire, done };
}

const [asked, goOn] = ["user: go", "user: go on"];
const bothAsked = "user: go\n\ngo on";

test("[AL-A11] a turn of words, killed at any write: the question is lost, joined or answered", async () => {
  await walk([says("hello")], {
    "": [goOn],
    u: [bothAsked],
    ua: [asked, "assistant: hello", goOn],
  });
});

test("[AL-A09] a command whose result is missing is not run again and said to be unknown", async () => {
  const doneThere = await walk([calls(runs("w")), says("done")], {
    "": [goOn],
    u: [bothAsked],
    ua: [asked, "assistant: [w]", "w: unknown", goOn],
    uat: [asked, "assistant: [w]", "w: real", goOn],
    uata: [asked, "assistant: [w]", "w: real", "assistant: done", goOn],
  });
  expect(doneThere).toEqual(new Set([": ", "u: ", "ua: ", "ua: w", "uat: w", "uata: w"])); // killed on either side of it
});

test("[AL-A10] reading at once: a batch without any result is forgotten, else what is there is kept", async () => {
  const batch = [asked, "assistant: [r1 r2 r3]"];
  await walk([calls(reads("r1"), reads("r2"), reads("r3")), says("done")], {
    "": [goOn],
    u: [bothAsked],
    ua: [bothAsked],
    uat: [...batch, "r1: real", "r2: none", "r3: none", goOn],
    uatt: [...batch, "r1: real", "r2: real", "r3: none", goOn],
    uattt: [...batch, "r1: real", "r2: real", "r3: real", goOn],
    uattta: [...batch, "r1: real", "r2: real", "r3: real", "assistant: done", goOn],
  });
});

test("of a mixed batch each call without a result says for itself what may have happened", async () => {
  const batch = [asked, "assistant: [r w x]"];
  await walk([calls(reads("r"), writes("w"), runs("x")), says("done")], {
    "": [goOn],
    u: [bothAsked],
    ua: [...batch, "r: none", "w: unknown", "x: unknown", goOn],
    uat: [...batch, "r: real", "w: unknown", "x: unknown", goOn],
    uatt: [...batch, "r: real", "w: real", "x: unknown", goOn],
    uattt: [...batch, "r: real", "w: real", "x: real", goOn],
    uattta: [...batch, "r: real", "w: real", "x: real", "assistant: done", goOn],
  });
});

test("[CC-C61] [CC-I19] killed around a compression, the conversation goes on in its one live session and has lost nothing", async () => {
  const said = Array.from({ length: 40 }, (_, index): Message => {
    return { role: index % 2 === 0 ? "user" : "assistant", content: `${index} ${"words and words ".repeat(60)}` };
  });
  const template = await usedMachine(said);
  const moved = new Set<boolean>();
  for (let commit = 1, isOver = false; !isOver; commit++) {
    for (const moment of ["before", "after"] as const) {
      await using model = await serveScenario({ steps: [says(goodSummary), says("hello")] });
      const machine = copyOf(template, model.url, "compression:\n  threshold: 0.05\n");
      isOver = !(await killedAt({ moment, commit }, machine, ["--resume", "long"]));
      moved.add(liveSessions(machine)[0] !== "long");
      const { sessionId, answer } = await resumed(machine, 4, goodSummary); // it may have to sum up once more
      expect([answer, liveSessions(machine)]).toEqual([goodSummary, [sessionId]]);
      expect(stored(machine.home, "long").messages.slice(0, 40)).toEqual(said.map(lineOf));
      expect(originals(machine).slice(0, 40)).toEqual(said.map(({ content }) => textOf(content)));
      const [last, reply] = stored(machine.home, sessionId).messages.slice(-2);
      expect([last?.endsWith("go on"), reply]).toEqual([true, `assistant: ${goodSummary}`]); // a lost question may be joined
    }
  }
  expect([...moved]).toEqual([false, true]);
});

/** What was said, each thing once: copies in a child refer to these. */
function originals({ home }: Machine): readonly string[] {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  const own =
    "SELECT content FROM messages WHERE json_extract(coalesce(extra, '{}'), '$._copy_of') IS NULL ORDER BY id";
  return db
    .prepare(own)
    .all()
    .map(({ content }) => String(content));
}

const lineOf = ({ role, content }: Message): string => `${role}: ${textOf(content)}`;

function liveSessions({ home }: Machine): readonly string[] {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  const rows = db.prepare("SELECT id FROM sessions WHERE end_reason IS NULL OR end_reason <> 'compression'").all();
  return rows.map(({ id }) => String(id));
}

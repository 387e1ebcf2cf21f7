import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test as plain, vi } from "vitest";
import { buildCheckpointAdmin } from "../../src/app/checkpoints-command.ts";
import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { openSettings } from "../../src/app/open-settings.ts";
import type { Clock } from "../../src/domain/clock.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import type { FakeClock } from "../support/fake-clock.ts";
import { calls, says, type PlayedCall } from "../support/played-tools.ts";

const test = plain.skipIf(spawnSync("git", ["--version"]).status !== 0);

afterEach(() => vi.unstubAllEnvs());

/** Git takes as long as it takes: no time passes for the agent unless it is moved. */
async function settled<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  const watch = { done: false };
  const done = work.finally(() => void (watch.done = true));
  while (!watch.done) await clock.advance(0);
  return done;
}

type Options = NonNullable<Parameters<typeof agentWorld>[1]>;

/** An agent in a git checkout with one file, and one turn for each list of calls. */
async function workspace(turns: readonly (readonly PlayedCall[])[], options: Options = {}): Promise<AgentWorld> {
  const steps = turns.flatMap((batch) => [calls(...batch), says("done")]);
  const world = await agentWorld({ steps }, { yolo: true, checkpoints: true, ...options });
  execFileSync("git", ["init", "-q"], { cwd: world.cwd });
  writeFileSync(join(world.cwd, "a.txt"), "first\n");
  return world;
}

const write = (path: string, content: string): PlayedCall => ({ name: "write_file", arguments: { path, content } });
const sh = (command: string): PlayedCall => ({ name: "terminal", arguments: { command } });

async function turnIn({ agent, clock }: AgentWorld): Promise<readonly AgentEvent[]> {
  const turn = agent.session.send({ content: "go" });
  await settled(clock, turn.result);
  const events: AgentEvent[] = [];
  for await (const event of turn.events) events.push(event);
  return events;
}

async function adminOf({ home, cwd, ...world }: AgentWorld, clock: Clock = world.clock) {
  const env = { ...process.env, HERMES_HOME: home };
  const context = { env, cwd, clock, rng: systemRng, signal: new AbortController().signal };
  const opened = await openSettings({
    ...context,
    profile: null,
    version: "0",
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
  });
  if (opened.kind === "refused") throw new Error(opened.message);
  return buildCheckpointAdmin({ ...opened, context, workspace: cwd }, context.signal);
}

async function closed(world: AgentWorld): Promise<void> {
  await settled(world.clock, world.agent.close());
}

async function count(world: AgentWorld): Promise<number> {
  const views = await (await adminOf(world)).list(world.cwd);
  if ("kind" in views) throw new Error(views.message);
  return views.length;
}

const read = ({ cwd }: AgentWorld, path: string): string => readFileSync(join(cwd, path), "utf8");
const warnings = (events: readonly AgentEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === "notice.given" ? [event.text] : []));

test("[SF-T42] a checkpoint comes before a write and before a command that may change something, once a turn", async () => {
  const writing = await workspace([[write("a.txt", "second\n"), write("b.txt", "new\n"), sh("touch c.txt")]]);
  await turnIn(writing);
  await closed(writing);
  expect(await count(writing)).toBe(1);

  const looking = await workspace([[sh("ls")]]);
  await turnIn(looking);
  await closed(looking);
  expect(existsSync(join(looking.home, "checkpoints"))).toBe(false);

  const making = await workspace([[sh("make")]]);
  writeFileSync(join(making.cwd, "Makefile"), "all:\n\techo built > out.txt\n");
  await turnIn(making);
  await closed(making);
  expect(await count(making)).toBe(1);

  const slow = await workspace([[write("a.txt", "second\n")], [write("a.txt", "third\n")]]);
  await slow.agent.close();
  const bin = join(slow.home, "slow-bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho $$ >> ${bin}/pids\nexec sleep 600\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${bin}:${process.env["PATH"] ?? ""}`);
  const patient = { ...slow, agent: await slow.another() };
  const turn = patient.agent.session.send({ content: "go" });
  while (!existsSync(join(bin, "pids"))) await slow.clock.advance(0);
  await slow.clock.advance(1_999);
  expect(read(slow, "a.txt")).toBe("first\n");
  await slow.clock.advance(1);
  await settled(slow.clock, turn.result);
  const first: AgentEvent[] = [];
  for await (const event of turn.events) first.push(event);
  expect(read(slow, "a.txt")).toBe("second\n");
  expect(warnings(first)).toEqual([
    `Keeping a checkpoint of ${slow.cwd} takes longer than 2 s; this session goes on without checkpoints there.`,
  ]);
  expect(warnings(await turnIn(patient))).toEqual([]);
  expect(read(slow, "a.txt")).toBe("third\n");
  expect(readFileSync(join(bin, "pids"), "utf8").trim().split("\n")).toHaveLength(1);
  await closed(patient);
}, 60_000);

test("going back restores what the agent did and keeps what the person did, and can itself be undone", async () => {
  const world = await workspace([
    [write("a.txt", "agent\n"), write("made/new.txt", "agent\n"), sh("rm gone.txt")],
    [write("both.txt", "agent\n"), write("a.txt", "agent again\n")],
  ]);
  for (const name of ["gone.txt", "mine.txt", "both.txt"]) writeFileSync(join(world.cwd, name), "first\n");
  await turnIn(world);
  writeFileSync(join(world.cwd, "mine.txt"), "person\n");
  await turnIn(world);
  await closed(world);
  writeFileSync(join(world.cwd, "both.txt"), "person\n");
  const admin = await adminOf(world);
  const back = { number: 2, all: false, file: null } as const;
  const plan = {
    kind: "plan",
    restored: ["a.txt", "gone.txt", "made/new.txt"],
    removed: ["made/new.txt"],
    conflicts: ["both.txt"],
    kept: ["mine.txt"],
  };
  expect(await admin.preview(world.cwd, back)).toMatchObject(plan);
  expect(read(world, "a.txt")).toBe("agent again\n");
  expect(await admin.restore(world.cwd, back)).toEqual(plan);
  expect(["a.txt", "gone.txt", "mine.txt", "both.txt"].map((path) => read(world, path))).toEqual([
    "first\n",
    "first\n",
    "person\n",
    "person\n",
  ]);
  expect(existsSync(join(world.cwd, "made"))).toBe(false);
  expect(await admin.restore(world.cwd, { number: 1, all: false, file: null })).toMatchObject({
    restored: ["a.txt", "gone.txt", "made/new.txt"],
    removed: ["gone.txt"],
  });
  expect(read(world, "a.txt")).toBe("agent again\n");
  expect(await admin.restore(world.cwd, { number: 4, all: true, file: "both.txt" })).toMatchObject({
    restored: ["both.txt"],
  });
  expect(read(world, "both.txt")).toBe("first\n");
  expect(await admin.list(world.cwd)).toMatchObject([
    { number: 1, kind: "rollback", files: 1 },
    { number: 2, kind: "rollback", files: 3 },
    { number: 3, kind: "rollback", files: 3 },
    { number: 4, kind: "turn", files: 2 },
    { number: 5, kind: "turn", files: 3 },
  ]);
}, 60_000);

test("what is ignored, secret or too large is not kept, bytes are, and the checkout's own git stays as it was", async () => {
  const world = await workspace([[sh("rm -r secret.key big.bin ignored.log crlf.txt link .env")]], {
    config: "checkpoints:\n  max_file_size_mb: 1\n",
  });
  const { cwd } = world;
  writeFileSync(join(cwd, ".gitignore"), "*.log\n");
  writeFileSync(join(cwd, ".gitattributes"), "* text=auto eol=lf filter=evil\n");
  writeFileSync(join(cwd, "crlf.txt"), "one\r\ntwo\r\n");
  writeFileSync(join(cwd, "ignored.log"), "x");
  writeFileSync(join(cwd, ".env"), "KEY=1");
  writeFileSync(join(cwd, "secret.key"), "x");
  writeFileSync(join(cwd, "big.bin"), Buffer.alloc(1_048_577));
  execFileSync("ln", ["-s", "a.txt", "link"], { cwd });
  writeFileSync(join(cwd, ".git", "hooks", "post-checkout"), "#!/bin/sh\ntouch hooked\n", { mode: 0o755 });
  execFileSync("git", ["config", "filter.evil.clean", "touch filtered"], { cwd });
  const own = (): string =>
    execFileSync("find", [".git", "-type", "f", "-printf", "%p %s %T@\\n"], { cwd, encoding: "utf8" });
  const before = own();
  await turnIn(world);
  await closed(world);
  const admin = await adminOf(world);
  expect(await admin.restore(cwd, { number: 1, all: false, file: null })).toMatchObject({
    restored: ["crlf.txt", "link"],
    conflicts: [],
  });
  expect(read(world, "crlf.txt")).toBe("one\r\ntwo\r\n");
  expect(read(world, "link")).toBe("first\n");
  expect(readdirSync(cwd).toSorted()).toEqual([".git", ".gitattributes", ".gitignore", "a.txt", "crlf.txt", "link"]);
  expect(own()).toBe(before);
}, 60_000);

test("no more checkpoints are kept than wished for, and clearing removes them", async () => {
  const turns = [1, 2, 3, 4].map((n) => [write("a.txt", `${n}\n`)]);
  const world = await workspace(turns, { config: "checkpoints:\n  max_snapshots: 2\n" });
  for (let turn = 0; turn < turns.length; turn += 1) await turnIn(world);
  await closed(world);
  const admin = await adminOf(world, systemClock);
  expect(await count(world)).toBe(2);
  expect(await admin.restore(world.cwd, { number: 3, all: false, file: null })).toEqual({
    kind: "problem",
    message: "there is no checkpoint 3, the oldest is 2",
  });
  expect(await admin.status()).toMatchObject({ projects: [{ root: world.cwd, count: 2 }] });
  expect(await admin.prune()).toEqual({ kind: "pruned", dropped: 2 }); // by this clock they are more than a week old
  expect(await admin.clear(null)).toEqual({ kind: "cleared" });
  expect(existsSync(join(world.home, "checkpoints", "store"))).toBe(false);
  expect(await count(world)).toBe(0);
}, 60_000);

test("where there is no git, in a home folder, or when they are switched off, everything goes on without a word", async () => {
  const bare = await workspace([[write("a.txt", "second\n")]], { checkpoints: false });
  expect(warnings(await turnIn(bare))).toEqual([]);
  expect(existsSync(join(bare.home, "checkpoints"))).toBe(false);
  await closed(bare);

  const home = await workspace([[write("a.txt", "second\n")]]);
  await home.agent.close();
  vi.stubEnv("HOME", home.cwd);
  const atHome = { ...home, agent: await home.another() };
  expect(warnings(await turnIn(atHome))).toEqual([]);
  expect(existsSync(join(home.home, "checkpoints"))).toBe(false);
  await closed(atHome);
  vi.unstubAllEnvs();

  const gitless = await workspace([[write("a.txt", "second\n")]]);
  await gitless.agent.close();
  vi.stubEnv("PATH", "/nowhere");
  const without = { ...gitless, agent: await gitless.another({ checkpoints: undefined }) };
  expect(warnings(await turnIn(without))).toEqual([]);
  expect(read(gitless, "a.txt")).toBe("second\n");
  await closed(without);
  rmSync(gitless.home, { recursive: true, force: true });
}, 60_000);

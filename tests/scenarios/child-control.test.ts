import { existsSync, readFileSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { batch, delegates, familyWorld, reportsIn, table } from "../support/family-world.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

const waits = (as: string, ms: number) => calls({ name: "wait", arguments: { as, ms } });
const wait = { name: "wait", concurrency: "free" } as const;

/** Two children, each at work in a tool for a minute. */
async function twoAtWork(more: Parameters<typeof familyWorld>[2] = {}) {
  const script = playedTools();
  const world = await familyWorld(
    { steps: [batch("dig", "paint"), says("I see.")] },
    {
      dig: { steps: [waits("hole", 60_000), says("dug")] },
      paint: { steps: [waits("wall", 60_000), says("painted")] },
    },
    { ...more, play: script.tools(wait) },
  );
  const { result, events } = world.ask("go");
  await world.clock.advance(5_000);
  expect(script.told).toEqual(["+hole", "+wall"]);
  return { ...world, result, events, script };
}

test("children at work are listed with what they do, for how long and what they used", async () => {
  const { agent, clock, result, home } = await twoAtWork();
  const { children } = agent.session;
  const listed = children.list();
  const sessions = table(home, "SELECT id FROM sessions WHERE source = 'subagent' ORDER BY rowid");
  expect(listed.map(({ sessionId: id }) => ({ id }))).toEqual(sessions);
  expect(listed.map(({ number, depth, goal, activity, costUsd }) => [number, depth, goal, activity, costUsd])).toEqual([
    [1, 1, "dig", "wait hole", null],
    [2, 1, "paint", "wait wall", null],
  ]);
  expect(listed.map(({ startedMs, tokens }) => [clock.now() - startedMs, tokens > 0])).toEqual([
    [5_000, true],
    [5_000, true],
  ]);
  await clock.runUntil(result);
  expect(children.list()).toEqual([]);
});

test("what is said to one child rides on its next tool result, and no sibling hears it", async () => {
  const { agent, clock, result, asked } = await twoAtWork();
  const { children } = agent.session;
  const [dig] = children.list();
  expect(children.steer(dig?.id ?? "", "mind the pipe")).toBe(true);
  expect(children.steer(dig?.id ?? "", "  ")).toBe(false);
  expect(children.steer("sub_nobody", "mind the pipe")).toBe(false);
  const ended = await clock.runUntil(result);
  expect(reportsIn(ended).map((report) => [report.status, report["missed_steer"]])).toEqual([
    ["completed", undefined],
    ["completed", undefined],
  ]);
  const told = "hole done\\n\\n[OUT-OF-BAND USER MESSAGE]\\nmind the pipe\\n[/OUT-OF-BAND USER MESSAGE]";
  expect(JSON.stringify(asked("dig")[1]?.body)).toContain(told);
  expect(JSON.stringify(asked("paint")[1]?.body)).not.toContain("mind the pipe");
  expect(children.steer(dig?.id ?? "", "too late")).toBe(false);
});

test("what no tool result came for any more stands in the child's report", async () => {
  const slow = { ...says("an answer"), fault: { kind: "drip", delay_ms: 1_000 } } as const;
  const { ask, agent, clock } = await familyWorld({ steps: [batch("talk"), says("ok")] }, { talk: { steps: [slow] } });
  const { result } = ask("go");
  await clock.advance(2_000);
  const [talk] = agent.session.children.list();
  expect(agent.session.children.steer(talk?.id ?? "", "be brief")).toBe(true);
  const [report] = reportsIn(await clock.runUntil(result));
  expect(report).toMatchObject({ status: "completed", summary: "an answer", missed_steer: "be brief" });
});

test("one child is stopped with what it had written, and its sibling goes on", async () => {
  const stalls = { reply: { text: ["half ", "an answer"] }, fault: { kind: "stall" as const, at_byte: 700 } };
  const script = playedTools();
  const { ask, agent, clock } = await familyWorld(
    { steps: [batch("talk", "dig"), says("I see.")] },
    { talk: { steps: [stalls] }, dig: { steps: [waits("hole", 60_000), says("dug")] } },
    { play: script.tools(wait) },
  );
  const { result } = ask("go");
  await clock.advance(5_000);
  const [talk] = agent.session.children.list();
  expect(agent.session.children.stop(talk?.id ?? "")).toBe(true);
  await clock.advance(0);
  expect(agent.session.children.list().map(({ goal, number }) => [goal, number])).toEqual([["dig", 2]]);
  const ended = await clock.runUntil(result);
  expect(ended).toMatchObject({ interrupted: false, final_response: "I see." });
  expect(reportsIn(ended)).toMatchObject([
    { status: "interrupted", summary: "half " },
    { status: "completed", summary: "dug" },
  ]);
  expect(agent.session.children.stop(talk?.id ?? "")).toBe(false);
});

test("a child's own child can be stopped alone, and its parent goes on with the report", async () => {
  const script = playedTools();
  const { ask, agent, clock } = await familyWorld(
    { steps: [delegates({ goal: "outer", role: "orchestrator" }), says("ok")] },
    {
      outer: { steps: [delegates({ goal: "inner" }), says("inner was stopped")] },
      inner: { steps: [waits("long", 60_000)] },
    },
    { config: "delegation:\n  max_spawn_depth: 2\n", play: script.tools(wait) },
  );
  const { result } = ask("go");
  await clock.advance(5_000);
  const { children } = agent.session;
  expect(children.list().map(({ goal, depth, number }) => [goal, depth, number])).toEqual([
    ["outer", 1, 1],
    ["inner", 2, 2],
  ]);
  expect(children.stop(children.list()[1]?.id ?? "")).toBe(true);
  const ended = await clock.runUntil(result);
  expect(reportsIn(ended)[0]).toMatchObject({ status: "completed", summary: "inner was stopped" });
});

test("another conversation neither sees nor reaches them", async () => {
  const { agent, another, clock, result } = await twoAtWork();
  const other = await another();
  const [dig] = agent.session.children.list();
  expect(other.session.children.list()).toEqual([]);
  expect(other.session.children.stop(dig?.id ?? "")).toBe(false);
  expect(other.session.children.steer(dig?.id ?? "", "hello")).toBe(false);
  expect(reportsIn(await clock.runUntil(result)).map(({ status }) => status)).toEqual(["completed", "completed"]);
});

const Logged = z.looseObject({ log_path: z.string() });

test("what a child does can be followed in a file of its own, without secrets, for a week", async () => {
  const { agent, another, clock, result, home } = await twoAtWork();
  const [dig] = agent.session.children.list();
  agent.session.children.steer(dig?.id ?? "", `use sk-ant-api03-${"a".repeat(40)}`);
  const ended = await clock.runUntil(result);
  const paths = reportsIn(ended).map((report) => Logged.parse(report).log_path);
  expect(paths.map((path) => dirname(dirname(path)))).toEqual(Array(2).fill(join(home, "cache", "delegation")));
  expect(paths.map((path) => path.split("/").at(-1))).toEqual(["task-0.log", "task-1.log"]);
  const [first = ""] = paths;
  const lines = readFileSync(first, "utf8").trimEnd().split("\n");
  expect(lines.map((line) => line.replace(/^\S+ /, ""))).toEqual([
    "task: dig",
    "thinking",
    "> wait hole",
    "told: use sk-ant…aaaa",
    "< wait ok 60.0 s",
    "thinking",
    "says: dug",
    "ended: completed",
  ]);
  expect(lines.join("\n")).not.toContain("aaaaaaaa");
  expect(statSync(first).mode & 0o777).toBe(0o600);
  const old = new Date(clock.now() - 8 * 86_400_000);
  for (const path of [...paths, dirname(first)]) utimesSync(path, old, old);
  await agent.close();
  expect(existsSync(first)).toBe(false);
  await (await another()).close(); // nothing left to sweep is no trouble
});

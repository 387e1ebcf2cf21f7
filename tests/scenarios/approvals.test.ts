import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Question } from "../../src/domain/approval.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import { textOf } from "../../src/domain/message.ts";
import type { TurnResult } from "../../src/domain/turn.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { batch, familyWorld } from "../support/family-world.ts";
import { calls, says } from "../support/played-tools.ts";

const runs = (...commands: readonly string[]) =>
  calls(...commands.map((command) => ({ name: "terminal", arguments: { command } })));
const opens = (name: string) => ({ steps: [runs(`chmod 777 ${name}`), says("done")] });
const modeOf = (folder: string, name: string): number => statSync(join(folder, name)).mode & 0o777;

/** Files in a folder that only their owner can read, so far. */
function closedFiles(folder: string, ...names: readonly string[]): void {
  for (const name of names) writeFileSync(join(folder, name), "", { mode: 0o600 });
}

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const writes = (path: string, content: string) => calls({ name: "write_file", arguments: { path, content } });

const patches = (before: string, after: string) =>
  calls({ name: "patch", arguments: { path: "a.txt", old_string: before, new_string: after } });

/** One turn in which questions are answered from this list; what was asked, and what the tools said. */
async function turn({ agent, clock }: Pick<AgentWorld, "agent" | "clock">, answers: readonly (string | null)[] = []) {
  const left = [...answers];
  const asked: Question[] = [];
  const events: AgentEvent[] = [];
  const running = agent.session.send({ content: "go" });
  const heard = (async () => {
    for await (const event of running.events) {
      events.push(event);
      if (event.type !== "question.asked") continue;
      asked.push(event.question);
      const answer = left.shift();
      if (answer === undefined) void clock.advance(event.question.timeoutMs ?? 0); // nobody says anything
      else agent.session.answer(event.question.id, answer);
    }
  })();
  const result = await running.result; // commands take real time, so the clock stands still
  await heard;
  return { asked, events, results: toolResults(result) };
}

function toolResults({ messages }: TurnResult): readonly string[] {
  return messages.flatMap((message) => (message.role === "tool" ? [textOf(message.content)] : []));
}

test("a person's yes lets a command run, and always is in config.yaml beside its comments", async () => {
  const world = await agentWorld(
    { steps: [runs("chmod 777 a"), runs("chmod 777 b"), says("done")] },
    { answersQuestions: true, config: "command_allowlist:\n  - make * # builds\n" },
  );
  closedFiles(world.cwd, "a", "b");
  const { asked } = await turn(world, ["always"]);
  expect(asked).toMatchObject([
    { kind: "approval", choices: ["once", "session", "always", "deny"], approval: { action: "chmod 777 a" } },
  ]);
  expect(modeOf(world.cwd, "b")).toBe(0o777);
  const [entry = ""] = asked[0]?.approval?.always ?? [];
  expect(entry).toMatch(/^chmod (?:777 )?\*$/);
  expect(readFileSync(join(world.home, "config.yaml"), "utf8")).toBe(
    `command_allowlist:\n  - make * # builds\n  - ${entry}\n\nterminal:\n  backend: local\n`,
  );
  const { asked: again } = await turn({ ...world, agent: await world.another() });
  expect(again).toEqual([]);
});

test("[SF-S8] no answer within approvals.timeout is a no that says so", async () => {
  const world = await agentWorld(
    { steps: [runs("chmod 777 a"), says("done")] },
    { answersQuestions: true, config: "approvals:\n  timeout: 60\n" },
  );
  closedFiles(world.cwd, "a");
  const started = world.clock.now();
  const { asked, results } = await turn(world);
  expect(asked).toMatchObject([{ timeoutMs: 60_000 }]);
  expect(world.clock.now() - started).toBeGreaterThanOrEqual(60_000);
  expect(results).toEqual([expect.stringMatching(/No answer came/)]);
  expect(results.join()).not.toContain("refused");
  expect(modeOf(world.cwd, "a")).toBe(0o600);
  expect(world.agent.session.approvals.decisions).toMatchObject([
    { decision: "deny", by: "timeout", latencyMs: 60_000 },
  ]);
});

test("[SF-S16] edits are shown first in mode ask; in plan mode nothing changes and reading goes on", async () => {
  const world = await agentWorld(
    {
      steps: [
        writes("a.txt", "zero\n"),
        patches("zero", "one"),
        says("ok"),
        writes("a.txt", "two\n"),
        patches("one", "two"),
        runs("npm install", "ls"),
        says("done"),
      ],
    },
    { answersQuestions: true, config: "approvals:\n  edits: ask\n" },
  );
  const first = await turn(world, ["once", "once"]);
  const asks = { choices: ["once", "session", "deny"], approval: { concerns: [{ rule: "approvals.edits" }] } };
  expect(first.asked).toMatchObject([
    { ...asks, approval: { kind: "write", diff: like(/\+zero/) } },
    { ...asks, approval: { kind: "write", diff: like(/-zero\n\+one/) } },
  ]);
  expect(readFileSync(join(world.cwd, "a.txt"), "utf8")).toBe("one\n");
  world.agent.session.approvals.edits = "plan";
  world.agent.session.approvals.yolo = true;
  const { asked, results } = await turn(world);
  expect(asked).toEqual([]);
  expect(results.slice(-4)).toEqual([
    expect.stringMatching(/plan mode is on/),
    expect.stringMatching(/plan mode is on/),
    expect.stringMatching(/plan mode is on/),
    expect.stringContaining("a.txt"),
  ]);
  expect(readFileSync(join(world.cwd, "a.txt"), "utf8")).toBe("one\n");
  const [before, after] = [world.simulator.requests[0]?.body, world.simulator.requests.at(-1)?.body];
  expect(prefixOf(after)).toEqual(prefixOf(before));
});

const Body = z.object({ tools: z.unknown(), messages: z.array(z.unknown()) });

function prefixOf(body: unknown): unknown {
  const { tools, messages } = Body.parse(body);
  return { tools, first: messages[0] };
}

test("children ask through their parent's session, one at a time and by name, and share what was granted", async () => {
  const world = await familyWorld(
    { steps: [batch("first", "second"), says("ok")] },
    { first: opens("a"), second: opens("b") },
    { answersQuestions: true },
  );
  closedFiles(world.cwd, "a", "b");
  const { asked, events } = await turn(world, ["session"]);
  expect(asked).toMatchObject([{ approval: { child: like(/^(?:first|second)$/), kind: "command" } }]);
  expect([modeOf(world.cwd, "a"), modeOf(world.cwd, "b")]).toEqual([0o777, 0o777]);
  expect(
    events
      .filter((event) => event.type === "approval.decided")
      .map(({ by }) => by)
      .toSorted(),
  ).toEqual(["rules", "user"]);
});

test("modes can be switched while the session lives, and grants taken back", async () => {
  const world = await agentWorld(
    { steps: ["a", "b", "c"].flatMap((name) => [runs(`chmod 777 ${name}`), says(name)]) },
    { answersQuestions: true },
  );
  closedFiles(world.cwd, "a", "b", "c");
  const { approvals } = world.agent.session;
  expect((await turn(world, ["session"])).asked).toHaveLength(1);
  expect(approvals.grants).toHaveLength(1);
  approvals.forgetGrants();
  approvals.yolo = true;
  expect((await turn(world)).asked).toEqual([]);
  approvals.yolo = false;
  expect((await turn(world, ["no, not c"])).results.at(-1)).toContain("The user refused: not c");
  expect(["a", "b", "c"].map((name) => modeOf(world.cwd, name))).toEqual([0o777, 0o777, 0o600]);
});

test("a command too long to be checked is kept as a private script in the home", async () => {
  const long = `echo ${"x".repeat(5_000)}`;
  const world = await agentWorld({ steps: [runs(long), says("done")] }, { yolo: true });
  const { results } = await turn(world);
  const path = /saved to (\S+\.sh);/.exec(results[0] ?? "")?.[1] ?? "";
  expect(path).toContain(join(world.home, "cache", "scripts"));
  expect(readFileSync(path, "utf8")).toBe(long);
});

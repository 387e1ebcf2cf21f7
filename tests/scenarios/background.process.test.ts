import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { isAlive } from "../../src/disk/process-identity.ts";
import { textOf } from "../../src/domain/message.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import type { FakeClock } from "../support/fake-clock.ts";
import { containing, matching } from "../support/matching.ts";
import { calls, says } from "../support/played-tools.ts";

const untilGo = "echo $$ > draft; mv draft pid; until [ -e go ]; do sleep 0.02; done; exit 3";
const untilGone = "until [ -s pid ] && ! kill -0 $(cat pid) 2>/dev/null; do sleep 0.02; done";
const inBackground = (command: string) =>
  calls({ name: "terminal", arguments: { command, background: true, notify_on_complete: true } });

/** Waits while no time passes for the agent: commands take as long as they take and run into no limit. */
async function settled<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  const watch = { done: false };
  const done = work.finally(() => void (watch.done = true));
  while (!watch.done) await clock.advance(0);
  return done;
}

/** Sends every notice as a question, as a surface does, and counts how often it was told. */
function listening({ agent, clock }: AgentWorld) {
  const turns: Promise<unknown>[] = [];
  const told = { times: 0 };
  const stop = agent.session.onNotice(() => {
    told.times += 1;
    const notice = agent.session.takeNotice();
    if (notice !== null) turns.push(settled(clock, agent.session.send(notice).result));
  });
  return { turns, told, stop };
}

test("[SF-T19] a process that ends while the agent is idle starts one turn with one question, and no more", async () => {
  const world = await agentWorld(
    { steps: [inBackground(untilGo), says("started"), says("it failed"), says("nothing new")] },
    { yolo: true },
  );
  const { agent, clock, cwd, rows } = world;
  const { turns, told } = listening(world);
  await settled(clock, agent.runConversation("start it"));
  expect(told.times).toBe(0);
  writeFileSync(join(cwd, "go"), "");
  await vi.waitUntil(() => turns.length > 0, { timeout: 30_000 });
  await Promise.all(turns);
  const news = matching(/^\[Background process proc_[0-9a-f]{12} \(.*\) ended with exit code 3\. process log/);
  expect(rows().map(({ role, content }) => [role, content])).toEqual([
    ["user", "start it"],
    ["assistant", ""],
    ["tool", containing("session_id")],
    ["assistant", "started"],
    ["user", news],
    ["assistant", "it failed"],
  ]);
  await settled(clock, agent.runConversation("anything else?"));
  expect(rows().filter((row) => row.content?.includes("ended with exit code"))).toHaveLength(1);
  expect([told.times, turns.length]).toEqual([1, 1]);
  await agent.close();
});

test("in a running turn the news stands behind the next result, and no turn follows", async () => {
  const world = await agentWorld(
    {
      steps: [
        inBackground("echo $$ > draft; mv draft pid; exit 3"),
        calls({ name: "terminal", arguments: { command: untilGone } }),
        says("seen"),
      ],
    },
    { yolo: true },
  );
  const { turns } = listening(world);
  const result = await settled(world.clock, world.agent.runConversation("go"));
  const results = result.messages.filter((message) => message.role === "tool").map(({ content }) => textOf(content));
  const news = /\n\n\[Background process proc_[0-9a-f]{12} \(.*\) ended with exit code 3\. /g;
  expect(results).toHaveLength(2);
  expect(results.join("\n").match(news)).toHaveLength(1);
  expect(JSON.stringify(result.messages)).not.toContain("OUT-OF-BAND");
  expect(turns).toEqual([]);
  await world.agent.close();
});

test("news that finds no result to ride on is told when the turn is over", async () => {
  const world = await agentWorld(
    { steps: [inBackground(untilGo), { ...says("slow answer"), fault: { kind: "drip", delay_ms: 10 } }, says("seen")] },
    { yolo: true },
  );
  const { agent, clock, cwd, simulator } = world;
  const { turns, told } = listening(world);
  const turn = agent.session.send({ content: "go" });
  while (simulator.requests.length < 2) await clock.advance(0);
  await vi.waitUntil(() => existsSync(join(cwd, "pid")), { timeout: 30_000 });
  writeFileSync(join(cwd, "go"), "");
  const pid = Number(readFileSync(join(cwd, "pid"), "utf8"));
  await vi.waitUntil(() => !isAlive(pid, ""), { timeout: 30_000 });
  await clock.advance(0);
  expect(told.times).toBe(0);
  await clock.runUntil(turn.result);
  await vi.waitUntil(() => turns.length > 0, { timeout: 30_000 });
  await Promise.all(turns);
  expect(turns).toHaveLength(1);
  await agent.close();
});

test("closing the session ends what runs in its background", async () => {
  const { agent, clock, cwd } = await agentWorld({ steps: [inBackground(untilGo), says("started")] }, { yolo: true });
  await settled(clock, agent.runConversation("go"));
  await vi.waitUntil(() => existsSync(join(cwd, "pid")), { timeout: 30_000 });
  const pid = Number(readFileSync(join(cwd, "pid"), "utf8"));
  expect(isAlive(pid, "")).toBe(true);
  await agent.close();
  expect(isAlive(pid, "")).toBe(false);
});

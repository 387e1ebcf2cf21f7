import { expect, test } from "vitest";
import type { AgentSession } from "../../src/app/library.ts";
import { noLog } from "../../src/domain/log.ts";
import { BackgroundSessions, type BackgroundNews } from "../../src/session/background-sessions.ts";
import type { ScenarioInput } from "../../src/simulator/scenario.ts";
import { agentWorld } from "../support/agent-world.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

/** Sessions beside an agent, each a real one over the same home and model. */
async function besides(scenario: ScenarioInput) {
  const script = playedTools();
  const world = await agentWorld(scenario, { play: script.tools({ name: "wait", concurrency: "free" }) });
  const news: BackgroundNews[] = [];
  const opened: AgentSession[] = [];
  const sessions = new BackgroundSessions({
    clock: world.clock,
    log: noLog,
    open: async () => {
      const { session } = await world.another();
      opened.push(session);
      return { kind: "opened", session };
    },
  });
  sessions.on((one) => void news.push(one));
  const start = async (prompt: string) => {
    const begun = await sessions.start(prompt, world.agent.session);
    if ("refused" in begun) throw new Error(`refused: ${begun.refused}`);
    return begun;
  };
  return { ...world, script, sessions, news, opened, start };
}

const waits = (as: string, ms: number) => calls({ name: "wait", arguments: { as, ms } });

const endsIn = (news: readonly BackgroundNews[]) =>
  news.flatMap((one) => {
    if (one.kind !== "ended") return [];
    return [[one.work.id, "broke" in one.end ? one.end.broke : (one.end.final_response ?? one.end.exit_reason)]];
  });

test("a session works beside the conversation and brings its answer when it is done", async () => {
  const { start, sessions, news, clock, script, agent } = await besides({
    steps: [waits("slow", 60_000), says("meanwhile"), says("counted")],
  });
  const work = await start("count the files");
  expect(work).toMatchObject({ id: "bg1", prompt: "count the files" });
  expect(work.sessionId).not.toBe(agent.session.info.sessionId);
  while (script.told.length === 0) await clock.advance(0);
  expect(sessions.list()).toMatchObject([{ id: "bg1", activity: "wait slow" }]);
  expect(await agent.chat("and you?")).toBe("meanwhile");
  while (news.length === 0) await clock.advance(1_000);
  expect(endsIn(news)).toEqual([["bg1", "counted"]]);
  expect(sessions.list()).toEqual([]);
});

test("what may be done is taken over from the conversation as it is then", async () => {
  const { agent, sessions, start, opened } = await besides({ steps: [says("planned")] });
  agent.session.approvals.plan(true);
  agent.session.approvals.mode = "smart";
  await start("go");
  expect(opened.map(({ approvals: { mode, edits, yolo } }) => ({ mode, edits, yolo }))).toEqual([
    { mode: "smart", edits: "plan", yolo: false },
  ]);
  await sessions.close();
});

test("one is steered, one is stopped, and closing ends the rest", async () => {
  const { start, sessions, news, clock, script, simulator } = await besides({
    steps: [waits("a", 1_000), waits("b", 90_000), says("heard it"), waits("c", 90_000)],
  });
  const first = await start("one");
  while (script.told.length < 1) await clock.advance(0);
  const second = await start("two");
  while (script.told.length < 2) await clock.advance(0);
  expect(sessions.steer(first.id, "be quick")).toBe(true);
  expect(sessions.stop(second.id)).toBe(true);
  while (news.length < 2) await clock.advance(500);
  expect(endsIn(news).map(([id]) => id)).toEqual(["bg2", "bg1"]);
  expect(JSON.stringify(simulator.requests[2]?.body)).toContain("be quick");
  expect(sessions.steer(first.id, "too late")).toBe(false);
  expect(sessions.stop("bg9")).toBe(false);
  await start("three");
  while (!script.told.includes("+c")) await clock.advance(0);
  await clock.runUntil(sessions.close());
  expect(news.at(-1)).toMatchObject({ kind: "ended", work: { id: "bg3" }, end: { interrupted: true } });
});

import { expect, test } from "vitest";
import type { AgentEvent, Approver, Message } from "../../src/app/library.ts";
import { agentWorld } from "../support/agent-world.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

const parts = [
  { name: "web_search", concurrency: "free", readOnly: true },
  { name: "deploy", concurrency: "free" },
  { name: "terminal", concurrency: "shell" },
  { name: "clarify", concurrency: "interactive" },
] as const;

const tools = (messages: readonly Message[]) => messages.filter((message) => message.role === "tool");
const answers = (messages: readonly Message[]) => tools(messages).map(({ content }) => content);
const effects = (messages: readonly Message[]) => tools(messages).map((each) => each.effect_disposition ?? null);

const cancelledBefore = '{"error":"Cancelled by the user before it started."}';

test("[AL-G09] a tool that hangs gets an error after 420 s; the others keep their results", async () => {
  const script = playedTools();
  const batch = calls(
    { name: "web_search", arguments: { as: "a" } },
    { name: "deploy", arguments: { as: "hang", ms: 9_999_999, deaf: true } },
    { name: "web_search", arguments: { as: "c", ms: 400_000 } },
  );
  const world = await agentWorld({ steps: [batch, says("done")] }, { play: script.tools(...parts) });
  const started = world.clock.now();
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(answers(result.messages)).toEqual([
    "a done",
    expect.stringContaining("deploy gave no result within 420 s and was abandoned"),
    "c done",
  ]);
  expect(effects(result.messages)).toEqual([null, "unknown", null]);
  expect(result.exit_reason).toBe("text_response");
  expect(world.clock.now() - started).toBeLessThan(421_000);
});

const hang = (as: string) => ({ name: "web_search", arguments: { as, ms: 9_999_999, deaf: true } });

test("what is left in a batch when its time is over is answered and not started", async () => {
  const script = playedTools();
  const batch = calls(...Array.from({ length: 8 }, (_, index) => hang(`hang ${index}`)), {
    name: "web_search",
    arguments: { as: "late" },
  });
  const world = await agentWorld({ steps: [batch, says("done")] }, { play: script.tools(...parts) });
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(answers(result.messages).at(-1)).toContain("Not started");
  expect(effects(result.messages).at(-1)).toBe("none");
  expect(script.told).not.toContain("+late");
});

test("a call with a longer limit of its own has half a minute more than that; a question has no limit", async () => {
  const script = playedTools();
  const batch = calls(
    { name: "terminal", arguments: { as: "long", ms: 629_000, limit: 600_000 } },
    { name: "terminal", arguments: { as: "longer", ms: 9_999_999, limit: 600_000 } },
    { name: "clarify", arguments: { as: "ask", ms: 3_600_000 } },
  );
  const world = await agentWorld(
    { steps: [batch, says("done")] },
    { enabledToolsets: ["safe"], play: script.tools(...parts) },
  );
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(answers(result.messages)).toEqual(["long done", expect.stringContaining("within 630 s"), "ask done"]);
});

test("a limit of 0 in the settings means none", async () => {
  const script = playedTools();
  const world = await agentWorld(
    { steps: [calls({ name: "terminal", arguments: { as: "day", ms: 86_400_000 } }), says("done")] },
    {
      enabledToolsets: ["safe"],
      play: script.tools(...parts),
      config: "timeouts:\n  tools:\n    concurrent_batch: 0\n    sequential_call: 0\n",
    },
  );
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(answers(result.messages)).toEqual(["day done"]);
});

test("[AL-G12] a person may take eight minutes to allow a call; that time is not the tools'", async () => {
  const script = playedTools();
  const asked: string[] = [];
  let pending = 0;
  const slow = (sleep: (ms: number, signal: AbortSignal) => Promise<void>): Approver => ({
    name: "person",
    decide: async ({ action }, signal) => {
      asked.push(action);
      pending += 1;
      expect(pending).toBe(1); // one question at a time
      await sleep(480_000, signal);
      pending -= 1;
      return { decision: "allow", by: "person", rule: null };
    },
  });
  const batch = calls(
    { name: "deploy", arguments: { as: "one", ask: "rm -r one", ms: 100_000 } },
    { name: "deploy", arguments: { as: "two", ask: "rm -r two", ms: 100_000 } },
    { name: "web_search", arguments: { as: "search", ms: 50_000 } },
  );
  const waker: { sleep: (ms: number, signal: AbortSignal) => Promise<void> } = { sleep: async () => undefined };
  const world = await agentWorld(
    { steps: [batch, says("done")] },
    {
      approver: slow((ms, signal) => waker.sleep(ms, signal)),
      play: (clock) => {
        waker.sleep = clock.sleep;
        return script.tools(...parts)(clock);
      },
    },
  );
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(asked).toEqual(["rm -r one", "rm -r two"]);
  expect(answers(result.messages)).toEqual(["one done", "two done", "search done"]);
});

test("[AL-B06] a stop during the first of three commands: its own result if it ends in time, the others cancelled", async () => {
  const script = playedTools();
  const batch = calls(
    { name: "terminal", arguments: { as: "one", ms: 4_000, deaf: true } },
    { name: "terminal", arguments: { as: "two" } },
    { name: "terminal", arguments: { as: "three" } },
  );
  const world = await agentWorld({ steps: [batch] }, { enabledToolsets: ["safe"], play: script.tools(...parts) });
  const turn = world.agent.runConversation("go");
  while (!script.told.includes("+one")) await world.clock.advance(0);
  await world.clock.advance(1_500);
  world.agent.interrupt();
  const result = await world.clock.runUntil(turn);
  expect(answers(result.messages)).toEqual(["one done", cancelledBefore, cancelledBefore]);
  expect(effects(result.messages)).toEqual([null, "none", "none"]);
  expect(result).toMatchObject({ interrupted: true, exit_reason: "interrupted_by_user", tool_calls: 1 });
  expect(world.rows().map((row) => row.role)).toEqual(["user", "assistant", "tool", "tool", "tool", "assistant"]);
});

test("a command that does not stop within three seconds is left behind, its effect unknown", async () => {
  const script = playedTools();
  const batch = calls({ name: "terminal", arguments: { as: "one", ms: 60_000, deaf: true } });
  const world = await agentWorld({ steps: [batch] }, { enabledToolsets: ["safe"], play: script.tools(...parts) });
  const turn = world.agent.runConversation("go");
  while (!script.told.includes("+one")) await world.clock.advance(0);
  const stoppedAt = world.clock.now();
  world.agent.interrupt();
  const result = await world.clock.runUntil(turn);
  expect(world.clock.now() - stoppedAt).toBe(3_000);
  expect(effects(result.messages)).toEqual(["unknown"]);
  expect(answers(result.messages)[0]).toContain("Cancelled by the user while it ran");
});

test("[AL-B07] a stop with two of four parallel calls done: two results, two cancelled, in the order of the calls", async () => {
  const script = playedTools();
  const batch = calls(
    { name: "web_search", arguments: { as: "a", ms: 60_000, deaf: true } },
    { name: "web_search", arguments: { as: "b", ms: 10 } },
    { name: "deploy", arguments: { as: "c", ms: 60_000, deaf: true } },
    { name: "web_search", arguments: { as: "d", ms: 20 } },
  );
  const world = await agentWorld({ steps: [batch] }, { play: script.tools(...parts) });
  const turn = world.agent.runConversation("go");
  while (!script.told.includes("-d")) await world.clock.advance(5);
  world.agent.interrupt();
  const result = await world.clock.runUntil(turn);
  const cancelled: unknown = expect.stringContaining("Cancelled by the user while it ran");
  expect(answers(result.messages)).toEqual([cancelled, "b done", cancelled, "d done"]);
  expect(effects(result.messages)).toEqual(["none", null, "unknown", null]);
  const ids = result.messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
  expect(tools(result.messages).map((message) => message.tool_call_id)).toEqual(ids.map((call) => call.id));
});

test("while tools work there is a sign of life every half minute, and each result is told after it is stored", async () => {
  const script = playedTools();
  const batch = calls({ name: "terminal", arguments: { as: "one", ms: 70_000 } });
  const world = await agentWorld(
    { steps: [batch, says("done")] },
    { enabledToolsets: ["safe"], play: script.tools(...parts) },
  );
  const turn = world.agent.session.send({ content: "go" });
  const told: string[] = [];
  const heard = (async () => {
    for await (const event of turn.events)
      told.push(...signOf(event, world.rows().filter((row) => row.role === "tool").length));
  })();
  await world.clock.runUntil(turn.result);
  await heard;
  expect(told).toEqual(["started, 0 stored", "tool 30000", "tool 60000", "finished, 1 stored"]);
});

function signOf(event: AgentEvent, stored: number): readonly string[] {
  if (event.type === "tool.started") return [`started, ${stored} stored`];
  if (event.type === "tool.finished") return [`finished, ${stored} stored`];
  return event.type === "wait.noticed" ? [`${event.waitingFor} ${event.waitedMs}`] : [];
}

import { expect, test } from "vitest";
import { textOf } from "../../src/domain/message.ts";
import { agentWorld } from "../support/agent-world.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

const parts = [
  { name: "web_search", concurrency: "free", readOnly: true },
  { name: "terminal", concurrency: "shell" },
] as const;

const failing = { name: "terminal", arguments: { as: "bad", fails: true, says: "no such thing" } };
const searches = (from: number, count: number) =>
  calls(...Array.from({ length: count }, (_, at) => ({ name: "web_search", arguments: { as: `s${from + at}` } })));
const hardStop = "tool_loop_guardrails:\n  hard_stop_enabled: true\n";

async function play(steps: readonly ReturnType<typeof calls>[], config?: string) {
  const script = playedTools();
  const world = await agentWorld(
    { steps: [...steps, says("done")] },
    { enabledToolsets: ["safe"], play: script.tools(...parts), ...(config === undefined ? {} : { config }) },
  );
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  const answers = result.messages.flatMap((each) => (each.role === "tool" ? [textOf(each.content)] : []));
  return { result, answers, told: script.told, world };
}

test("[AL-G17] the second failure of the same call carries a warning", async () => {
  const { answers, result } = await play([calls(failing), calls(failing)]);
  expect(answers).toEqual([
    '{"error":"no such thing"}',
    '{"error":"no such thing"}\n\n[This call has now failed 2 times with the same arguments. Change something before trying again.]',
  ]);
  expect(result.exit_reason).toBe("text_response");
});

test("[AL-G18] with the hard stop on, the sixth try of a failing call is not made and the turn ends", async () => {
  const { answers, told, result, world } = await play(
    Array.from({ length: 6 }, () => calls(failing)),
    hardStop,
  );
  expect(told.filter((each) => each === "+bad")).toHaveLength(5);
  const text = "Stopped: the same call of terminal failed too often, and it was not tried again.";
  expect(answers[5]).toBe(JSON.stringify({ error: text }));
  expect(result).toMatchObject({
    exit_reason: "guardrail_halt",
    exit_detail: "exact_failure",
    final_response: text,
    completed: true,
  });
  expect(world.simulator.requests).toHaveLength(6);
  expect(world.rows().at(-1)).toMatchObject({ role: "assistant", content: text });
});

test("[AL-G19] the 51st web search of a turn is blocked and ends it, whatever else is set", async () => {
  const { answers, told, result } = await play([searches(0, 30), searches(30, 23)]);
  expect(told.filter((each) => each.startsWith("+"))).toHaveLength(50);
  expect(answers.slice(49)).toEqual([
    "s49 done",
    '{"error":"Stopped: web_search was called as often as one turn may."}',
    expect.stringContaining("Not started"),
    expect.stringContaining("Not started"),
  ]);
  expect(result).toMatchObject({ exit_reason: "guardrail_halt", exit_detail: "web_search" });
});

test("counting starts anew with the next turn", async () => {
  const script = playedTools();
  const world = await agentWorld(
    { steps: [calls(failing), says("one"), calls(failing), says("two")] },
    { enabledToolsets: ["safe"], play: script.tools(...parts) },
  );
  await world.clock.runUntil(world.agent.runConversation("a"));
  const result = await world.clock.runUntil(world.agent.runConversation("b"));
  expect(JSON.stringify(result.messages)).not.toContain("has now failed");
});

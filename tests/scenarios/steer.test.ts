import { expect, test } from "vitest";
import { agentWorld } from "../support/agent-world.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

const parts = [{ name: "lookup", concurrency: "free", readOnly: true }] as const;
const search = (as: string, more = {}) => ({ name: "lookup", arguments: { as, ms: 1_000, ...more } });

/** Runs a turn and says things when the first tool is at work. */
async function steered(texts: readonly string[], ...batch: readonly ReturnType<typeof search>[]) {
  const script = playedTools();
  const world = await agentWorld({ steps: [calls(...batch), says("done")] }, { play: script.tools(...parts) });
  const turn = world.agent.runConversation("go");
  while (script.told.length < batch.length) await world.clock.advance(0);
  for (const text of texts) expect(world.agent.steer(text)).toBe(true);
  return { world, result: await world.clock.runUntil(turn) };
}

test("[AL-B09] what a person says during tools stands at the end of the last result, and nowhere else", async () => {
  const { world, result } = await steered(["look at x first"], search("a"), search("b"));
  const wrapped = "b done\n\n[OUT-OF-BAND USER MESSAGE]\nlook at x first\n[/OUT-OF-BAND USER MESSAGE]";
  expect(result.messages.map((message) => message.role)).toEqual(["user", "assistant", "tool", "tool", "assistant"]);
  expect(result.messages.slice(2, 4).map((message) => message.content)).toEqual(["a done", wrapped]);
  expect(world.rows().map((row) => row.content)).toEqual(["go", "", "a done", wrapped, "done"]);
  expect(JSON.stringify(world.simulator.requests[1]?.body)).toContain(JSON.stringify(wrapped));
  expect(result.pending_steer).toBeNull();
});

test("[AL-B10] the step's size limit comes first: what the person said is not cut off with the result", async () => {
  const { world, result } = await steered(
    ["keep this"],
    ...Array.from({ length: 3 }, (_, at) => search(`s${at}`, { chars: 70_000 + at })),
  );
  const last = world.rows().findLast((row) => row.role === "tool")?.content;
  expect(last).toMatch(/^<persisted-output>[^]*<\/persisted-output>\n\n\[OUT-OF-BAND USER MESSAGE\]\nkeep this\n\[/);
  expect(result.messages.findLast((message) => message.role === "tool")?.content).toBe(last);
});

test("[AL-B11] without a tool result to ride on it comes back with the turn", async () => {
  const { agent, clock } = await agentWorld({ steps: [{ ...says("answer"), fault: { kind: "drip", delay_ms: 10 } }] });
  const turn = agent.runConversation("go");
  agent.steer("x");
  expect(await clock.runUntil(turn)).toMatchObject({ final_response: "answer", pending_steer: "x" });
});

test("[AL-B12] two things said are two lines in one wrapper", async () => {
  const { result } = await steered(["first", "second"], search("a"));
  expect(result.messages[2]?.content).toBe(
    "a done\n\n[OUT-OF-BAND USER MESSAGE]\nfirst\nsecond\n[/OUT-OF-BAND USER MESSAGE]",
  );
});

test("while a stop is pending nothing is delivered, and blank text is refused", async () => {
  const script = playedTools();
  const world = await agentWorld({ steps: [calls(search("a"))] }, { play: script.tools(...parts) });
  const turn = world.agent.runConversation("go");
  while (script.told.length === 0) await world.clock.advance(0);
  expect(world.agent.steer("  \n")).toBe(false);
  world.agent.steer("too late");
  world.agent.interrupt();
  const result = await world.clock.runUntil(turn);
  expect(result.pending_steer).toBe("too late");
  expect(JSON.stringify(result.messages)).not.toContain("OUT-OF-BAND");
});

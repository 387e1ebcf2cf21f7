import { expect, test } from "vitest";
import { z } from "zod";
import type { AgentEvent } from "../../src/domain/event.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const config = "providers: {custom: {models: {gpt-4o: {context_length: 40000}}}}\n";
const summary = `## Active Task
None.

## Goal
Name birds.

## Constraints & Preferences
Never touch the nest in box 7.

## Completed Actions
1. NAMED the wren — done [tool: none]

## Progress
### Done
Wren named.

## Key Decisions
None.

## Relevant Files
None.

## Next Steps
Name the robin.

## Critical Context
Box 7 is occupied.`;

const Body = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });
const textsIn = ({ simulator }: AgentWorld, index: number): string =>
  JSON.stringify(Body.parse(simulator.requests.at(index)?.body).messages);

async function ask(world: AgentWorld, content: string) {
  const events: AgentEvent[] = [];
  const turn = world.agent.session.send({ content });
  const heard = (async () => {
    for await (const event of turn.events) events.push(event);
  })();
  const result = await world.clock.runUntil(turn.result);
  await heard;
  const records = events.flatMap((event) => (event.type === "compression.finished" ? [event.record] : []));
  return { result, records };
}

/** Long answers, which fill more than half of the window. */
const long = Array.from({ length: 4 }, (_, index) =>
  says(`bird ${index} ${"sings and flies and sleeps ".repeat(680)}`),
);

test("a long talk is summed up by the model, goes on in a child, can be searched and taken back", async () => {
  const world = await agentWorld(
    { steps: [...long, says(summary), says("a robin"), says("again")] },
    { config, realEngine: true },
  );
  for (let index = 0; index < 4; index++) await ask(world, `which bird is number ${index}?`);
  const before = world.agent.session.info.sessionId;
  const { result, records } = await ask(world, "and the next?");
  expect(result.final_response).toBe("a robin");
  expect(records).toMatchObject([{ engine: "compressor", outcome: "ok", trigger: "preflight" }]);
  const sent = textsIn(world, -1);
  expect(sent).toContain("[CONTEXT COMPACTION]");
  expect(sent).toContain("Never touch the nest in box 7.");
  expect(sent).toContain("and the next?");
  expect(sent.length).toBeLessThan(textsIn(world, 3).length);
  const child = world.agent.session.info.sessionId;
  expect(child).not.toBe(before);
  await world.agent.session.undoCompression();
  await ask(world, "once more");
  expect(textsIn(world, -1)).toContain("bird 0 sings");
});

test("when the summary fails nothing is left out and the question is answered", async () => {
  const refusal = { fault: { kind: "status" as const, status: 401, message: "no such key" } };
  const world = await agentWorld({ steps: [...long, refusal, says("a robin")] }, { config, realEngine: true });
  for (let index = 0; index < 4; index++) await ask(world, `which bird is number ${index}?`);
  const { result, records } = await ask(world, "and the next?");
  expect(result.final_response).toBe("a robin");
  expect(records).toMatchObject([{ outcome: "failed" }]);
  expect(textsIn(world, -1)).toContain("bird 0 sings");
});

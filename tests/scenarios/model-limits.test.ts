import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentEvent } from "../../src/domain/event.ts";
import type { AgentOptions } from "../../src/app/library.ts";
import { z } from "zod";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";

const Kept = z.looseObject({ windows: z.unknown() });
const Cap = z.looseObject({ max_completion_tokens: z.number().optional() });
const says = (text: string) => ({ reply: { text } });
const refuses = (message: string, status = 400) => ({ fault: { kind: "status" as const, status, message } });
const windowOf = (tokens: number) => `providers: {custom: {models: {gpt-4o: {context_length: ${tokens}}}}}\n`;
const talk = (turns: number) =>
  Array.from({ length: turns }, (_, index) => says(`answer ${index} ${"word ".repeat(60)}`));

type Limited = { readonly status?: number; readonly config?: string; readonly options?: Partial<AgentOptions> };

/** Some talk, then a question that is refused with this message and answered when it is asked again. */
async function refusedOnce(message: string, { status = 400, config, options = {} }: Limited = {}) {
  const steps = [...talk(4), refuses(message, status), says("fits"), says("more")];
  const models = ["gpt-4o", "my-own-model"];
  const world = await agentWorld({ models, steps }, { ...(config === undefined ? {} : { config }), ...options });
  for (let index = 0; index < 4; index++) await world.agent.chat(`question ${index}`);
  const turn = world.agent.session.send({ content: "and now?" });
  const events: AgentEvent[] = [];
  const heard = (async () => {
    for await (const event of turn.events) events.push(event);
  })();
  const result = await world.clock.runUntil(turn.result);
  await heard;
  return { world, result, compressions: events.filter(({ type }) => type === "compression.finished").length };
}

const memoryFile = ({ home }: AgentWorld): string => join(home, "cache", "model-memory.json");
const windowsIn = (world: AgentWorld): unknown =>
  existsSync(memoryFile(world)) ? Kept.parse(JSON.parse(readFileSync(memoryFile(world), "utf8"))).windows : {};
const windowOfNext = async (world: AgentWorld): Promise<number> => {
  const next = await world.another();
  const { contextLength } = next.session.info;
  await next.close();
  return contextLength;
};

test("[CC-C21] a limit the provider names is believed, kept for the address, and the request sent again shorter", async () => {
  const { world, result, compressions } = await refusedOnce("prompt is too long: 250000 tokens > 200000 maximum", {
    config: windowOf(1_000_000),
  });
  expect([result.final_response, compressions]).toEqual(["fits", 1]);
  expect(windowsIn(world)).toEqual({
    "gpt-4o@http://simulator.test/v1": { tokens: 200_000, at_ms: expect.any(Number) as unknown },
  });
  expect(await windowOfNext(world)).toBe(200_000); // a new process
  await world.clock.advance(31 * 24 * 3_600_000);
  expect(await windowOfNext(world)).toBe(1_000_000); // a month later it may be another
});

test("[CC-C22] a limit that is no smaller than the known window changes nothing", async () => {
  const { world } = await refusedOnce("prompt is too long: 250000 tokens > 200000 maximum", {
    config: windowOf(200_000),
  });
  expect(windowsIn(world)).toEqual({});
  expect(await windowOfNext(world)).toBe(200_000);
});

test("[CC-C24] an output cap that is too large is lowered for one request; nothing is compressed or learned", async () => {
  const { world, result, compressions } = await refusedOnce(
    "max_tokens: 32768 > context_window: 200000 - input_tokens: 190000 = available_tokens: 10000",
  );
  expect([result.final_response, compressions, windowsIn(world)]).toEqual(["fits", 0, {}]);
  await world.agent.chat("on");
  const caps = world.simulator.requests.map(({ body }) => Cap.parse(body).max_completion_tokens);
  expect(caps).toEqual([...caps.slice(0, -2), 9_936, caps[0]]);
});

test("[CC-C25] an account without the long window works in the standard one, in this process only", async () => {
  const { world, result, compressions } = await refusedOnce("extra usage is required for long context requests", {
    status: 429,
    config: windowOf(1_000_000),
  });
  expect([result.final_response, compressions]).toEqual(["fits", 1]);
  expect(world.agent.session.info.contextLength).toBe(200_000);
  expect(windowsIn(world)).toEqual({});
});

test("[CC-C26] the guessed window of an unknown model goes down one size for each overflow without a number", async () => {
  const options = { model: "my-own-model" };
  const { world, result } = await refusedOnce("your input exceeds the context window of this model", { options });
  expect(result.final_response).toBe("fits");
  expect(world.agent.session.info.contextLength).toBe(128_000);
  expect(windowsIn(world)).toEqual({});
});

test("[CC-C28] without a network the window comes from what is shipped, and nothing is waited for", async () => {
  const world = await agentWorld({ steps: [says("hi")] }, { model: "claude-opus-4-8" });
  expect(world.agent.session.info.contextLength).toBe(1_000_000);
  expect([world.clock.sleeps, world.simulator.requests]).toEqual([[], []]);
});

test("[CC-C29] a model without a price has an unknown cost, never none", async () => {
  const world = await agentWorld({ steps: [says("hi")] });
  expect(await world.agent.runConversation("hello")).toMatchObject({
    estimated_cost_usd: null,
    cost_status: "unknown",
  });
});

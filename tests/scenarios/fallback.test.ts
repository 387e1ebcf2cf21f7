import { expect, test } from "vitest";
import { TransportError, type HttpTransport } from "../../src/domain/http.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import { agentWorld, anthropicItself, chatEndpoint } from "../support/agent-world.ts";
import { spareHost, spareWire, withSpare } from "../support/spare-wire.ts";

const says = (text: string) => ({ reply: { text } });
const refuses = (status: number, message = "no") => ({ fault: { kind: "status" as const, status, message } });
const config = withSpare();
const systemOf = (body: unknown): string =>
  JSON.stringify(body)
    .slice(0, 2_000)
    .replace(/"model":"[^"]*"/, "");

test("[AL-E17] a key that is refused for good hands over to the fallback", async () => {
  const spare = spareWire({ steps: [says("from the spare")] });
  const world = await agentWorld({ steps: [refuses(401)] }, { config, wrap: spare.wrap });
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({ final_response: "from the spare", failed: false, api_calls: 1, model: "gpt-4o-mini" });
  expect([world.simulator.requests.length, spare.simulator.requests.length]).toEqual([1, 1]);
});

test("[AL-E23] a primary that is never reached: one wait, a second try, then the fallback", async () => {
  const spare = spareWire({ steps: [says("from the spare")] });
  let tried = 0;
  const wrap = (): HttpTransport =>
    spare.wrap(() => {
      tried += 1;
      throw new TransportError("reset", "The connection was reset", { code: "ECONNRESET" });
    });
  const world = await agentWorld({}, { config, wrap });
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(result).toMatchObject({ final_response: "from the spare", api_calls: 1 });
  expect([tried, spare.simulator.requests.length]).toEqual([2, 1]);
  const waits = world.clock.sleeps.filter((ms) => ms >= 2_000 && ms <= 3_000);
  expect(waits).toHaveLength(1);
});

test("[AL-E25] when the primary has rested, the next turn begins with it", async () => {
  const spare = spareWire({ steps: [says("from the spare")] });
  const world = await agentWorld({ steps: [refuses(429), says("back home")] }, { config, wrap: spare.wrap });
  expect(await world.agent.chat("go")).toBe("from the spare");
  await world.clock.advance(60_000);
  const result = await world.agent.runConversation("on");
  expect(result).toMatchObject({ final_response: "back home", model: chatEndpoint.model });
});

test("[AL-E26] within its rest after a rate limit the fallback stays, and rests grow", async () => {
  const spare = spareWire({ steps: [says("one"), says("two"), says("three"), says("four")] });
  const world = await agentWorld({ steps: [{ ...refuses(429), repeat: 2 }] }, { config, wrap: spare.wrap });
  expect(await world.agent.chat("go")).toBe("one");
  await world.clock.advance(59_000);
  expect(await world.agent.chat("on")).toBe("two");
  await world.clock.advance(1_000);
  expect(await world.agent.chat("on")).toBe("three"); // the primary was asked and is still limited
  await world.clock.advance(61_000);
  expect(await world.agent.chat("on")).toBe("four");
  expect(world.simulator.requests).toHaveLength(2);
});

test("[AL-E27] a fallback of another format gets its own format, key and markers, and nothing of the primary's", async () => {
  const spare = spareWire({ steps: [says("from the spare")] });
  const events: AgentEvent[] = [];
  const world = await agentWorld(
    { steps: [{ reply: { tool_calls: [{ name: "read_file", arguments: { path: "x" } }] } }, refuses(429)] },
    { ...anthropicItself, config, wrap: spare.wrap },
  );
  const turn = world.agent.session.send({ content: "go" });
  for await (const event of turn.events) events.push(event);
  const result = await turn.result;
  expect(result).toMatchObject({ final_response: "from the spare", api_calls: 2, base_url: `http://${spareHost}/v1` });
  expect(JSON.stringify(world.simulator.requests.at(-1)?.body)).toContain("cache_control");
  const [request] = spare.simulator.requests;
  expect(request).toMatchObject({
    mode: "chat_completions",
    headers: { authorization: "Bearer sk-spare-key-0000000" },
  });
  expect(JSON.stringify(request)).not.toContain(anthropicItself.apiKey);
  expect(JSON.stringify(request?.body)).not.toContain("cache_control");
  expect(events.filter((event) => event.type === "runtime.switched")).toEqual([
    {
      type: "runtime.switched",
      from: { provider: "anthropic", model: anthropicItself.model },
      to: { provider: "custom", model: "gpt-4o-mini" },
    },
  ]);
});

test("an entry without credentials is passed over, for the process", async () => {
  const spare = spareWire({ steps: [says("from B"), says("from B again")] });
  const chain = `fallback_providers:\n  - {provider: openrouter, model: a/b}\n${config.split("\n")[1]}\n`;
  const world = await agentWorld({ steps: [refuses(401), refuses(401)] }, { config: chain, wrap: spare.wrap });
  expect(await world.agent.chat("go")).toBe("from B");
});

const nothing: HttpTransport = async () => ({
  status: 200,
  headers: { "content-type": "application/json" },
  body: (async function* () {
    yield new TextEncoder().encode("null");
  })(),
});

test("[AL-E28] an answer that is none leads to the fallback without a wait", async () => {
  const spare = spareWire({ steps: [says("from the spare")] });
  const world = await agentWorld({}, { config, wrap: () => spare.wrap(nothing) });
  const before = world.clock.now();
  expect(await world.agent.runConversation("go")).toMatchObject({ final_response: "from the spare", api_calls: 1 });
  expect(world.clock.now()).toBe(before);
});

test("an answer that is none, and nowhere else to go: three tries with long waits, then its own ending", async () => {
  const world = await agentWorld({}, { wrap: () => nothing });
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(result).toMatchObject({ failed: true, exit_reason: "invalid_response_exhausted" });
  const waits = world.clock.sleeps.filter((ms) => ms >= 5_000 && ms <= 15_000);
  expect(waits).toHaveLength(2);
});

test("each entry is used once per turn; when the last one fails too, the turn ends with its failure", async () => {
  const spare = spareWire({ steps: [{ ...refuses(500), repeat: 3 }] });
  const world = await agentWorld({ steps: [refuses(402)] }, { config, wrap: spare.wrap });
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(result).toMatchObject({ failed: true, exit_reason: "api_retries_exhausted", model: "gpt-4o-mini" });
  expect([world.simulator.requests.length, spare.simulator.requests.length]).toEqual([1, 3]);
});

test("a primary without a key starts with the first entry that can be used", async () => {
  const spare = spareWire({ steps: [says("from the spare")] });
  const world = await agentWorld({}, { ...anthropicItself, apiKey: undefined, config, wrap: spare.wrap });
  expect(await world.agent.chat("go")).toBe("from the spare");
});

test("the frozen prompt keeps its bytes on the way to the fallback and back", async () => {
  const spare = spareWire({ steps: [says("from the spare")] });
  const world = await agentWorld({ steps: [says("one"), refuses(429), says("three")] }, { config, wrap: spare.wrap });
  await world.agent.chat("1");
  await world.agent.chat("2");
  await world.clock.advance(61_000);
  await world.agent.chat("3");
  const [before] = world.simulator.requests;
  expect(systemOf(spare.simulator.requests[0]?.body)).toContain('"role":"system"');
  for (const { body } of [...spare.simulator.requests, ...world.simulator.requests.slice(1)]) {
    expect(systemOf(body).slice(0, 800)).toBe(systemOf(before?.body).slice(0, 800));
  }
});

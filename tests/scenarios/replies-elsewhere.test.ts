import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const refuses = { reply: { text: "I cannot help with that.", finish: "content_filter" } };
const silent = { reply: { text: "", usage: { output_tokens: 1 } } };

const fallback = [
  "fallback_providers:",
  "  - provider: second",
  "    model: gpt-4o-mini",
  "    base_url: http://second.test/v1",
  "    api_key: sk-second-key-0000000",
  "",
].join("\n");

const Body = z.object({ model: z.string(), messages: z.array(z.looseObject({ role: z.string() })) });
const sent = ({ simulator }: AgentWorld) => simulator.requests.map(({ body }) => Body.parse(body));
const models = (world: AgentWorld): readonly string[] => sent(world).map(({ model }) => model);

test("a refusal is not repeated: another runtime is asked, with the same question", async () => {
  const world = await agentWorld({ steps: [refuses, says("Of course.")] }, { config: fallback });
  const result = await world.agent.runConversation("help");
  expect(result).toMatchObject({ final_response: "Of course.", exit_reason: "text_response", api_calls: 1 });
  expect(models(world)).toEqual(["gpt-4o", "gpt-4o-mini"]);
  expect(sent(world)[1]?.messages).toEqual(sent(world)[0]?.messages);
  expect(world.rows().map(({ role }) => role)).toEqual(["user", "assistant"]);
});

test("a refusal with nowhere else to go ends the turn with the model's own words", async () => {
  const world = await agentWorld({ steps: [refuses, says("never")] });
  const result = await world.agent.runConversation("help");
  expect(result).toMatchObject({ failed: true, exit_reason: "content_policy_blocked", error: "content_filter" });
  expect(result.final_response).toBe(
    "I cannot help with that.\n\nThe provider declined to answer. Rephrase the request or use another model.",
  );
  expect(world.simulator.requests).toHaveLength(1);
});

test("a refusal in the middle of notes is no reason to ask the same again", async () => {
  const notes = { reply: { text: "<REASONING_SCRATCHPAD>hm", finish: "content_filter" } };
  const world = await agentWorld({ steps: [notes, says("never")] });
  expect(await world.agent.runConversation("help")).toMatchObject({ exit_reason: "content_policy_blocked" });
  expect(world.simulator.requests).toHaveLength(1);
});

test("silence after the whole ladder leads to another runtime, where the ladder begins anew", async () => {
  const world = await agentWorld({ steps: [{ ...silent, repeat: 4 }, silent, says("Here.")] }, { config: fallback });
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(result).toMatchObject({ final_response: "Here.", exit_reason: "text_response", api_calls: 1 });
  expect(models(world)).toEqual([...Array.from({ length: 4 }, () => "gpt-4o"), "gpt-4o-mini", "gpt-4o-mini"]);
});

test("the guard against empty answers can be switched off: silence that cost nothing is asked for as often as other", async () => {
  const nothing = { reply: { text: "", usage: { output_tokens: 0 } }, repeat: 5 };
  const world = await agentWorld(
    { steps: [nothing] },
    { config: "agent:\n  empty_response_guard:\n    enabled: false\n" },
  );
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(result).toMatchObject({ final_response: "(empty)", exit_reason: "empty_response_exhausted" });
  expect(world.simulator.requests).toHaveLength(4);
});

const filtered = {
  reply: { text: ["The first half ", "of it"] },
  fault: { kind: "stream_error" as const, at_frame: 3, message: "stopped by content_filter" },
};

test("an answer broken off by a filter is begun anew elsewhere, and its first half is dropped", async () => {
  const world = await agentWorld({ steps: [filtered, says("All of it.")] }, { config: fallback });
  expect(await world.agent.runConversation("go")).toMatchObject({ final_response: "All of it.", completed: true });
  expect(models(world)).toEqual(["gpt-4o", "gpt-4o-mini"]);
  expect(sent(world)[1]?.messages).toEqual(sent(world)[0]?.messages);
});

test("an answer broken off by a filter is continued where there is no other runtime", async () => {
  const world = await agentWorld({ steps: [filtered, says("and the rest.")] });
  const result = await world.agent.runConversation("go");
  expect(result.final_response).toMatch(/^The first half[\s\S]*and the rest\.$/);
  expect(models(world)).toEqual(["gpt-4o", "gpt-4o"]);
});

import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld, responsesEndpoint, type AgentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const reads = { reply: { tool_calls: [{ name: "read_file", arguments: { path: "x" } }] } };
const announces = says("Let me check the file.");

const Body = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });
const ends = ({ simulator }: AgentWorld, index: number) =>
  Body.parse(simulator.requests[index]?.body)
    .messages.slice(-2)
    .map(({ content }) => content);

test("a step that is announced and not taken is asked for, in words that are not stored", async () => {
  const stream: (string | null)[] = [];
  const world = await agentWorld(
    { steps: [announces, reads, says("It is missing.")] },
    { streamDeltaCallback: (text) => void stream.push(text) },
  );
  const result = await world.agent.runConversation("look at x");
  expect(result).toMatchObject({ final_response: "It is missing.", api_calls: 3, tool_calls: 1 });
  expect(ends(world, 1)).toEqual(["Let me check the file.", expect.stringContaining("Continue now")]);
  expect(world.rows().map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
  expect(stream.slice(0, stream.indexOf(null)).join("")).toBe("Let me check the file.");
});

test("a model that goes on announcing is asked twice and then taken at its word", async () => {
  const world = await agentWorld({ steps: [{ ...announces, repeat: 4 }] });
  const result = await world.agent.runConversation("look");
  expect(result).toMatchObject({ final_response: "Let me check the file.", exit_reason: "text_response" });
  expect(world.simulator.requests).toHaveLength(3);
});

test.each([
  ["an ordinary answer", says("The file is empty."), {}],
  ["an announcement of an agent without tools", announces, { enabledToolsets: [] }],
  ["an announcement where the guards are off", announces, { config: "agent:\n  stall_guards: false\n" }],
  ["a long text with an announcement at its end", says(`${"Word after word. ".repeat(30)}Let me check the file.`), {}],
])("%s is the answer", async (_what, step, options) => {
  const world = await agentWorld({ steps: [step] }, options);
  const result = await world.agent.runConversation("look");
  expect(result).toMatchObject({ final_response: step.reply.text, api_calls: 1 });
});

const promise = says("I'll read the code in src/agent and run the tests. I will report what I found. Hold on.");

test("a promise of work is taken up in the Responses format", async () => {
  const world = await agentWorld({ steps: [promise, reads, says("Found nothing.")] }, responsesEndpoint);
  expect(await world.agent.runConversation("go")).toMatchObject({ final_response: "Found nothing.", api_calls: 3 });
});

test("after a tool was used a promise is an answer", async () => {
  const world = await agentWorld({ steps: [reads, promise] }, responsesEndpoint);
  expect(await world.agent.runConversation("go")).toMatchObject({ final_response: promise.reply.text, api_calls: 2 });
});

test.each([
  ["auto", 1],
  ["true", 2],
  ["false", 1],
  ["[other, GPT-4]", 2],
  ["[other]", 1],
])("which models are taken at their promise in other formats is a setting: %s", async (setting, requests) => {
  const config = `agent:\n  intent_ack_continuation: ${setting}\n`;
  const world = await agentWorld({ steps: [promise, says("Done.")] }, { config });
  await world.agent.runConversation("go");
  expect(world.simulator.requests).toHaveLength(requests);
});

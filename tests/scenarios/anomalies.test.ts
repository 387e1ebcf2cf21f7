import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/domain/tool.ts";
import { agentWorld, responsesEndpoint, type AgentWorld } from "../support/agent-world.ts";
import { playedTools } from "../support/played-tools.ts";

const says = (text: string, finish?: string) => ({ reply: { text, ...(finish === undefined ? {} : { finish }) } });
const cut = (text: string) => says(text, "length");
const empty = { reply: { text: "", usage: { output_tokens: 1 } } };
const calls = (name: string, args: Record<string, unknown> = {}) => ({
  reply: { tool_calls: [{ name, arguments: args }] },
});
const raw = (text: string, finish = "tool_calls") => ({
  reply: { tool_calls: [{ name: "write_file", raw: text }], finish },
});
const good = '{"path":"out.txt","content":"x"}';

const Body = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });
const lastSent = ({ simulator }: AgentWorld, index: number) =>
  Body.parse(simulator.requests[index]?.body).messages.at(-1);
const roles = ({ rows }: AgentWorld) => rows().map((row) => row.role);

test("[AL-F01] an answer cut three times is continued and stored as one", async () => {
  const world = await agentWorld({ steps: [cut("one"), cut(" two"), cut("three "), says("four")] });
  const result = await world.agent.runConversation("count");
  expect(result).toMatchObject({
    completed: true,
    final_response: "one two\nthree four",
    exit_reason: "text_response",
  });
  expect(world.simulator.requests).toHaveLength(4);
  expect(world.rows()).toMatchObject([{ role: "user" }, { role: "assistant", content: "one two\nthree four" }]);
});

test("[AL-F02] an answer cut four times ends as partial, and the next turn is an ordinary one", async () => {
  const world = await agentWorld({ steps: [cut("a "), cut("b "), cut("c "), cut("d"), says("fine")] });
  const result = await world.agent.runConversation("count");
  expect(result).toMatchObject({ partial: true, exit_reason: "length_exhausted", final_response: "a b c d" });
  expect(world.simulator.requests).toHaveLength(4);
  expect(roles(world)).toEqual(["user", "assistant"]);
  expect(await world.agent.chat("next")).toBe("fine");
  expect(Body.parse(world.simulator.requests[4]?.body).messages).toHaveLength(4); // system, two of before, the question
});

test("[AL-F03] a call cut in its arguments is asked for again and run once", async () => {
  const world = await agentWorld({ steps: [raw('{"path":"out.txt","con', "length"), raw(good), says("done")] });
  expect(await world.agent.chat("write")).toBe("done");
  expect(readFileSync(join(world.cwd, "out.txt"), "utf8")).toBe("x");
  expect(roles(world)).toEqual(["user", "assistant", "tool", "assistant"]);
});

test("[AL-F04] a call that is cut every time is never run", async () => {
  const world = await agentWorld({ steps: [{ ...raw('{"path":"out.txt","con', "length"), repeat: 4 }] });
  const result = await world.agent.runConversation("write");
  expect(result).toMatchObject({ partial: true, exit_reason: "truncated_tool_call", api_calls: 1 });
  expect(world.simulator.requests).toHaveLength(4);
  expect(existsSync(join(world.cwd, "out.txt"))).toBe(false);
});

test("[AL-F05] an answer cut off in its thoughts is not continued", async () => {
  const world = await agentWorld({ steps: [cut("<think>Hm, let me see. And then"), says("never")] });
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({ partial: true, exit_reason: "thinking_budget_exhausted" });
  expect(result.final_response).toContain("Lower the reasoning effort");
  expect(world.simulator.requests).toHaveLength(1);
  expect(roles(world)).toEqual(["user"]);
});

test("[AL-F06] two thousand characters of one line are discarded", async () => {
  const world = await agentWorld({ steps: [cut("the same line\n".repeat(150))] });
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({ partial: true, exit_reason: "repetition_detected" });
  expect(roles(world)).toEqual(["user"]);
});

test("[AL-F07] an empty reply is asked for again three times with growing waits", async () => {
  const world = await agentWorld({ steps: [{ ...empty, repeat: 4 }] });
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(result).toMatchObject({ final_response: "(empty)", exit_reason: "empty_response_exhausted", completed: true });
  expect(result.explanation).not.toBeNull();
  expect(world.simulator.requests).toHaveLength(4);
  const waits = world.clock.sleeps.filter((ms) => ms >= 5_000 && ms <= 30_000);
  expect(waits).toHaveLength(3);
  const bounds = [5_000, 10_000, 20_000];
  waits.forEach((ms, index) => {
    expect(ms).toBeGreaterThanOrEqual(bounds[index] ?? NaN);
    expect(ms).toBeLessThanOrEqual(1.5 * (bounds[index] ?? NaN));
  });
});

test("[AL-F08] silence after a tool result gets one nudge, which is not stored", async () => {
  const world = await agentWorld({ steps: [calls("read_file", { path: "x" }), empty, says("It is missing.")] });
  expect(await world.agent.chat("read x")).toBe("It is missing.");
  expect(lastSent(world, 2)?.content).toContain("returned nothing after the tool results");
  expect(roles(world)).toEqual(["user", "assistant", "tool", "assistant"]);
});

test("[AL-F09] two replies that do not even claim to have said something are enough", async () => {
  const silent = { reply: { text: "", usage: { output_tokens: 0 } }, repeat: 4 };
  const world = await agentWorld({ steps: [silent] });
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(result.final_response).toBe("(empty)");
  expect(world.simulator.requests).toHaveLength(2);
});

test("[AL-F10] a model that only thinks is asked six times for three units, then its thoughts are shown as such", async () => {
  const thinks = { reply: { thinking: "Hmm, hard.", text: "" }, repeat: 9 };
  const world = await agentWorld({ steps: [thinks] }, { model: "deepseek-reasoner" });
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(result).toMatchObject({ exit_reason: "empty_response_exhausted", api_calls: 3 });
  expect(result.final_response).toContain("Hmm, hard.");
  expect(world.simulator.requests).toHaveLength(6);
});

test("[AL-F11] text beside housekeeping is the answer when nothing more is said", async () => {
  const script = playedTools();
  const notes = { reply: { text: "Noted: tea.", tool_calls: [{ name: "memory", arguments: { as: "note" } }] } };
  const world = await agentWorld(
    { steps: [notes, empty] },
    { play: script.tools({ name: "memory", concurrency: "state" }) },
  );
  const result = await world.clock.runUntil(world.agent.runConversation("I like tea"));
  expect(result).toMatchObject({
    final_response: "Noted: tea.",
    exit_reason: "fallback_prior_turn_content",
    completed: true,
    response_previewed: true,
  });
  expect(script.told).toEqual(["+note", "-note"]);
  expect(world.simulator.requests).toHaveLength(2);
  expect(roles(world)).toEqual(["user", "assistant", "tool", "assistant"]);
});

test("[AL-F12] text beside an ordinary tool call is not taken for the answer", async () => {
  const step = { reply: { text: "Let me look.", tool_calls: [{ name: "read_file", arguments: { path: "x" } }] } };
  const world = await agentWorld({ steps: [step, empty, says("Nothing there.")] });
  expect(await world.agent.chat("go")).toBe("Nothing there.");
});

test.each(["readFile", "Read-File", "read_file_tool"])("[AL-F13] %s is read_file", async (name) => {
  const world = await agentWorld({ steps: [calls(name, { path: "x" }), says("ok")] });
  expect(await world.agent.chat("go")).toBe("ok");
  expect(world.rows()[2]?.content).toContain("No such file");
});

test("[AL-F14] a tool that does not exist is explained twice and ends the turn the third time", async () => {
  const world = await agentWorld({ steps: [{ ...calls("frobnicate"), repeat: 3 }] });
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({ partial: true, exit_reason: "invalid_tool_calls_exhausted" });
  expect(result.final_response).toContain("frobnicate");
  expect(roles(world)).toEqual(["user", "assistant", "tool", "assistant", "tool", "assistant"]);
});

test("[AL-F15] beside an unknown tool the known one runs", async () => {
  const both = {
    reply: {
      tool_calls: [
        { name: "read_file", arguments: { path: "x" } },
        { name: "frobnicate", arguments: {} },
      ],
    },
  };
  const world = await agentWorld({ steps: [both, says("ok")] });
  expect(await world.agent.chat("go")).toBe("ok");
  expect(world.rows()[2]?.content).toContain("No such file");
  expect(world.rows()[3]?.content).toMatch(/Available tools: delegate_task, .*read_file/);
});

test("[AL-F16] arguments that are no JSON are asked for again twice without a word, then explained", async () => {
  const world = await agentWorld({ steps: [{ ...raw('{"path": out.txt}'), repeat: 3 }, says("I give up.")] });
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({ final_response: "I give up.", api_calls: 2 });
  expect(world.simulator.requests).toHaveLength(4);
  const wires = world.simulator.requests.slice(0, 3).map(({ body }) => JSON.stringify(body));
  expect(new Set(wires).size).toBe(1);
  expect(world.rows()[2]?.content).toContain("not valid JSON");
});

test("[AL-F17] arguments that are no object reach no handler", async () => {
  const world = await agentWorld({ steps: [raw("[1]"), says("ok")] });
  expect(await world.agent.chat("go")).toBe("ok");
  expect(world.rows()[2]?.content).toContain("must be a JSON object");
});

test("[AL-F18] the same call twice in one reply is run and stored once", async () => {
  const call = { name: "read_file", arguments: { path: "x", limit: 5 } };
  const twin = { name: "read_file", raw: '{"limit": 5, "path": "x"}' };
  const world = await agentWorld({ steps: [{ reply: { tool_calls: [call, twin] } }, says("ok")] });
  await world.agent.chat("go");
  expect(roles(world)).toEqual(["user", "assistant", "tool", "assistant"]);
});

test("[AL-F19] a reply that ends with a call but has none is asked for it", async () => {
  const world = await agentWorld({
    steps: [says("I will read it.", "tool_calls"), calls("read_file", { path: "x" }), says("ok")],
  });
  expect(await world.agent.chat("go")).toBe("ok");
  expect(lastSent(world, 1)?.content).toContain("Send the call now");
  expect(roles(world)).toEqual(["user", "assistant", "tool", "assistant"]);
});

test("[AL-F20] a handler that throws is an error result, and the turn goes on", async () => {
  const broken = defineTool({
    name: "broken",
    toolset: "played",
    description: "Throws.",
    concurrency: "free",
    input: z.object({}),
    run: () => {
      throw new Error("the handler burst");
    },
  });
  const world = await agentWorld({ steps: [calls("broken"), says("It burst.")] }, { extraTools: [broken] });
  expect(await world.agent.chat("go")).toBe("It burst.");
  expect(z.object({ error: z.string() }).parse(JSON.parse(world.rows()[2]?.content ?? "")).error).toContain("burst");
});

test("[AL-E35] a stream that dies behind text is continued, and one message is stored", async () => {
  const dying = { reply: { text: ["The answer is ", "forty-two"] }, fault: { kind: "cut" as const, at_byte: 700 } };
  const world = await agentWorld({ steps: [dying, says("the rest")] });
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({ completed: true, exit_reason: "text_response" });
  expect(result.final_response).toMatch(/^The answer is [\s\S]*the rest$/);
  expect(lastSent(world, 1)?.content).toContain("network");
  expect(roles(world)).toEqual(["user", "assistant"]);
});

test("[AL-D16] reasoning without an answer is continued twice in the Responses format, and no more", async () => {
  const thinking = { reply: { thinking: "Hmm.", finish: "incomplete" } };
  const patient = await agentWorld({ steps: [thinking, thinking, says("Done.")] }, responsesEndpoint);
  expect(await patient.agent.runConversation("go")).toMatchObject({ final_response: "Done.", api_calls: 3 });
  expect(roles(patient)).toEqual(["user", "assistant"]);
  const endless = await agentWorld({ steps: [{ ...thinking, repeat: 3 }] }, responsesEndpoint);
  expect(await endless.agent.runConversation("go")).toMatchObject({
    partial: true,
    exit_reason: "responses_incomplete",
  });
  expect(endless.simulator.requests).toHaveLength(3);
});

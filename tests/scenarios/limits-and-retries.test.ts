import { expect, test } from "vitest";
import { z } from "zod";
import { ok } from "../../src/domain/outcome.ts";
import { defineTool } from "../../src/domain/tool.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const reads = { reply: { tool_calls: [{ name: "read_file", arguments: { path: "x" } }] } };

test("[AL-G21] at the step limit one request without tools asks for the closing answer", async () => {
  const { agent, simulator, rows } = await agentWorld(
    { steps: [reads, reads, says("This is how far I came.")] },
    { maxIterations: 2 },
  );
  const result = await agent.runConversation("go");
  expect(result).toMatchObject({
    final_response: "This is how far I came.",
    exit_reason: "max_iterations_reached",
    exit_detail: "2/2",
    completed: false,
    failed: false,
    api_calls: 2,
  });
  expect(simulator.requests).toHaveLength(3);
  const closing = z.record(z.string(), z.unknown()).parse(simulator.requests[2]?.body);
  expect(Object.keys(closing)).not.toContain("tools");
  expect(rows().map((row) => row.role)).toEqual(["user", "assistant", "tool", "assistant", "tool", "assistant"]);
  expect(rows().some((row) => row.content?.includes("step limit"))).toBe(false); // the request itself is not stored
});

test("[AL-G22] a closing request that fails leaves a fixed sentence with the error, and no exception", async () => {
  const { agent, rows } = await agentWorld(
    { steps: [reads, reads, { fault: { kind: "status", status: 500, message: "the machine is on fire" } }] },
    { maxIterations: 2 },
  );
  const result = await agent.runConversation("go");
  expect(result).toMatchObject({ exit_reason: "max_iterations_reached", completed: false, failed: false });
  expect(result.final_response).toContain("The limit of 2/2 steps was reached");
  expect(result.final_response).toContain("the machine is on fire");
  expect(rows().at(-1)).toMatchObject({ role: "assistant", content: result.final_response });
});

test("[AL-G23] an answer in the last step that is permitted is an answer", async () => {
  const { agent, simulator } = await agentWorld({ steps: [reads, says("Just in time.")] }, { maxIterations: 2 });
  const result = await agent.runConversation("go");
  expect(result).toMatchObject({ final_response: "Just in time.", completed: true, exit_reason: "text_response" });
  expect(simulator.requests).toHaveLength(2);
});

const program = defineTool({
  name: "execute_code",
  toolset: "played",
  description: "Runs a program that may call the other tools.",
  concurrency: "free",
  programmatic: true,
  input: z.object({ run: z.int().default(0) }),
  run: async (_input, { enabledTools }) => ok(enabledTools.join(" ")),
});
const runs = (run: number) => ({ reply: { tool_calls: [{ name: "execute_code", arguments: { run } }] } });
const both = {
  reply: {
    tool_calls: [
      { name: "execute_code", arguments: { run: 9 } },
      { name: "read_file", arguments: { path: "x" } },
    ],
  },
};

test("[AL-G24] a step of nothing but programs gives its unit back, and is counted as a request all the same", async () => {
  const options = { maxIterations: 2, extraTools: [program] };
  const free = await agentWorld({ steps: [runs(1), runs(2), reads, says("Done.")] }, options);
  expect(await free.agent.runConversation("go")).toMatchObject({ final_response: "Done.", api_calls: 4 });
  const mixed = await agentWorld({ steps: [both, reads, says("How far I came.")] }, options);
  expect(await mixed.agent.runConversation("go")).toMatchObject({
    exit_reason: "max_iterations_reached",
    api_calls: 2,
  });
});

test("a turn of programs ends too: as many are free as there are steps, and no more", async () => {
  const steps = Array.from({ length: 9 }, (_, run) => runs(run));
  const { agent } = await agentWorld({ steps }, { maxIterations: 2, extraTools: [program] });
  expect(await agent.runConversation("go")).toMatchObject({
    exit_reason: "max_iterations_reached",
    exit_detail: "2/2",
    api_calls: 4,
  });
});

const seen = ({ rows }: AgentWorld) => rows().flatMap(({ role, content }) => (role === "tool" ? [content] : []));

test("[AL-G26] of two agents in step with each other, a program of each sees only its own tools", async () => {
  const story = { steps: [runs(1), runs(2), says("done")] };
  const files = await agentWorld(story, { enabledToolsets: ["file"], extraTools: [program] });
  const shell = await agentWorld(story, { enabledToolsets: ["terminal"], extraTools: [program] });
  await Promise.all([files.agent.runConversation("go"), shell.agent.runConversation("go")]);
  const own = "execute_code patch read_file search_files write_file";
  expect(seen(files)).toEqual([own, own]);
  expect(seen(shell)).toEqual(["execute_code process terminal", "execute_code process terminal"]);
});

test("two turns at the same time on two agents count for themselves", async () => {
  const empty = { reply: { text: "", usage: { output_tokens: 1 } } };
  const lost = { reply: { tool_calls: [{ name: "frobnicate", arguments: {} }] } };
  const clumsy = await agentWorld({ steps: [lost, lost, reads, lost, lost, empty, says("a")] }, { maxIterations: 7 });
  const other = await agentWorld({ steps: [lost, lost, reads, lost, lost, empty, says("b")] }, { maxIterations: 7 });
  const results = await Promise.all(
    [clumsy, other].map(({ agent, clock }) => clock.runUntil(agent.runConversation("go"))),
  );
  expect(results.map(({ final_response: text, exit_reason, api_calls }) => [text, exit_reason, api_calls])).toEqual([
    ["a", "text_response", 7],
    ["b", "text_response", 7],
  ]);
});

test("a server that cannot stream is heard all the same, and not asked to stream again", async () => {
  const whole = { reply: { text: "All at once." }, fault: { kind: "ignore_stream" as const } };
  const shown: string[] = [];
  const { agent, simulator } = await agentWorld(
    { steps: [whole, says("Again.")] },
    { streamDeltaCallback: (text) => void shown.push(text ?? "") },
  );
  expect(await agent.chat("go")).toBe("All at once.");
  expect(shown.join("")).toBe("All at once.");
  expect(await agent.chat("go on")).toBe("Again.");
  const streams = simulator.requests.map(({ body }) => z.object({ stream: z.boolean().optional() }).parse(body).stream);
  expect(streams).toEqual([true, undefined]);
});

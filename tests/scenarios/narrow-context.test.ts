import { expect, test } from "vitest";
import { agentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const window = (tokens: number): string =>
  `providers:\n  custom:\n    models:\n      gpt-4o:\n        context_length: ${tokens}\n`;

test("in a window of less than 16,000 tokens nothing is asked, and the person is told what helps", async () => {
  const world = await agentWorld({ steps: [says("never")] }, { config: window(15_999) });
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({
    failed: true,
    exit_reason: "runtime_context_too_small",
    exit_detail: "window 15999",
    api_calls: 0,
  });
  expect(result.final_response).toContain("Use a model with a larger one");
  expect(world.simulator.requests).toEqual([]);
  expect(world.rows()).toMatchObject([{ role: "user", content: "go" }]);
});

test("instructions that fill more than six tenths of the window end the turn before any request", async () => {
  const systemMessage = "Be brief and kind. ".repeat(4_000);
  const world = await agentWorld({ steps: [says("never")] }, { config: window(20_000), systemMessage });
  const result = await world.agent.runConversation("go");
  expect(result).toMatchObject({ exit_reason: "runtime_context_too_small", api_calls: 0 });
  expect(result.final_response).toContain("Use fewer toolsets");
  expect(world.simulator.requests).toEqual([]);
});

test.each([
  [16_000, 1],
  [63_999, 1],
  [64_000, 0],
])("a window of %i tokens is worked in, with %i warnings in a session", async (tokens, warnings) => {
  const notices: string[] = [];
  const world = await agentWorld(
    { steps: [says("one"), says("two")] },
    { config: window(tokens), statusCallback: (kind, text) => void notices.push(`${kind} ${text}`) },
  );
  expect(await world.agent.chat("go")).toBe("one");
  expect(await world.agent.chat("on")).toBe("two");
  expect(notices.filter((notice) => notice.startsWith(`warn The context of gpt-4o holds only ${tokens}`))).toHaveLength(
    warnings,
  );
  expect(notices).toHaveLength(warnings);
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TurnRunningError, type AgentCallbacks, type TurnResult } from "../../src/app/library.ts";
import { agentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const reads = { reply: { text: "Let me look.", tool_calls: [{ name: "read_file", arguments: { path: "note.txt" } }] } };
const story = { steps: [reads, reads, says("\n\nAll done.")] };

test("[AL-A17] a second turn while one runs is refused, and the first goes on", async () => {
  const { agent } = await agentWorld({ steps: [says("first")] });
  const running = agent.runConversation("a");
  await expect(agent.runConversation("b")).rejects.toThrow(TurnRunningError);
  expect(await running).toMatchObject({ final_response: "first", exit_reason: "text_response" });
});

function explode(): never {
  throw new Error("callback");
}

/** Everything of a result that does not depend on when and where it ran. */
function essence({ session_id: _id, turn_id: _turn, messages, ...rest }: TurnResult) {
  return { ...rest, messages: messages.map(({ timestamp: _at, ...message }) => message) };
}

test("[AL-A19] callbacks that throw change nothing about the turn", async () => {
  const callbacks: Required<AgentCallbacks> = {
    toolProgressCallback: explode,
    thinkingCallback: explode,
    reasoningCallback: explode,
    stepCallback: explode,
    streamDeltaCallback: explode,
    toolGenCallback: explode,
    statusCallback: explode,
  };
  const quiet = await agentWorld(story);
  const loud = await agentWorld(story, callbacks);
  const [without, with_] = [await quiet.agent.runConversation("go"), await loud.agent.runConversation("go")];
  expect(essence(with_)).toEqual(essence(without));
});

test("[AL-A20] the step callback comes after each step with the tools it ran", async () => {
  const steps: [number, string[]][] = [];
  const { agent, cwd } = await agentWorld(story, {
    stepCallback: (step, tools) => void steps.push([step, tools.map((tool) => `${tool.name} ${tool.arguments}`)]),
  });
  writeFileSync(join(cwd, "note.txt"), "hello\n");
  await agent.runConversation("go");
  const call = 'read_file {"path":"note.txt"}';
  expect(steps).toEqual([
    [1, [call]],
    [2, [call]],
    [3, []],
  ]);
});

test("[AL-A21] the visible stream marks the end of a segment once before tools, and goes on with a blank line", async () => {
  const stream: (string | null)[] = [];
  const { agent } = await agentWorld(
    { steps: [reads, says("Done.")] },
    { streamDeltaCallback: (text) => void stream.push(text) },
  );
  await agent.runConversation("go");
  const end = stream.indexOf(null);
  expect(stream.filter((text) => text === null)).toHaveLength(1);
  expect(stream.slice(0, end).join("")).toBe("Let me look.");
  expect(stream.slice(end + 1).join("")).toBe("\n\nDone.");
});

test("tool progress and drafts are told by name", async () => {
  const told: string[] = [];
  const { agent, cwd } = await agentWorld(
    { steps: [reads, says("Done.")] },
    {
      toolGenCallback: (name) => void told.push(`draft ${name}`),
      toolProgressCallback: (...[event, name, preview, , extra]) =>
        void told.push([event, name, preview, extra?.is_error ?? ""].join(" ").trim()),
    },
  );
  writeFileSync(join(cwd, "note.txt"), "hello\n");
  await agent.runConversation("go");
  expect(told).toEqual(["draft read_file", "tool.started read_file note.txt", "tool.completed read_file  false"]);
});

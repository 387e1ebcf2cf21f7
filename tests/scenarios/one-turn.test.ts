import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Message } from "../../src/domain/message.ts";
import { agentWorld, anthropicEndpoint, chatEndpoint, responsesEndpoint } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const reads = (path: string) => ({ reply: { tool_calls: [{ name: "read_file", arguments: { path } }] } });

const ChatBody = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });
const sent = (request: { readonly body: unknown } | undefined) => ChatBody.parse(request?.body).messages;

test("[AL-A01] a plain answer completes the turn", async () => {
  const { agent, rows } = await agentWorld({ steps: [says("Hi")] });
  const result = await agent.runConversation("hello");
  expect(result).toMatchObject({
    final_response: "Hi",
    completed: true,
    failed: false,
    partial: false,
    interrupted: false,
    exit_reason: "text_response",
    exit_detail: "stop",
    api_calls: 1,
  });
  expect(result.messages.map((message) => message.role)).toEqual(["user", "assistant"]);
  expect(rows().map((row) => row.role)).toEqual(["user", "assistant"]);
});

test("[AL-A02] chat returns the final response and nothing else", async () => {
  const { agent } = await agentWorld({ steps: [says("Hi"), says("Hi")] });
  expect(await agent.chat("x")).toBe((await agent.runConversation("x")).final_response);
});

test.each([chatEndpoint, anthropicEndpoint, responsesEndpoint])(
  "a tool is called, its result sent back, and the answer stored: $apiMode",
  async (endpoint) => {
    const { agent, cwd, rows, simulator } = await agentWorld(
      { steps: [reads("note.txt"), says("It says hello.")] },
      endpoint,
    );
    writeFileSync(join(cwd, "note.txt"), "hello\n");
    const result = await agent.runConversation("What does note.txt say?");
    expect(result).toMatchObject({ final_response: "It says hello.", exit_reason: "text_response", api_calls: 2 });
    expect(rows().map((row) => row.role)).toEqual(["user", "assistant", "tool", "assistant"]);
    expect(rows()[2]?.content).toContain("1|hello");
    expect(simulator.requests).toHaveLength(2);
  },
);

test("[AL-A03] a history that was passed in is not changed", async () => {
  const { agent } = await agentWorld({ steps: [reads("x"), says("ok")] });
  const history: Message[] = [
    { role: "user", content: "a" },
    { role: "assistant", content: "b" },
  ];
  const before = structuredClone(history);
  const result = await agent.runConversation("c", { conversationHistory: history });
  expect(history).toEqual(before);
  expect(result.messages.slice(0, 2)).toEqual(before);
});

test("[AL-A04] without a history the stored one comes first", async () => {
  const { agent, another, simulator } = await agentWorld({ steps: [says("one"), says("two"), says("three")] });
  const first = await agent.runConversation("a");
  await agent.runConversation("b");
  const resumed = await another({ sessionId: first.session_id });
  await resumed.runConversation("c");
  expect(sent(simulator.requests[2]).slice(1)).toMatchObject([
    { role: "user", content: "a" },
    { role: "assistant", content: "one" },
    { role: "user", content: "b" },
    { role: "assistant", content: "two" },
    { role: "user", content: "c" },
  ]);
});

test("[AL-A06] a lone surrogate is replaced before it is sent or stored", async () => {
  const { agent, rows, simulator } = await agentWorld({ steps: [says("ok")] });
  await agent.runConversation("broken \ud83d end");
  expect(sent(simulator.requests[0]).at(-1)?.content).toBe("broken \ufffd end");
  expect(rows()[0]?.content).toBe("broken \ufffd end");
});

test("[AL-A07] recalled memory pasted back by the user is taken out", async () => {
  const { agent, rows, simulator } = await agentWorld({ steps: [says("ok")] });
  await agent.runConversation("<memory-context>secret</memory-context> hi");
  expect(sent(simulator.requests[0]).at(-1)?.content).toBe("hi");
  expect(rows()[0]?.content).toBe("hi");
});

test("[AL-A08] every row is on disk before the next effect", async () => {
  const seen: string[][] = [];
  const world = await agentWorld(
    {
      steps: [
        { reply: { tool_calls: [{ name: "terminal", arguments: { command: `"${process.execPath}" probe.mjs` } }] } },
        says("done"),
      ],
    },
    {
      yolo: true,
      wrap: (transport) => (request, signal) => {
        seen.push(world.rows().map((row) => row.role));
        return transport(request, signal);
      },
    },
  );
  const database = JSON.stringify(join(world.home, "hermes.db"));
  writeFileSync(
    join(world.cwd, "probe.mjs"),
    `import { DatabaseSync } from "node:sqlite";
     const rows = new DatabaseSync(${database}, { readOnly: true }).prepare("SELECT role FROM messages ORDER BY id").all();
     console.log("rows: " + rows.map((row) => row.role).join(","));`,
  );
  await world.agent.runConversation("go");
  expect(seen).toEqual([["user"], ["user", "assistant", "tool"]]);
  expect(world.rows()[2]?.content).toContain("rows: user,assistant"); // while the tool ran
  expect(world.rows().map((row) => row.role)).toEqual(["user", "assistant", "tool", "assistant"]);
});

import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const tooLarge = { fault: { kind: "status" as const, status: 413, message: "payload too large" } };
const todo = (args: Readonly<Record<string, unknown>>) => ({
  reply: { tool_calls: [{ name: "todo", arguments: args }] },
});
const talk = (turns: number) =>
  Array.from({ length: turns }, (_, index) => says(`answer ${index} ${"word ".repeat(60)}`));

const tasks = [
  { id: "1", content: "find the walrus", status: "completed" },
  { id: "2", content: "weigh the walrus", status: "completed" },
  { id: "3", content: "feed the walrus", status: "in_progress" },
  { id: "4", content: "thank the\nwalrus", status: "pending" },
  { id: "5", content: "paint the walrus", status: "cancelled" },
];
const snapshot =
  "[Your open tasks, carried over from the part of this conversation that was compacted]\n[>] 3: feed the walrus\n[ ] 4: thank the walrus";

const Body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });

/** The texts of one kind in a request, by default of the newest. */
function sent({ simulator }: AgentWorld, role: string, index = -1): readonly unknown[] {
  const { messages } = Body.parse(simulator.requests.at(index)?.body);
  return messages.filter((message) => message.role === role).map(({ content }) => content);
}

const timesSaid = (texts: readonly unknown[], words: string): number => JSON.stringify(texts).split(words).length - 1;

test("[PM-83] open tasks go along with the question after each compression, and the list survives a restart", async () => {
  const world = await agentWorld({
    steps: [
      todo({ todos: tasks }),
      ...talk(6),
      tooLarge,
      says("once"),
      says("between"),
      tooLarge,
      says("twice"),
      says("after"),
      todo({}),
      says("resumed"),
    ],
  });
  for (let turn = 0; turn < 6; turn++) await world.agent.chat(`question ${turn}`);

  await world.clock.runUntil(world.agent.chat("first squeeze"));
  expect(sent(world, "user").at(-1)).toBe(`first squeeze\n\n${snapshot}`);
  expect(timesSaid(sent(world, "tool"), "feed the walrus")).toBe(0); // the answer that held the list is gone
  await world.agent.chat("next");
  expect(sent(world, "user").slice(-2)).toEqual([`first squeeze\n\n${snapshot}`, "next"]); // the same bytes again

  await world.clock.runUntil(world.agent.chat("second squeeze"));
  expect(sent(world, "user").slice(-3)).toEqual(["first squeeze", "next", `second squeeze\n\n${snapshot}`]);
  await world.agent.chat("after that");
  expect(timesSaid(sent(world, "user"), "[Your open tasks")).toBe(1);
  expect(
    timesSaid(
      world.rows().map(({ content }) => content),
      "[Your open tasks",
    ),
  ).toBe(0);

  const { sessionId } = world.agent.session.info;
  await world.agent.close();
  const resumed = await world.another({ sessionId });
  expect(await resumed.chat("what was there to do?")).toBe("resumed");
  const [list] = sent(world, "tool").slice(-1);
  expect(JSON.parse(String(list))).toMatchObject({
    todos: tasks.map(({ id, status }) => ({ id, status })),
    summary: { total: 5, pending: 1, in_progress: 1, completed: 2, cancelled: 1 },
  });
});

test("a session without the tool says nothing about tasks", async () => {
  const world = await agentWorld({ steps: [todo({ todos: tasks }), ...talk(6), tooLarge, says("fits")] });
  for (let turn = 0; turn < 6; turn++) await world.agent.chat(`question ${turn}`);
  const { sessionId } = world.agent.session.info;
  await world.agent.close();
  const plain = await world.another({ sessionId, enabledToolsets: ["file"] });
  await world.clock.runUntil(plain.chat("squeeze"));
  expect(sent(world, "user").at(-1)).toBe("squeeze");
});

test("what others wrote down meanwhile is what there is to do", async () => {
  const read = todo({});
  const world = await agentWorld({
    steps: [todo({ todos: [tasks[0]] }), says("mine"), todo({ todos: tasks }), says("theirs"), read, says("read")],
  });
  await world.agent.chat("one");
  const other = await world.another({ sessionId: world.agent.session.info.sessionId });
  await other.chat("two");
  await world.agent.chat("three");
  expect(JSON.parse(String(sent(world, "tool").at(-1)))).toMatchObject({ summary: { total: 5 } });
});

test("what memory said with a question stays with it through a compression, beside what there is to do", async () => {
  const world = await agentWorld(
    { steps: [todo({ todos: tasks }), ...talk(6), tooLarge, says("once"), tooLarge, says("twice")] },
    { prefetch: [({ userMessage }) => (userMessage.includes("squeeze") ? "likes tea" : "")] },
  );
  for (let turn = 0; turn < 6; turn++) await world.agent.chat(`question ${turn}`);
  await world.clock.runUntil(world.agent.chat("first squeeze"));
  const block = /^first squeeze(\n\n<memory-context>[^]*likes tea[^]*<\/memory-context>)\n\n/;
  const recalled = block.exec(String(sent(world, "user").at(-1)))?.[1];
  expect(sent(world, "user").at(-1)).toBe(`first squeeze${recalled}\n\n${snapshot}`);
  await world.clock.runUntil(world.agent.chat("second squeeze"));
  expect(sent(world, "user").slice(-2)).toEqual([
    `first squeeze${recalled}`,
    `second squeeze${recalled}\n\n${snapshot}`,
  ]);
});

import { expect, test } from "vitest";
import { z } from "zod";
import { resolveChoice } from "../../src/app/switch-model.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import type { Session } from "../../src/session/session.ts";
import { agentWorld, chatEndpoint, type AgentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const Body = z.object({
  model: z.string(),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).optional(),
});
const bodies = ({ simulator }: AgentWorld) => simulator.requests.map(({ body }) => Body.parse(body));
const toolsIn = ({ tools = [] }: z.infer<typeof Body>) => tools.map((tool) => tool.function.name);

async function ask(session: Session, content: string): Promise<readonly AgentEvent[]> {
  const turn = session.send({ content });
  const events: AgentEvent[] = [];
  for await (const event of turn.events) events.push(event);
  expect((await turn.result).completed).toBe(true);
  return events;
}

test("a model for one turn: the next request goes to it, the one after to the model before", async () => {
  const world = await agentWorld({ models: ["gpt-4o", "other"], steps: [says("a"), says("b"), says("c")] });
  const { session } = await world.open();
  await ask(session, "one");
  const { home, cwd, clock } = world;
  await session.switchRuntimeOnce(
    await resolveChoice({ ...chatEndpoint, home, cwd, clock }, { provider: "custom", model: "other" }),
  );
  expect(session.info.model).toBe("other");
  await ask(session, "two");
  expect(session.info.model).toBe("gpt-4o");
  await ask(session, "three");
  expect(bodies(world).map(({ model }) => model)).toEqual(["gpt-4o", "other", "gpt-4o"]);
  await session.close();
});

test("tools switched at once are in the next request, whose turn says that the cache is lost", async () => {
  const world = await agentWorld({ steps: [says("a"), says("b"), says("c")] });
  const { session, slash } = await world.open();
  await ask(session, "one");
  expect(await slash.switchTools(["todo"], false)).toEqual({
    kind: "changed",
    change: { added: [], removed: ["todo"], changed: [] },
  });
  expect(await slash.switchTools(["todo"], false)).toEqual({ kind: "same" });
  const [broken] = (await ask(session, "two")).filter(({ type }) => type === "cache.broken");
  expect(broken).toMatchObject({ cause: "tools" });
  expect(await slash.switchTools(["todo"], true)).toMatchObject({ kind: "changed", change: { added: ["todo"] } });
  await ask(session, "three");
  const [first, second, third] = bodies(world).map(toolsIn);
  expect(first).toContain("todo");
  expect(second).toEqual(first?.filter((name) => name !== "todo"));
  expect(third).toEqual(first);
  await session.close();
});

test("a tool that a setting forbids stays away, and the list is as it was", async () => {
  const world = await agentWorld({ steps: [] }, { config: "agent: {disabled_tools: [todo]}\n" });
  const { session, slash } = await world.open();
  const before = session.info.tools;
  expect(await slash.switchTools(["todo"], true)).toEqual({
    kind: "refused",
    message: "todo is decided by agent.disabled_toolsets or agent.disabled_tools; change those with hermes config",
  });
  expect(session.info.tools).toEqual(before);
  await session.close();
});

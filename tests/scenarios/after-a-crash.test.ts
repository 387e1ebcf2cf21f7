import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Message, ToolMessage } from "../../src/domain/message.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { says } from "../support/played-tools.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const asks = (name: string, ...ids: readonly string[]): Message => ({
  role: "assistant",
  content: "",
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name, arguments: '{"command":"x","path":"x"}' } })),
});
const answers = (name: string, id: string, content: string): ToolMessage => ({
  role: "tool",
  tool_call_id: id,
  name,
  tool_name: name,
  content,
});

const Body = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })) });
const sent = ({ simulator }: AgentWorld) =>
  simulator.requests.map(({ body }) => Body.parse(body).messages.filter(({ role }) => role !== "system"));

/** A conversation whose last process wrote these rows and died. */
async function deserted(...rows: readonly Message[]) {
  const world = await agentWorld({ steps: [{ ...says("ok"), repeat: "forever" }] });
  await world.agent.runConversation("hello");
  const { sessionId } = world.agent.session.info;
  await world.agent.close();
  using store = await temporaryStore({ path: join(world.home, "hermes.db") });
  const journal = store.openJournal(null);
  for (const row of rows) await journal.append(sessionId, row, "t");
  return { ...world, sessionId };
}

test("results that died before their size was limited are limited when they are loaded, the same way each time", async () => {
  const big = ["a", "b", "c"].map((letter) => letter.repeat(70_000));
  const results = big.map((text, index) => answers("terminal", `c${index}`, text));
  const world = await deserted({ role: "user", content: "go" }, asks("terminal", "c0", "c1", "c2"), ...results);
  for (const question of ["one", "two"])
    await (await world.another({ sessionId: world.sessionId })).runConversation(question);
  const [, first = [], second] = sent(world);
  const tools = first.filter(({ role }) => role === "tool").map(({ content }) => content ?? "");
  expect(tools.map((text) => text.startsWith("<persisted-output>"))).toEqual([true, false, false]);
  expect(tools.slice(1)).toEqual(big.slice(1));
  const folder = join(world.home, "cache", "spill");
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([big[0]]);
  expect(second?.slice(0, first.length)).toEqual(first);
  expect(
    world
      .rows()
      .filter(({ role }) => role === "tool")
      .map(({ content }) => content),
  ).toEqual(big);
});

test("a batch that was being stopped when the process died: reading is forgotten, a command is left in doubt", async () => {
  const stopped = '{"error":"Interrupted","output":"","exit_code":130}';
  const reading = await deserted(
    { role: "user", content: "go" },
    asks("read_file", "r"),
    answers("read_file", "r", stopped),
  );
  const doing = await deserted(
    { role: "user", content: "go" },
    asks("terminal", "w"),
    answers("terminal", "w", stopped),
  );
  for (const world of [reading, doing])
    await (await world.another({ sessionId: world.sessionId })).runConversation("and now?");
  expect(sent(reading)[1]?.slice(2)).toEqual([{ role: "user", content: "go\n\nand now?" }]);
  expect(
    sent(doing)[1]
      ?.slice(2)
      .map(({ role }) => role),
  ).toEqual(["user", "assistant", "tool", "user"]);
  expect(sent(doing)[1]?.[4]?.content).toMatch(/^\{"error":"Interrupted".*effect is unknown: inspect the state/s);
});

test("what a crash left goes out and comes in again as it was stored", async () => {
  const open = asks("terminal", "w");
  const { home, sessionId } = await deserted({ role: "user", content: "go" }, open);
  using store = await temporaryStore({ path: join(home, "hermes.db") });
  expect(store.archive.read(sessionId)?.messages.at(-1)?.message).toEqual(open);
  expect(store.search("hello").hits).toHaveLength(1);
});

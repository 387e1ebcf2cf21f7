import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { z } from "zod";
import { textOf } from "../../src/domain/message.ts";
import { compressionPhrases } from "../../src/text/phrases/compression.ts";
import { agentWorld } from "../support/agent-world.ts";
import { longTalk } from "../support/long-talk.ts";

const Body = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
});
const called = (name: string, args: Readonly<Record<string, unknown>>) => ({
  reply: { tool_calls: [{ name, arguments: args }] },
});
const longest = 40_000; // characters of messages

test("turn after turn through several hard limits every request stays small, and each batch is counted and told", async () => {
  const { world, told } = await longTalk(60, 0.05);
  using db = new DatabaseSync(join(world.home, "hermes.db"), { readOnly: true });
  const [session] = db.prepare("SELECT compression_count AS batches, message_count AS messages FROM sessions").all();
  expect(session?.["messages"]).toBe(120);
  expect(Number(session?.["batches"])).toBeGreaterThan(1);
  expect(told.length).toBeGreaterThan(1);
  expect(told[0]).toMatchObject({
    record: { engine: "lcm", trigger: "engine", outcome: "ok", child_session_id: null },
  });
  const [first] = told.flatMap((event) => (event.type === "compression.finished" ? [event.record] : []));
  expect(first === undefined ? "" : compressionPhrases.compressed(first)).not.toContain("undo"); // nothing to take back
  const bodies = world.simulator.requests.map(({ body }) => Body.parse(body));
  expect(Math.max(...bodies.map(({ messages }) => JSON.stringify(messages.slice(1)).length))).toBeLessThan(longest);
  const names = bodies[0]?.tools?.map((tool) => tool.function.name).filter((name) => name.startsWith("lcm_"));
  expect(names).toEqual(["lcm_describe", "lcm_expand", "lcm_expand_query", "lcm_grep"]);
});

test("the model walks back to what was said long ago by searching and expanding", async () => {
  const { world } = await longTalk(40, 0.05);
  writeFileSync(join(world.home, "config.yaml"), "context:\n  engine: lcm\n"); // with room for all of it
  const steps = [
    called("lcm_grep", { query: "question 3 about" }),
    called("lcm_expand", { message_id: 7 }),
    called("lcm_expand", { message_id: 99_999 }),
    { reply: { text: "found" } },
  ];
  const next = await agentWorld({ steps }, { home: world.home, cwd: world.cwd, sessionId: "latest", realEngine: true });
  const { final_response: answer, messages } = await next.agent.runConversation("what was the third question?");
  await next.agent.close();
  const results = messages.filter(({ role }) => role === "tool").map(({ content }) => textOf(content));
  expect(answer).toBe("found");
  expect(results[0]).toContain('"message_id":7');
  expect(results[1]).toContain("question 3 about the matter");
  expect(results[2]).toContain("nothing is stored as 99999");
});

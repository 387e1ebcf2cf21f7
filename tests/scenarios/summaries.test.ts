import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld, anthropicItself, type AgentWorld } from "../support/agent-world.ts";
import { scriptedEngine } from "../support/scripted-engine.ts";

const says = (text: string) => ({ reply: { text } });
const talk = (turns: number) =>
  Array.from({ length: turns }, (_, index) => says(`answer ${index} ${"word ".repeat(900)}`));

async function talked(world: AgentWorld, turns: number): Promise<void> {
  for (let index = 0; index < turns; index++) await world.agent.chat(`question ${index}`);
}

const BodySchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.array(z.looseObject({})) })),
});
type Body = z.infer<typeof BodySchema>;

const bodyOf = ({ simulator }: AgentWorld, index: number): Body =>
  BodySchema.parse(JSON.parse(simulator.requests.at(index)?.text ?? "{}"));

const unmarked = (body: Body): Body =>
  BodySchema.parse(
    JSON.parse(JSON.stringify(body, (key, inner: unknown) => (key === "cache_control" ? undefined : inner))),
  );
const marksIn = ({ messages }: Body): readonly number[] =>
  messages.flatMap(({ content }, index) => (content.some((block) => "cache_control" in block) ? [index] : []));

const someNumber: unknown = expect.any(Number);
const someUsage: unknown = expect.any(Object);
const someAnswer: unknown = expect.stringContaining("answer 3");

const thinks = { reasoningConfig: { enabled: true, effort: "low" as const } };

test("[CC-C79] a same-prefix summary is the last request and one message more, and reads what is cached of it", async () => {
  const { factory, replies } = scriptedEngine({ path: "same-prefix" });
  const world = await agentWorld(
    { steps: [...talk(4), says("summed up"), says("on")] },
    { ...anthropicItself, ...thinks, contextEngine: factory },
  );
  await talked(world, 4);
  const tail = tailIn(world);
  const answer = await world.agent.session.compress();
  const [last, asked] = [bodyOf(world, -2), bodyOf(world, -1)];
  const said = { role: "assistant", content: [{ type: "text", text: someAnswer }] };
  expect(unmarked(asked)).toEqual({
    ...unmarked(last),
    max_tokens: someNumber,
    messages: [...unmarked(last).messages, said, { role: "user", content: [{ type: "text", text: "SUM UP" }] }],
  });
  expect([marksIn(last), marksIn(asked)]).toEqual([[4, 6], [6]]);
  const [reply] = replies;
  const usage = reply?.kind === "text" ? reply.usage : null;
  const before = (usage?.prompt_tokens ?? 0) - 1_300; // the answer nobody has sent yet, and our own words
  expect(usage?.cache_read_tokens).toBeGreaterThan(before * 0.95);
  expect(usage?.cache_write_tokens).toBe(0);
  expect(tailIn(world)).toBe(tail);
  expect(answer).toMatchObject({ kind: "compressed", record: { summary_path: "same_prefix", outcome: "ok" } });
});

function tailIn({ home }: AgentWorld): unknown {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  return db.prepare("SELECT cache_state FROM sessions WHERE cache_state IS NOT NULL").get()?.["cache_state"];
}

test("[CC-C80] tools that a summary's answer calls are not run; whoever asked is told", async () => {
  const calls = { reply: { tool_calls: [{ name: "write_file", arguments: { path: "x", content: "x" } }] } };
  const { factory, replies } = scriptedEngine({ path: "same-prefix" });
  const world = await agentWorld(
    { steps: [...talk(3), calls, says("on")] },
    { ...anthropicItself, contextEngine: factory, yolo: true },
  );
  await talked(world, 3);
  const before = world.rows();
  expect(await world.agent.session.compress()).toMatchObject({ kind: "failed" });
  expect(replies).toMatchObject([{ kind: "called-tools", usage: someUsage }]);
  expect(world.rows()).toEqual(before);
});

test("a summary is paid for by its turn, under its own name, and stands in the record", async () => {
  const { factory } = scriptedEngine({ path: "main" });
  const world = await agentWorld(
    {
      steps: [
        ...talk(3),
        { fault: { kind: "status", status: 413, message: "payload too large" } },
        says("summed up"),
        says("on"),
      ],
    },
    { contextEngine: factory, config: priced },
  );
  await talked(world, 3);
  const records: unknown[] = [];
  const turn = world.agent.session.send({ content: "and now?" });
  const result = await world.clock.runUntil(turn.result);
  for await (const event of turn.events) if (event.type === "compression.finished") records.push(event.record);
  expect(records).toMatchObject([
    {
      summary_model: "gpt-4o",
      summary_path: "auxiliary",
      summary_usage: { input: someNumber, output: someNumber },
      summary_cost_usd: someNumber,
    },
  ]);
  using db = new DatabaseSync(join(world.home, "hermes.db"), { readOnly: true });
  const rows = db
    .prepare("SELECT task, api_calls FROM usage WHERE session_id = ? ORDER BY task")
    .all(result.session_id);
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { task: "", api_calls: 1 },
    { task: "compression", api_calls: 1 },
  ]);
});

const priced = "providers: {custom: {models: {gpt-4o: {prices: {input: 2, output: 8, cache_read: 1}}}}}\n";

test("a summary that is silent for a minute has failed, and nothing was changed", async () => {
  const { factory, replies } = scriptedEngine({ path: "same-prefix" });
  const stalls = { reply: { text: "never" }, fault: { kind: "stall" as const } };
  const world = await agentWorld({ steps: [...talk(3), stalls] }, { contextEngine: factory });
  await talked(world, 3);
  const before = world.clock.now();
  expect(await world.clock.runUntil(world.agent.session.compress())).toMatchObject({ kind: "failed" });
  expect(replies).toMatchObject([{ kind: "failed", failure: "timeout" }]);
  expect(world.clock.now() - before).toBe(60_000);
});

/** Which way a summary was asked for, so long after the last word. */
async function pathWith(config: string, waitMs: number): Promise<unknown> {
  const { factory } = scriptedEngine({ path: "chosen" });
  const world = await agentWorld(
    { steps: [...talk(3), says("summed up")] },
    { ...anthropicItself, contextEngine: factory, config },
  );
  await talked(world, 3);
  await world.clock.advance(waitMs);
  const answer = await world.agent.session.compress();
  return answer.kind === "compressed" ? answer.record?.["summary_path"] : answer.kind;
}

test("the way to a summary follows the settings, the price and the warmth of the cache", async () => {
  expect(await pathWith("", 0)).toBe("same_prefix");
  expect(await pathWith("", 300_000)).toBe("auxiliary"); // gone cold
  expect(await pathWith("compression: {summary_path: auxiliary}\n", 0)).toBe("auxiliary");
  expect(await pathWith("compression: {summary_path: same_prefix}\n", 300_000)).toBe("same_prefix");
  expect(await pathWith("auxiliary: {compression: {model: claude-haiku-4-5}}\n", 0)).toBe("auxiliary");
});

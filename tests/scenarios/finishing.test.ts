import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { TurnResult } from "../../src/domain/turn.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

const looking = (text: RegExp): unknown => expect.stringMatching(text);
const key = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD";

test("a trajectory is a line per turn: the whole conversation, its thinking and calls, without secrets", async () => {
  const played = playedTools();
  const world = await agentWorld(
    {
      steps: [
        { reply: { thinking: "hm", ...calls({ name: "look", id: "c1", arguments: { as: "it", ms: 0 } }).reply } },
        says("seen"),
        says("again"),
      ],
    },
    { saveTrajectories: true, model: "deepseek-chat", play: played.tools({ name: "look", concurrency: "free" }) },
  );
  const { agent, clock } = world;
  const first = await clock.runUntil(agent.runConversation(`my key is ${key}`));
  await clock.runUntil(agent.runConversation("and?"));
  const folder = join(world.home, "trajectories");
  const [name = "", ...others] = readdirSync(folder);
  expect([name, others]).toEqual([`${first.session_id}.jsonl`, []]);
  expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
  const text = readFileSync(join(folder, name), "utf8");
  expect(text).not.toContain(key);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(lines).toMatchObject([
    {
      id: first.turn_id,
      session_id: first.session_id,
      completed: true,
      exit_reason: "text_response",
      conversations: [
        { from: "system" },
        { from: "human", value: looking(/^my key is /) },
        {
          from: "gpt",
          value:
            '<think>\nhm\n</think>\n<tool_call>\n{"id":"c1","name":"look","arguments":{"as":"it","ms":0}}\n</tool_call>',
        },
        {
          from: "tool",
          value: '<tool_response>\n{"tool_call_id":"c1","name":"look","content":"it done"}\n</tool_response>',
        },
        { from: "gpt", value: "seen" },
      ],
    },
    { conversations: { length: 7 } },
  ]);
});

test("[AL-A18] a trajectory that cannot be written is named in the result, and the turn is stored all the same", async () => {
  const world = await agentWorld({ steps: [says("Hi")] }, { saveTrajectories: true });
  writeFileSync(join(world.home, "trajectories"), "a file in the way");
  const result = await world.agent.runConversation("hello");
  expect(result).toMatchObject({ final_response: "Hi", completed: true, exit_reason: "text_response" });
  expect(result.cleanup_errors).toEqual([looking(/^save trajectory: ENOTDIR/)]);
  expect(world.rows().map(({ role, content }) => `${role}: ${content}`)).toEqual(["user: hello", "assistant: Hi"]);
  expect(turnsOf(world)).toEqual([`${result.turn_id} text_response`]);
});

test("nothing is kept of a turn nobody asked to keep", async () => {
  const { agent, home } = await agentWorld({ steps: [says("Hi")] });
  await agent.runConversation("hello");
  expect(existsSync(join(home, "trajectories"))).toBe(false);
});

/** The rows of all turns, in the order they ended. */
function turnsOf({ home }: AgentWorld): readonly string[] {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  const rows = db.prepare("SELECT turn_id || ' ' || exit_reason AS line FROM turns ORDER BY id").all();
  return rows.map(({ line }) => String(line));
}

type Ending = { readonly reason: string; readonly reach: () => Promise<{ world: AgentWorld; result: TurnResult }> };

const play = async (...args: Parameters<typeof agentWorld>): Promise<{ world: AgentWorld; result: TurnResult }> => {
  const world = await agentWorld(...args);
  return { world, result: await world.clock.runUntil(world.agent.runConversation("go")) };
};
const status = (code: number) => ({ fault: { kind: "status" as const, status: code } });
const looks = (n: number) => calls({ name: "read_file", id: `c${n}`, arguments: { path: `${n}` } });
const cut = { reply: { text: "half", finish: "length" } };

const endings: readonly Ending[] = [
  { reason: "text_response", reach: () => play({ steps: [looks(1), says("done")] }) },
  { reason: "max_iterations_reached", reach: () => play({ steps: [looks(1), says("summary")] }, { maxIterations: 1 }) },
  { reason: "api_error_nonretryable", reach: () => play({ steps: [status(401)] }) },
  { reason: "api_retries_exhausted", reach: () => play({ steps: [{ ...status(500), repeat: "forever" }] }) },
  { reason: "length_exhausted", reach: () => play({ steps: [{ ...cut, repeat: "forever" }] }) },
  { reason: "empty_response_exhausted", reach: () => play({ steps: [{ reply: { text: "" }, repeat: "forever" }] }) },
  {
    reason: "invalid_tool_calls_exhausted",
    reach: () => play({ steps: [{ ...calls({ name: "no_such", arguments: {} }), repeat: "forever" }] }),
  },
  {
    reason: "interrupted_by_user",
    reach: async () => {
      const world = await agentWorld({ steps: [says("never")] });
      world.agent.interrupt();
      return { world, result: await world.agent.runConversation("go") };
    },
  },
];

test.each(endings)(
  "[AL-G28] a turn leaves exactly one row with its exit reason: $reason",
  async ({ reason, reach }) => {
    const { world, result } = await reach();
    expect(result.exit_reason).toBe(reason);
    expect(turnsOf(world)).toEqual([`${result.turn_id} ${reason}`]);
  },
);

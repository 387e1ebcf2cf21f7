import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { ok } from "../../src/domain/outcome.ts";
import { defineTool, type Tool } from "../../src/domain/tool.ts";
import { agentWorld } from "../support/agent-world.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

const locks: DatabaseSync[] = []; // a handle nobody holds is collected, and its lock with it

/** Another program keeps the database to itself, for good. */
function lockForGood(home: string): DatabaseSync {
  const db = new DatabaseSync(join(home, "hermes.db"));
  db.exec("BEGIN IMMEDIATE");
  locks.push(db);
  return db;
}

test("[SF-D8] with the store locked for good a question and an answer are kept and saved later, a tool is not run", async () => {
  const toolCall = { reply: { tool_calls: [{ name: "write_file", arguments: { path: "made.txt", content: "x" } }] } };
  const world = await agentWorld({ steps: [says("one"), says("two"), toolCall, says("three")] });
  const { agent, clock, rows, cwd } = world;
  await agent.runConversation("before");

  const lock = lockForGood(world.home);
  const answered = await clock.runUntil(agent.runConversation("question"));
  expect(answered).toMatchObject({ final_response: "two", completed: true, exit_reason: "text_response" });
  expect(answered.cleanup_errors.map((error) => error.split(":")[0])).toEqual(["save messages", "save turn"]);
  expect(rows()).toHaveLength(2);

  const halted = await clock.runUntil(agent.runConversation("write it"));
  expect(halted).toMatchObject({ failed: true, exit_reason: "session_persistence_failed", exit_detail: "locked" });
  expect(existsSync(join(cwd, "made.txt"))).toBe(false);
  lock.close();

  const result = await clock.runUntil(agent.runConversation("once more"));
  expect(result).toMatchObject({ final_response: "three", exit_reason: "text_response" });
  expect(rows().map(({ role, content }) => [role, content])).toEqual([
    ["user", "before"],
    ["assistant", "one"],
    ["user", "question"],
    ["assistant", "two"],
    ["user", "write it"],
    ["user", "once more"],
    ["assistant", "three"],
  ]);
});

const persistenceFailed = { failed: true, exit_reason: "session_persistence_failed", exit_detail: "locked" };

test("[AL-A12] when the calls of a reply cannot be stored, none of them is made", async () => {
  const played = playedTools();
  let lock: DatabaseSync | null = null;
  const world = await agentWorld(
    { steps: [calls({ name: "act", arguments: { as: "one" } }, { name: "act", arguments: { as: "two" } })] },
    {
      play: played.tools({ name: "act", concurrency: "shell" }),
      wrap: (transport) => async (request, signal) => {
        lock = lockForGood(world.home); // the question is stored by now, the reply is not
        return transport(request, signal);
      },
    },
  );
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(result).toMatchObject({ ...persistenceFailed, tool_calls: 0 });
  expect([played.told, lock]).toEqual([[], expect.any(DatabaseSync)]);
  expect(world.rows().map(({ role }) => role)).toEqual(["user"]);
});

test("[AL-A13] when the first of two results cannot be stored, the second call is not made", async () => {
  const done: string[] = [];
  const world = await agentWorld(
    { steps: [calls({ name: "act", id: "c1", arguments: {} }, { name: "act", id: "c2", arguments: {} })] },
    { extraTools: [actor((callId) => void (done.push(callId), lockForGood(world.home)))] },
  );
  const result = await world.clock.runUntil(world.agent.runConversation("go"));
  expect(result).toMatchObject({ ...persistenceFailed, tool_calls: 1 });
  expect(done).toEqual(["c1"]);
  expect(world.rows().map(({ role }) => role)).toEqual(["user", "assistant"]);
});

/** Calls of it never overlap. */
function actor(act: (callId: string) => void): Tool {
  return defineTool({
    name: "act",
    toolset: "played",
    description: "Acts.",
    concurrency: "shell",
    input: z.object({}),
    run: async (_input, { callId }) => {
      act(callId);
      return ok("done");
    },
  });
}

import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });

/** Another program keeps the database to itself, for good. */
function lockForGood(home: string): DatabaseSync {
  const db = new DatabaseSync(join(home, "hermes.db"));
  db.exec("BEGIN IMMEDIATE");
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

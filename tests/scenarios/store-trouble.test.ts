import { expect, test } from "vitest";
import { AgentSetupError } from "../../src/app/library.ts";
import { agentWorld } from "../support/agent-world.ts";
import { playedTools } from "../support/played-tools.ts";
import { hookStatements, sqliteError } from "../support/statement-hook.ts";
import { stored } from "../support/stored.ts";

const says = (text: string) => ({ reply: { text } });

type Disk = Disposable & { readonly breaksOnce: (beginning: string) => void };

/** A disk that fails when it is told to, at the next statement that begins in a certain way. */
function brokenDisk(): Disk {
  let failing: string | null = null;
  const hook = hookStatements({
    before: (_db, sql) => {
      if (failing === null || !sql.trimStart().startsWith(failing)) return;
      failing = null;
      throw sqliteError(10, "disk I/O error");
    },
    after: () => undefined,
  });
  return { breaksOnce: (beginning) => void (failing = beginning), [Symbol.dispose]: () => hook[Symbol.dispose]() };
}

test("a history that cannot be read ends the turn with its reason, and the next turn reads it again", async () => {
  using disk = brokenDisk();
  const { agent, another, home } = await agentWorld({ steps: [says("one"), says("two")] });
  await agent.runConversation("first");
  const resumed = await another({ sessionId: agent.session.info.sessionId });
  disk.breaksOnce("SELECT id, turn_id, active");
  const refused = await resumed.runConversation("second");
  expect(refused).toMatchObject({ failed: true, exit_reason: "session_persistence_failed", exit_detail: "disk" });
  expect(await resumed.chat("third")).toBe("two");
  expect(stored(home).messages).toEqual(["user: first", "assistant: one", "user: third", "assistant: two"]);
});

test("a disk that fails while a session is looked up is a setup error in one line", async () => {
  using disk = brokenDisk();
  const { agent, another } = await agentWorld({ steps: [says("one")] });
  await agent.runConversation("first");
  const { sessionId } = agent.session.info;
  disk.breaksOnce("SELECT s.id");
  const refusal = await another({ sessionId }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AgentSetupError);
  expect(String(refusal)).toMatch(/^AgentSetupError: .*disk I\/O error.*$/);
});

test("a compression whose lock cannot be given back is a compression all the same", async () => {
  using disk = brokenDisk();
  const overflows = { fault: { kind: "overflow" as const, above_tokens: 0 } };
  const { agent, clock } = await agentWorld({ steps: [says("one"), says("two"), overflows, says("three")] });
  await agent.runConversation("first");
  await agent.runConversation("second");
  disk.breaksOnce("UPDATE leases SET holder = ''");
  const result = await clock.runUntil(agent.runConversation("third"));
  expect(result).toMatchObject({ final_response: "three", exit_reason: "text_response", cleanup_errors: [] });
});

test("half a character in an answer or a result is mended before it is history, as it is on disk", async () => {
  const script = playedTools();
  const call = { name: "look", arguments: { says: "half \ud83d of one" } };
  const { agent, clock, home } = await agentWorld(
    { steps: [{ reply: { tool_calls: [call] } }, says("the other \udc00 half")] },
    { play: script.tools({ name: "look", concurrency: "free" }) },
  );
  const { messages, final_response: answer } = await clock.runUntil(agent.runConversation("look"));
  expect(answer).toBe("the other \ufffd half");
  const texts = messages.map(({ role, content }) => `${role}: ${typeof content === "string" ? content : ""}`);
  expect(texts).toEqual(["user: look", "assistant: ", "tool: half \ufffd of one", "assistant: the other \ufffd half"]);
  expect(stored(home).messages).toEqual(texts);
});

import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { openHomeStore } from "../../src/commands/home-store.ts";
import { type Message, textOf } from "../../src/domain/message.ts";
import { ok } from "../../src/domain/outcome.ts";
import { defineTool } from "../../src/domain/tool.ts";
import { agentWorld } from "../support/agent-world.ts";
import { fakeRng } from "../support/fake-rng.ts";
import { calls, says } from "../support/played-tools.ts";
import { stored } from "../support/stored.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const slow = (text: string) => ({ reply: { text }, fault: { kind: "drip", delay_ms: 1_000 } as const });

test("a second agent on the same conversation waits for the first one's turn and then knows it", async () => {
  const { agent, another, clock, simulator } = await agentWorld({ steps: [says("one"), slow("two"), says("three")] });
  const { session_id: sessionId } = await agent.runConversation("a");
  const other = await another({ sessionId });
  const first = agent.runConversation("b");
  await clock.advance(100);
  const waits: string[] = [];
  const turn = other.session.send({ content: "c" });
  const heard = (async () => {
    for await (const event of turn.events) if (event.type === "wait.noticed") waits.push(event.waitingFor);
  })();
  await clock.advance(500);
  expect(simulator.requests).toHaveLength(2); // nothing of the second turn yet
  expect(await clock.runUntil(first)).toMatchObject({ final_response: "two" });
  expect(await clock.runUntil(turn.result)).toMatchObject({ final_response: "three" });
  await heard;
  expect(waits[0]).toBe("lease");
  const text = JSON.stringify(simulator.requests[2]?.body);
  expect(text.indexOf('"two"')).toBeGreaterThan(0);
  expect(text.indexOf('"two"')).toBeLessThan(text.indexOf('"c"'));
});

test("a conversation that stays busy refuses the turn and stores nothing of it", async () => {
  const { agent, clock, rows, home } = await agentWorld({ steps: [says("one")] });
  const { session_id: sessionId } = await agent.runConversation("a");
  const holder = await openHomeStore(home, { clock, rng: fakeRng() });
  if (holder.kind === "refused") throw new Error(holder.message);
  using store = holder.store;
  const lease = await store.leases.acquire(`turn:${sessionId}`, 300_000);
  const refused = agent.runConversation("b");
  for (let minute = 0; minute < 31; minute++) {
    await clock.advance(60_000);
    await lease?.renew();
  }
  expect(await refused).toMatchObject({ failed: true, exit_reason: "session_busy" });
  expect(rows()).toHaveLength(2);
});

test("a turn whose conversation was taken over stops", async () => {
  const { agent, clock, home } = await agentWorld({ steps: [says("one"), { fault: { kind: "stall" } }] });
  await agent.runConversation("a");
  const turn = agent.runConversation("b");
  await clock.advance(10);
  using db = new DatabaseSync(join(home, "hermes.db"));
  db.exec("UPDATE leases SET holder = 'somebody else', token = token + 1");
  await clock.advance(61_000); // the next renewal notices
  expect(await turn).toMatchObject({ interrupted: true, exit_reason: "interrupted_during_api_call" });
});

test("what another process said between two turns is known in the second", async () => {
  const { agent, another, simulator } = await agentWorld({ steps: [says("one"), says("two"), says("three")] });
  const { session_id: sessionId } = await agent.runConversation("a");
  await (await another({ sessionId })).runConversation("b");
  await agent.runConversation("c");
  expect(spokenIn(simulator.requests[2])).toEqual(["a", "one", "b", "two", "c"]);
});

const summary: Message = { role: "user", content: "What was said: a lot.", extra: { origin: "summary" } };

/** As another process would do it. */
async function compressed(home: string, sessionId: string, kept: number): Promise<string> {
  using store = await temporaryStore({ path: join(home, "hermes.db"), rng: fakeRng(7) });
  const messages = [summary, ...store.sessions.history(sessionId).slice(-kept)];
  const record = {
    event: "compression",
    engine: "test",
    trigger: "hygiene",
    outcome: "ok",
    messages_before: 0,
    messages_after: 0,
    tokens_before: 0,
    tokens_after: 0,
    duration_ms: 0,
  } as const;
  const region = { headEnd: 0, tailStart: 0 };
  const journal = store.openJournal(null);
  return await journal.commitCompression(sessionId, { outcome: "ok", messages, region, pruned: 0, record });
}

test("a conversation that was compressed elsewhere is gone on with in the child", async () => {
  const { agent, home, simulator } = await agentWorld({ steps: [says("one"), says("two")] });
  const { session_id: sessionId } = await agent.runConversation("a");
  const child = await compressed(home, sessionId, 1);
  expect(await agent.runConversation("b")).toMatchObject({ final_response: "two", session_id: child });
  expect(spokenIn(simulator.requests[1])).toEqual([summary.content, "one", "b"]);
  expect(stored(home, child)).toEqual({
    messages: [`user: ${textOf(summary.content)}`, "assistant: one", "user: b", "assistant: two"],
    turns: ["text_response"],
  });
});

test("a turn in whose midst that happens writes on in the child, and so does the next one", async () => {
  const moved: string[] = [];
  const act = defineTool({
    name: "act",
    toolset: "played",
    description: "Acts.",
    concurrency: "shell",
    input: z.object({}),
    run: async (_input, { sessionId }) => {
      moved.push(await compressed(home, sessionId, 2));
      return ok("done");
    },
  });
  const { agent, home, simulator } = await agentWorld(
    { steps: [calls({ name: "act", id: "c1", arguments: {} }), says("one"), says("two")] },
    { extraTools: [act] },
  );
  expect(await agent.runConversation("a")).toMatchObject({ final_response: "one", cleanup_errors: [] });
  expect(await agent.runConversation("b")).toMatchObject({ final_response: "two", session_id: moved[0] });
  expect(spokenIn(simulator.requests[2])).toEqual([`${textOf(summary.content)}\n\na`, "", "done", "one", "b"]);
  expect(stored(home, moved[0])).toEqual({
    messages: [
      `user: ${textOf(summary.content)}`,
      "user: a",
      "assistant: ",
      "tool: done",
      "assistant: one",
      "user: b",
      "assistant: two",
    ],
    turns: ["text_response", "text_response"],
  });
});

const Body = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })) });

function spokenIn(request: { readonly body: unknown } | undefined): readonly string[] {
  const { messages } = Body.parse(request?.body);
  return messages.filter(({ role }) => role !== "system").map(({ content }) => content ?? "");
}

import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHomeStore } from "../../src/commands/home-store.ts";
import { agentWorld } from "../support/agent-world.ts";
import { fakeRng } from "../support/fake-rng.ts";

const says = (text: string) => ({ reply: { text } });
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

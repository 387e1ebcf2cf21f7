import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Message } from "../../src/domain/message.ts";
import { compressionLines, undoLines } from "../../src/session/compression-answer.ts";
import { agentWorld, anthropicItself, type AgentWorld } from "../support/agent-world.ts";
import { nothingProposed, scriptedEngine } from "../support/scripted-engine.ts";
import { newSession, temporaryStore } from "../support/temporary-store.ts";

const says = (text: string) => ({ reply: { text } });
const talk = (turns: number, words = 60) =>
  Array.from({ length: turns }, (_, index) => says(`answer ${index} ${"word ".repeat(words)}`));
const stalls = { reply: { text: "never" }, fault: { kind: "stall" as const } };

async function talked(world: AgentWorld, turns: number): Promise<void> {
  for (let index = 0; index < turns; index++) await world.agent.chat(`question ${index}`);
}

const sent = ({ simulator }: AgentWorld, index: number): string => simulator.requests.at(index)?.text ?? "";
const storeOf = ({ home, clock }: AgentWorld) => temporaryStore({ path: join(home, "hermes.db"), clock });

test("[CC-C86] with compression switched off a person can still ask for one, and is told what came of it", async () => {
  const { factory, requests } = scriptedEngine();
  const world = await agentWorld(
    { steps: [...talk(3), says("on")] },
    { contextEngine: factory, config: "compression: {enabled: false}\n" },
  );
  await talked(world, 3);
  const answer = await world.agent.session.compress({ topic: "the database", here: 1 });
  expect(requests).toMatchObject([{ trigger: "manual", force: true, focusTopic: "the database", keepExchanges: 1 }]);
  expect(compressionLines(answer)).toEqual([
    "Compressed: 6 → 4 messages",
    expect.stringMatching(/^Approx request size: ~[\d,]+ → ~[\d,]+ tokens$/u),
    "Cost: $0.00",
    `Goes on in session ${world.agent.session.info.sessionId}`,
  ]);
  await world.agent.chat("and now?");
  expect(sent(world, -1)).toContain("what was said in 6 messages");
  expect(sent(world, -1)).toContain("have been compacted");
});

test("a conversation that is too short, or of which the engine can leave nothing out, is not even tried", async () => {
  const { factory, requests } = scriptedEngine({
    also: () => ({ hasContentToCompress: (messages) => messages.length > 6 }),
  });
  const world = await agentWorld({ steps: talk(3) }, { contextEngine: factory });
  const kinds: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    kinds.push(compressionLines(await world.agent.session.compress()).join(" "));
    if (turn < 3) await world.agent.chat("question");
  }
  expect(new Set(kinds)).toEqual(new Set(["Nothing to compress yet: the conversation is short."]));
  expect(requests).toEqual([]);
});

test("a preview says what would be done and what it would cost, and does nothing", async () => {
  const preview = {
    region: { headEnd: 2, tailStart: 5 },
    headTokens: 100,
    middleTokens: 70_000,
    tailTokens: 900,
    summaryBudget: 2_000,
    path: "same_prefix",
  };
  const { factory, requests } = scriptedEngine({ also: () => ({ preview: () => preview }) });
  const world = await agentWorld({ steps: talk(3) }, { contextEngine: factory });
  await talked(world, 3);
  const before = world.rows();
  expect(compressionLines(await world.agent.session.compress({ preview: true }))).toEqual([
    "Messages 2 to 4 would be summed up: ~70,000 tokens into at most ~2,000",
    "Kept: ~100 tokens before, ~900 after",
    "Summary by: same prefix",
    "Price: unknown",
  ]);
  const plain = await agentWorld({ steps: talk(3) }, { contextEngine: scriptedEngine().factory });
  await talked(plain, 3);
  expect(compressionLines(await plain.agent.session.compress({ preview: true }))).toEqual([
    "The context engine scripted cannot say beforehand what it would do.",
  ]);
  expect([requests, world.rows()]).toEqual([[], before]);
});

test("[CC-C103] the note is there after a restart although nothing holds its text, and gone when the only compression is undone", async () => {
  const { factory } = scriptedEngine();
  const world = await agentWorld({ steps: [...talk(3), ...talk(3)] }, { contextEngine: factory });
  await talked(world, 3);
  await world.agent.session.compress();
  const { sessionId } = world.agent.session.info;
  await world.agent.close();
  const next = await world.another({ sessionId });
  await next.chat("and now?");
  expect(sent(world, -1)).toContain("have been compacted");
  using db = new DatabaseSync(join(world.home, "hermes.db"), { readOnly: true });
  expect(db.prepare("SELECT count(*) AS n FROM prompts WHERE text LIKE '%have been compacted%'").get()).toEqual({
    n: 0,
  });
  const undone = await next.session.undoCompression();
  expect(undoLines(undone)[0]).toBe(
    `The last compression was undone; the conversation goes on in session ${next.session.info.sessionId}`,
  );
  await next.chat("and then?");
  expect(sent(world, -1)).not.toContain("have been compacted");
  for (const words of ["question 0", "question 1", "and now?"]) expect(sent(world, -1)).toContain(words);
  expect(undoLines(await next.session.undoCompression())).toEqual([
    "Nothing to undo: no compression made the newest part of this conversation.",
  ]);
});

test("[CC-C88] a question that comes while the summary is made waits for it and is answered next", async () => {
  const { factory } = scriptedEngine({ path: "main" });
  const slow = { ...says("summed up"), fault: { kind: "drip" as const, delay_ms: 500 } };
  const world = await agentWorld({ steps: [...talk(3), slow, says("here I am")] }, { contextEngine: factory });
  await talked(world, 3);
  const running = world.agent.session.compress();
  const turn = world.agent.session.send({ content: "are you there?" });
  const result = await world.clock.runUntil(turn.result);
  expect(await running).toMatchObject({ kind: "compressed" });
  expect(result).toMatchObject({ final_response: "here I am", session_id: world.agent.session.info.sessionId });
  expect(sent(world, -1)).toContain("summed up");
});

test("a hard stop ends a compression that somebody asked for, and the conversation is as it was", async () => {
  const { factory } = scriptedEngine({ path: "main" });
  const world = await agentWorld({ steps: [...talk(3), stalls, says("on")] }, { contextEngine: factory });
  await talked(world, 3);
  const before = world.rows();
  const running = world.agent.session.compress();
  await world.clock.advance(1_000);
  world.agent.interrupt();
  expect(compressionLines(await running)).toEqual(["Stopped. The conversation is as it was."]);
  expect(world.rows()).toEqual(before);
  expect(await world.agent.chat("go on")).toBe("on"); // the stop was for what ran then
});

test("while another process is in the middle of a turn, or compresses, nothing is compressed", async () => {
  const { factory } = scriptedEngine();
  const world = await agentWorld({ steps: talk(3) }, { contextEngine: factory });
  await talked(world, 3);
  const { sessionId } = world.agent.session.info;
  using other = await storeOf(world);
  for (const resource of [`turn:${sessionId}`, `compression:${sessionId}`]) {
    const lease = await other.leases.acquire(resource, 300_000);
    const [line] = compressionLines(await world.agent.session.compress());
    expect(line).toContain("Nothing was compressed: the conversation is in use (pid=1000;start=1;host=here;");
    await lease?.release();
  }
  expect(await world.agent.session.compress()).toMatchObject({ kind: "compressed" });
});

test("[CC-I20] of two that compress one conversation at once, one makes its one child and the other is told", async () => {
  const { factory } = scriptedEngine({ path: "main" });
  const slow = { ...says("summed up"), fault: { kind: "drip" as const, delay_ms: 500 } };
  const world = await agentWorld({ steps: [...talk(3), slow, says("on")] }, { contextEngine: factory });
  await talked(world, 3);
  const { sessionId } = world.agent.session.info;
  const other = await world.another({ sessionId });
  const both = Promise.all([world.agent.session.compress(), other.session.compress()]);
  const answers = await world.clock.runUntil(both);
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(["busy", "compressed"]);
  using store = await storeOf(world);
  expect(store.archive.ids()).toHaveLength(2);
  await other.chat("go on"); // with what the first one left
  expect(other.session.info.sessionId).toBe(world.agent.session.info.sessionId);
});

const windowOf = (tokens: number) => `providers: {custom: {models: {gpt-4o: {context_length: ${tokens}}}}}\n`;

const said = (index: number): Message => ({ role: index % 2 === 0 ? "user" : "assistant", content: `${index}` });

/** A gateway's conversation of so many messages, to which the provider said it takes so many tokens. */
async function gathered(messages: number, share: number) {
  const { factory, requests } = scriptedEngine({ path: "main" });
  const usage = { input_tokens: Math.round(100_000 * share) - 10, output_tokens: 10 };
  const world = await agentWorld(
    { steps: [{ reply: { text: "a", usage } }, says("summed up")] },
    { contextEngine: factory, config: windowOf(100_000) },
  );
  using store = await storeOf(world);
  await store.sessions.create(newSession("g", { cwd: world.cwd, model: "gpt-4o", provider: "custom" }));
  for (let index = 0; index < messages - 2; index++) await store.openJournal(null).append("g", said(index), "t");
  const agent = await world.another({ sessionId: "g" });
  await agent.chat("last");
  return { world, agent, requests };
}

async function hygieneOf(messages: number, share: number): Promise<readonly string[]> {
  const { agent, requests, world } = await gathered(messages, share);
  await world.clock.runUntil(agent.session.hygiene());
  return requests.map(({ trigger }) => trigger);
}

test("[CC-C55] hygiene leaves three messages alone, and four below 85 % of the window; at 85 % it runs", async () => {
  expect(await hygieneOf(3, 0.95)).toEqual([]);
  expect(await hygieneOf(4, 0.849)).toEqual([]);
  expect(await hygieneOf(4, 0.85)).toEqual(["hygiene"]);
});

test("[CC-C56] a hygiene that hears nothing for 30 s is given up, the turn goes on, and 5 minutes are remembered", async () => {
  const { factory, requests } = scriptedEngine({ path: "main" });
  const usage = { input_tokens: 90_000, output_tokens: 10 };
  const world = await agentWorld(
    { steps: [...talk(2), { reply: { text: "a", usage } }, stalls, says("here I am")] },
    { contextEngine: factory, config: windowOf(100_000) },
  );
  await talked(world, 3);
  const before = world.clock.now();
  expect(await world.clock.runUntil(world.agent.session.hygiene())).toMatchObject({ kind: "cancelled" });
  expect(world.clock.now() - before).toBe(30_000);
  const { sessionId } = world.agent.session.info;
  using store = await storeOf(world);
  expect(store.sessions.engineState(sessionId)).toEqual({
    cooldownUntilMs: world.clock.now() + 300_000,
    cooldownReason: "hygiene_timeout",
    strikes: 0,
    pausedAt: null,
    timeouts: 0,
  });
  expect(await world.agent.session.hygiene()).toEqual({ kind: "nothing" });
  expect(await world.agent.chat("are you there?")).toBe("here I am");
  expect(requests).toHaveLength(1);
});

const idleConfig = "compression: {idle_compact_after_seconds: 120, threshold: 0.01, target_ratio: 0.1}\n";

test("[CC-C89] [CC-I28] an idle compression asks for its summary and for nothing else, and says so the next time", async () => {
  const { factory, requests } = scriptedEngine({ path: "chosen" });
  const world = await agentWorld(
    { steps: [...talk(3, 900), says("summed up"), says("welcome back")] },
    { ...anthropicItself, contextEngine: factory, config: idleConfig },
  );
  await talked(world, 3);
  await world.clock.advance(269_000); // the cache lives 300 s: nine tenths of that are used
  expect(requests).toEqual([]);
  await world.clock.advance(1_000);
  expect(requests).toMatchObject([{ trigger: "idle" }]);
  expect(world.simulator.requests).toHaveLength(4);
  expect(sent(world, -1)).toContain("SUM UP");
  await world.clock.advance(3_600_000);
  expect(world.simulator.requests).toHaveLength(4);
  const turn = world.agent.session.send({ content: "hello" });
  const notices: string[] = [];
  for await (const event of turn.events) if (event.type === "notice.given") notices.push(event.text);
  expect(notices).toEqual([expect.stringMatching(/^While you were away: Compressed 6 → 4 messages, .* undo$/u)]);
});

test("idle compression is nobody's default, and a question that comes first is answered without it", async () => {
  const quiet = scriptedEngine();
  const world = await agentWorld({ steps: talk(3) }, { contextEngine: quiet.factory });
  await talked(world, 3);
  await world.clock.advance(86_400_000);
  expect(quiet.requests).toEqual([]);
  const asked = scriptedEngine();
  const other = await agentWorld({ steps: talk(4, 900) }, { contextEngine: asked.factory, config: idleConfig });
  await talked(other, 3);
  await other.clock.advance(100_000);
  await other.agent.chat("still here");
  await other.clock.advance(100_000);
  expect(asked.requests).toEqual([]);
  await other.agent.close();
  await other.clock.advance(100_000);
  expect(asked.requests).toEqual([]);
});

test("an engine's wish below the limit is granted once, before the first request", async () => {
  const { factory, requests } = scriptedEngine({
    also: () => ({ shouldCompressPreflight: (messages) => messages.length > 6 }),
  });
  const world = await agentWorld({ steps: talk(5) }, { contextEngine: factory });
  await talked(world, 5);
  expect(requests.map(({ trigger }) => trigger)).toEqual(["engine"]);
});

test("a manual run ends a rest, and what fails in it starts none", async () => {
  const { factory, requests } = scriptedEngine({
    from: 1,
    propose: async (request) => nothingProposed(request, "aborted", "empty"),
  });
  const world = await agentWorld({ steps: talk(3) }, { contextEngine: factory });
  await talked(world, 3);
  expect(requests).toHaveLength(1);
  using store = await storeOf(world);
  const { sessionId } = world.agent.session.info;
  expect(store.sessions.engineState(sessionId)?.cooldownReason).toBe("empty");
  expect(compressionLines(await world.agent.session.compress())).toEqual([
    "Not compressed: the summary was empty. The conversation is as it was; try again, or set auxiliary.compression to another model.",
  ]);
  expect(store.sessions.engineState(sessionId)).toMatchObject({ cooldownUntilMs: 0, cooldownReason: null });
});

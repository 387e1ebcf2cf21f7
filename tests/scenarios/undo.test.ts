import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { z } from "zod";
import { openHomeStore } from "../../src/commands/home-store.ts";
import { rewindLine } from "../../src/session/rewind-answer.ts";
import { agentWorld, anthropicEndpoint, type AgentWorld } from "../support/agent-world.ts";
import { fakeRng } from "../support/fake-rng.ts";
import { longTalk } from "../support/long-talk.ts";
import { says } from "../support/played-tools.ts";
import { scriptedEngine } from "../support/scripted-engine.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const todo = (args: Readonly<Record<string, unknown>>) => ({
  reply: { tool_calls: [{ name: "todo", arguments: args }] },
});
const Body = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });

const sent = ({ simulator }: AgentWorld, index = -1) => Body.parse(simulator.requests.at(index)?.body).messages;
const said = (world: AgentWorld, index = -1) =>
  sent(world, index)
    .slice(1)
    .map(({ content }) => content);
const storeOf = ({ home, clock }: AgentWorld) => temporaryStore({ path: join(home, "hermes.db"), clock });

function activity({ home }: AgentWorld): readonly unknown[] {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  return db
    .prepare("SELECT content, active FROM messages ORDER BY id")
    .all()
    .map((row) => Object.values(row));
}

test("undone turns leave the conversation and stay stored; the next request begins with the bytes sent before", async () => {
  const world = await agentWorld({ steps: ["one", "two", "three", "four"].map(says) });
  for (const question of ["a", "b", "c"]) await world.agent.chat(question);
  const undone = await world.agent.session.undo(2);
  expect(undone).toEqual({ kind: "undone", turns: 2, messages: 4, text: "b", images: 0 });
  expect(rewindLine(undone)).toBe("2 turns undone (4 messages, kept in the store)");
  await world.agent.chat("d");
  expect(said(world)).toEqual(["a", "one", "d"]);
  const [second, last] = [world.simulator.requests[1]?.text ?? "", world.simulator.requests[3]?.text ?? ""];
  const shared = second.indexOf('"b"');
  expect(last.slice(0, shared)).toBe(second.slice(0, shared));
  expect(activity(world)).toEqual([
    ["a", 1],
    ["one", 1],
    ["b", 0],
    ["two", 0],
    ["c", 0],
    ["three", 0],
    ["d", 1],
    ["four", 1],
  ]);
});

test("whoever resumes after an undo sees what is left, and neither searches nor exports bring the rest back to life", async () => {
  const world = await agentWorld({ steps: [says("apple"), says("pear"), says("plum")] });
  await world.agent.chat("first fruit");
  const { session_id: sessionId } = await world.agent.runConversation("second fruit");
  await world.agent.session.undo();
  await world.agent.close();
  {
    using store = await storeOf(world);
    expect(store.search("pear").hits).toEqual([]);
    expect(store.search("apple").hits).toHaveLength(1);
    expect(store.sessions.get(sessionId)?.message_count).toBe(2);
    expect(store.archive.read(sessionId)?.messages.map(({ active }) => active)).toEqual([true, true, false, false]);
  }
  const next = await world.another({ sessionId });
  await next.chat("third fruit");
  expect(said(world)).toEqual(["first fruit", "apple", "third fruit"]);
});

test("the count of the context follows the undo instead of the provider's last word", async () => {
  const long = "word ".repeat(4_000);
  const world = await agentWorld({ steps: [says("one"), says(long), says("three")] });
  await world.agent.chat("a");
  await world.agent.chat("b");
  await world.agent.session.undo();
  const { last_prompt_tokens: before } = await world.agent.runConversation("c");
  expect(before).toBeLessThan(4_000);
  expect(said(world)).toEqual(["a", "one", "c"]);
});

test("a task list that was written in an undone turn is the one of before", async () => {
  const plans = (content: string) => todo({ todos: [{ id: "1", content, status: "pending" }] });
  const world = await agentWorld({
    steps: [plans("keep"), says("noted"), plans("drop"), says("changed"), todo({}), says("read")],
  });
  await world.agent.chat("a");
  await world.agent.chat("b");
  await world.agent.session.undo();
  const { messages } = await world.agent.runConversation("c");
  const read = messages.findLast(({ role }) => role === "tool");
  expect(JSON.stringify(read)).toContain("keep");
  expect(JSON.stringify(read)).not.toContain("drop");
});

test("a skill that was loaded in an undone turn is loaded again", async () => {
  const loads = { reply: { tool_calls: [{ name: "skill_view", arguments: { name: "code-review" } }] } };
  const world = await agentWorld({ steps: [says("hi"), loads, says("loaded"), loads, says("again")] });
  await world.agent.chat("a");
  await world.agent.chat("b");
  await world.agent.session.undo();
  const { messages } = await world.agent.runConversation("c");
  const read = JSON.stringify(messages.findLast(({ role }) => role === "tool"));
  expect(read).not.toContain("unchanged");
  expect(read).toContain("readiness");
});

test("more turns than there are, and those before a compression, are refused and nothing changes", async () => {
  const { factory } = scriptedEngine();
  const world = await agentWorld({ steps: ["1", "2", "3", "4"].map(says) }, { contextEngine: factory });
  expect(rewindLine(await world.agent.session.undo())).toBe("there is nothing to undo");
  for (const question of ["a", "b", "c"]) await world.agent.chat(question);
  expect(rewindLine(await world.agent.session.undo(4))).toBe("only 3 turns can be undone; nothing was changed");
  await world.agent.session.compress({ here: 1 });
  await world.agent.chat("d");
  const before = activity(world);
  expect(rewindLine(await world.agent.session.undo(9))).toMatch(
    /^only \d turns? can be undone: what came before was compressed; \/compress undo brings it back first/,
  );
  expect(activity(world)).toEqual(before);
  expect(await world.agent.session.undo()).toMatchObject({ kind: "undone", text: "d" });
});

test("what a compression repeated and an undo took back stays away when the compression is undone too", async () => {
  const { factory } = scriptedEngine();
  const world = await agentWorld({ steps: ["1", "2", "3", "4", "5"].map(says) }, { contextEngine: factory });
  for (const question of ["aa", "bb", "cc"]) await world.agent.chat(question);
  await world.agent.session.compress();
  await world.agent.chat("dd");
  const { possible } = z.object({ possible: z.number() }).parse(await world.agent.session.undo(9));
  expect(await world.agent.session.undo(possible)).toMatchObject({ kind: "undone" });
  using store = await storeOf(world);
  expect(store.search("dd").hits).toEqual([]);
  await world.agent.session.undoCompression();
  await world.agent.chat("ee");
  const texts = JSON.stringify(said(world));
  expect(texts).toContain("aa");
  expect(texts).not.toContain("dd");
});

test("a branch keeps what its origin undid, and finds it", async () => {
  const world = await agentWorld({ steps: [says("mango"), says("papaya")] });
  const { session_id: id } = await world.agent.runConversation("tropical");
  using store = await storeOf(world);
  await store.sessions.fork(id, "20300101_000000_aaaaaaaa");
  await world.agent.session.undo();
  expect(store.sessions.history(id)).toEqual([]);
  expect(store.sessions.history("20300101_000000_aaaaaaaa")).toHaveLength(2);
  expect(store.search("mango").hits.map((hit) => hit.session_id)).toEqual(["20300101_000000_aaaaaaaa"]);
});

test("while somebody else has the conversation nothing is undone", async () => {
  const world = await agentWorld({ steps: [says("one")] });
  const { session_id: id } = await world.agent.runConversation("a");
  const holder = await openHomeStore(world.home, { clock: world.clock, rng: fakeRng() });
  if (holder.kind === "refused") throw new Error(holder.message);
  using store = holder.store;
  const lease = await store.leases.acquire(`turn:${id}`, 300_000);
  expect(await world.agent.session.undo()).toMatchObject({ kind: "busy" });
  await lease?.release();
  const compressing = await store.leases.acquire(`compression:${id}`, 300_000);
  expect(await world.agent.session.undo()).toMatchObject({ kind: "busy" });
  await compressing?.release();
  expect(activity(world)).toEqual([
    ["a", 1],
    ["one", 1],
  ]);
});

test("what another process said meanwhile is the first to be undone", async () => {
  const world = await agentWorld({ steps: [says("one"), says("two"), says("three")] });
  const { session_id: sessionId } = await world.agent.runConversation("a");
  const other = await world.another({ sessionId });
  await other.chat("b");
  expect(await world.agent.session.undo()).toMatchObject({ kind: "undone", text: "b" });
  await other.chat("c");
  expect(said(world)).toEqual(["a", "one", "c"]);
});

test("a question asked again keeps its row, its attachments and the prefix, and loses its answer", async () => {
  const image = { type: "image_url", image_url: { url: `data:image/png;base64,${pixel}` } } as const;
  const content = [{ type: "text", text: "what is this?" } as const, image];
  const world = await agentWorld({ steps: [says("hello"), todo({}), says("a dot"), says("a pixel")] });
  await world.agent.chat("hi");
  await world.agent.runConversation(content);
  const plan = world.agent.session.lastQuestion();
  if (plan.kind !== "cut") throw new Error(plan.kind);
  const { id: again, message } = plan.question;
  const turn = world.agent.session.send({ content: message.content, again });
  expect(await turn.result).toMatchObject({ final_response: "a pixel", completed: true });
  expect(sent(world, 3)).toEqual(sent(world, 1));
  expect(activity(world).map((row) => z.array(z.unknown()).parse(row)[1])).toEqual([1, 1, 1, 0, 0, 0, 1]);
  expect(world.agent.session.lastQuestion()).toMatchObject({ question: { id: again } });
});

test("what cannot be taken back is asked once more behind it, and said", async () => {
  const world = await agentWorld({ steps: [says("one"), says("two")] });
  await world.agent.chat("a");
  const heard: unknown[] = [];
  const turn = world.agent.session.send({ content: "a", again: 999 });
  for await (const event of turn.events) if (event.type === "notice.given") heard.push(event.text);
  expect(heard).toEqual([
    "the last answer could not be taken back just now: the question is asked once more behind it",
  ]);
  expect(said(world)).toEqual(["a", "one", "a"]);
});

test("a question that was never answered goes with its own turn alone, although it was sent with the one before", async () => {
  const world = await agentWorld({ steps: [{ fault: { kind: "stall" } }, says("both"), says("alone")] });
  const first = world.agent.runConversation("a");
  await world.clock.advance(10);
  world.agent.interrupt();
  await world.clock.runUntil(first);
  await world.agent.chat("b");
  expect(await world.agent.session.undo()).toMatchObject({ kind: "undone", text: "b" });
  await world.agent.chat("c");
  expect(JSON.stringify(said(world))).toContain("a");
  expect(JSON.stringify(said(world))).not.toContain('"b');
  expect(sent(world).filter(({ role }) => role === "assistant")).toHaveLength(
    sent(world, 1).filter(({ role }) => role === "assistant").length,
  );
});

test("markers of the cache are placed anew after an undo", async () => {
  const world = await agentWorld({ steps: ["one", "two", "three"].map(says) }, anthropicEndpoint);
  await world.agent.chat("a");
  await world.agent.chat("b");
  await world.agent.session.undo();
  expect(await world.agent.runConversation("c")).toMatchObject({ final_response: "three", completed: true });
  expect(world.simulator.requests.at(-1)?.text).toContain("cache_control");
});

test("an engine that loses nothing forgets what was undone: its nodes and its search go back too", async () => {
  const { world } = await longTalk(40, 0.05);
  const id = world.agent.session.info.sessionId;
  using store = await storeOf(world);
  const nodes = store.nodes(id, "lcm", () => null);
  const reaching = () => Math.max(0, ...nodes.list().map(({ lastMsg }) => lastMsg ?? 0));
  const before = { reach: reaching(), texts: nodes.list().length };
  expect(before.reach).toBeGreaterThan(20);
  const next = await world.another({ sessionId: id });
  expect(await next.session.undo(35)).toMatchObject({ kind: "undone", turns: 35, messages: 70 });
  const active = store.sessions.rows(id).map((row) => row.id);
  expect(active).toHaveLength(10);
  expect(reaching()).toBeLessThanOrEqual(active.at(-1) ?? 0);
  expect(nodes.search("question", 100).every(({ lastMsg }) => active.includes(lastMsg ?? 0))).toBe(true);
  expect(
    store
      .messages(id)
      .search("question", "conversation", 100)
      .every((hit) => active.includes(hit.id)),
  ).toBe(true);
});

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

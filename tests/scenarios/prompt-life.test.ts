import { mkdirSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld, anthropicEndpoint, type AgentWorld } from "../support/agent-world.ts";
import { calls } from "../support/played-tools.ts";
import { spareWire, withSpare } from "../support/spare-wire.ts";

const says = (text: string) => ({ reply: { text } });
const tooLarge = { fault: { kind: "status" as const, status: 413, message: "payload too large" } };
const talk = (turns: number) =>
  Array.from({ length: turns }, (_, index) => says(`answer ${index} ${"word ".repeat(60)}`));

const Body = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });
const sentSystem = ({ simulator }: Pick<AgentWorld, "simulator">, index: number): string =>
  z.string().parse(Body.parse(simulator.requests.at(index)?.body).messages[0]?.content);

const Row = z.object({ id: z.string(), text: z.string(), meta: z.string() });
const MetaSchema = z.object({ layers: z.array(z.object({ id: z.string(), sha256: z.string() })) });

/** The stored prompt of each session, oldest first. */
function prompts(home: string): readonly { readonly text: string; readonly layers: ReadonlyMap<string, string> }[] {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  const rows = db
    .prepare(
      "SELECT s.id, p.text, s.prompt_meta AS meta FROM sessions s JOIN prompts p ON p.hash = s.prompt_hash ORDER BY s.rowid",
    )
    .all();
  return rows.map((row) => {
    const { text, meta } = Row.parse({ ...row });
    return { text, layers: new Map(MetaSchema.parse(JSON.parse(meta)).layers.map(({ id, sha256 }) => [id, sha256])) };
  });
}

function changed(before: ReadonlyMap<string, string> = new Map(), after: ReadonlyMap<string, string> = new Map()) {
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id));
}

function remember(home: string, text: string): void {
  mkdirSync(join(home, "memories"), { recursive: true });
  writeFileSync(join(home, "memories", "MEMORY.md"), text);
}

async function talked(world: AgentWorld, turns: number): Promise<void> {
  for (let index = 0; index < turns; index++) await world.agent.chat(`question ${index}`);
}

test("[PM-3] what is written down, learned or edited on the way changes no byte of a running conversation's prompt", async () => {
  const skill = "---\nname: tea\ndescription: Make tea.\n---\nBoil water.\n";
  const steps = [
    calls({ name: "memory", arguments: { action: "add", content: "likes tea" } }),
    says("noted"),
    calls({ name: "skill_manage", arguments: { action: "create", name: "tea", content: skill } }),
    says("learned"),
    calls({ name: "read_file", arguments: { path: "AGENTS.md" } }),
    says("read"),
    says("a new conversation"),
  ];
  const world = await agentWorld({ steps });
  writeFileSync(join(world.cwd, "AGENTS.md"), "Use tabs.");
  const agent = await world.another();
  const turns = { ...world, agent };
  await talked(turns, 1);
  writeFileSync(join(world.cwd, "AGENTS.md"), "Use spaces.");
  await talked(turns, 1);
  writeFileSync(join(world.home, "SOUL.md"), "I am somebody else.");
  await talked(turns, 1);
  await (await world.another()).chat("anew");
  const systems = world.simulator.requests.map((_, index) => sentSystem(world, index));
  expect(new Set(systems.slice(0, 6)).size).toBe(1);
  expect(systems[0]).toContain("Use tabs.");
  expect(systems[6]).toMatch(/I am somebody else\.[^]*likes tea[^]*tea: Make tea[^]*Use spaces\./);
});

test("[PM-4] a new process sends the stored prompt byte for byte and reads none of its files", async () => {
  const world = await agentWorld({ steps: [says("one"), says("two")] });
  const { session_id: id } = await world.agent.runConversation("hi");
  writeFileSync(join(world.home, "SOUL.md"), "I am somebody else.");
  remember(world.home, "changed meanwhile");
  await (await world.another({ sessionId: id })).chat("still you?");
  expect(sentSystem(world, 1)).toBe(sentSystem(world, 0));
  expect(prompts(world.home)).toHaveLength(1);
});

test("[PM-5] a stored prompt that is empty is built anew once, and kept", async () => {
  const world = await agentWorld({ steps: [says("one"), says("two"), says("three")] });
  const { session_id: id } = await world.agent.runConversation("hi");
  {
    using db = new DatabaseSync(join(world.home, "hermes.db"));
    db.prepare("UPDATE sessions SET system_prompt_override = ''").run();
  }
  remember(world.home, "likes tea");
  await (await world.another({ sessionId: id })).chat("and now?");
  expect(sentSystem(world, 1)).toContain("likes tea");
  remember(world.home, "likes coffee");
  await (await world.another({ sessionId: id })).chat("and again?");
  expect(sentSystem(world, 2)).toBe(sentSystem(world, 1));
});

test("[PM-6] words in a prompt that look like another model are just words", async () => {
  const world = await agentWorld(
    { steps: [says("one"), says("two")] },
    { systemMessage: "Model: other\nProvider: other" },
  );
  const { session_id: id } = await world.agent.runConversation("hi");
  await (await world.another({ sessionId: id })).chat("still you?");
  expect(sentSystem(world, 1)).toBe(sentSystem(world, 0));
});

test("[PM-7] another model changes what is said about models, a failover changes nothing", async () => {
  const spare = spareWire({ steps: [says("from the spare")] });
  const world = await agentWorld(
    { steps: [says("one"), { fault: { kind: "status", status: 402 } }, says("three")] },
    { config: withSpare(), wrap: spare.wrap },
  );
  const { session_id: id } = await world.agent.runConversation("1");
  await world.agent.chat("2");
  expect(sentSystem(spare, 0)).toBe(sentSystem(world, 0));
  const before = prompts(world.home).at(-1);
  await (await world.another({ sessionId: id, model: "claude-sonnet-4-5" })).chat("3");
  const after = prompts(world.home).at(-1);
  expect(changed(before?.layers, after?.layers)).toEqual(["enforcement", "timestamp"]);
  const clock = /Current time: [^\n]*/;
  expect(clock.exec(after?.text ?? "")?.[0]).toBe(clock.exec(before?.text ?? "")?.[0]);
});

test("[PM-8] a compression with nothing changed keeps the prompt, in the child too", async () => {
  const world = await agentWorld({ steps: [...talk(4), tooLarge, says("fits")] });
  remember(world.home, "likes tea");
  const agent = await world.another();
  const changedWorld = { ...world, agent };
  await talked(changedWorld, 4);
  remember(world.home, "likes tea"); // touched, and the same
  await world.clock.runUntil(agent.chat("and now?"));
  const [parent, child] = prompts(world.home);
  expect(child).toEqual(parent);
});

test("[PM-9] a compression takes in what was remembered meanwhile, and nothing before it moves", async () => {
  const world = await agentWorld({ steps: [...talk(4), tooLarge, says("fits"), says("resumed")] });
  await talked(world, 4);
  remember(world.home, "likes tea");
  const { session_id: id } = await world.clock.runUntil(world.agent.runConversation("and now?"));
  const [parent, child] = prompts(world.home);
  expect(changed(parent?.layers, child?.layers)).toEqual(["memory"]);
  const at = child?.text.indexOf("## Persistent Memory") ?? 0;
  expect(at).toBeGreaterThan(500);
  expect(child?.text.slice(0, at)).toBe(parent?.text.slice(0, at));
  await (await world.another({ sessionId: id })).chat("still there?");
  expect(sentSystem(world, -1)).toBe(sentSystem(world, -2));
});

test("with refreshing switched off a compression keeps every byte", async () => {
  const config = "prompt: {refresh_on_compression: never}\n";
  const world = await agentWorld({ steps: [...talk(4), tooLarge, says("fits")] }, { config });
  await talked(world, 4);
  remember(world.home, "likes tea");
  await world.clock.runUntil(world.agent.chat("and now?"));
  const [parent, child] = prompts(world.home);
  expect(child).toEqual(parent);
});

test.each([
  ["changed", false],
  ["always", true],
])("with refresh_on_compression %s a compression takes a new SOUL.md in: %s", async (refresh, isTaken) => {
  const config = `prompt: {refresh_on_compression: ${refresh}}\n`;
  const world = await agentWorld({ steps: [...talk(4), tooLarge, says("fits")] }, { config });
  await talked(world, 4);
  writeFileSync(join(world.home, "SOUL.md"), "You are a walrus.\n");
  await world.clock.runUntil(world.agent.chat("and now?"));
  expect(sentSystem(world, -1).includes("You are a walrus.")).toBe(isTaken);
});

test("[PM-10] after two compressions the note stands once behind the prompt, and is stored nowhere", async () => {
  const world = await agentWorld({ steps: [...talk(6), tooLarge, says("fits"), tooLarge, says("fits again")] });
  await talked(world, 6);
  await world.clock.runUntil(world.agent.chat("and now?"));
  await world.clock.runUntil(world.agent.chat("and now?"));
  const system = sentSystem(world, -1);
  expect(system.match(/have been compacted/g)).toHaveLength(1);
  expect(system.startsWith(prompts(world.home)[0]?.text ?? "?")).toBe(true);
  for (const { text } of prompts(world.home)) expect(text).not.toContain("have been compacted");
});

test("[PM-12] a personality comes and goes behind a prompt that stays as it is", async () => {
  const config = "display: {personality: pirate}\nagent: {personalities: {pirate: Speak like a pirate.}}\n";
  const world = await agentWorld({ steps: [says("Arr"), says("Good day"), says("Hello")] }, { config });
  await world.agent.chat("hi");
  world.agent.setEphemeralPrompt(null);
  await world.agent.chat("hi");
  writeFileSync(join(world.home, "config.yaml"), config.replace("personality: pirate", "personality: none"));
  await (await world.another()).chat("hi");
  const [stored] = prompts(world.home);
  expect(sentSystem(world, 0)).toBe(`${stored?.text}\n\nSpeak like a pirate.`);
  expect(sentSystem(world, 1)).toBe(stored?.text);
  expect(sentSystem(world, 2)).not.toContain("pirate");
});

test.each([
  ["two messages", '[{"role":"user","content":"Q"},{"role":"assistant","content":"A"}]', ["Q", "A", "hi"]],
  ["an object", '{"role":"user","content":"Q"}', ["hi"]],
  ["nothing at all", null, ["hi"]],
])("[PM-13] a prefill file with %s: on the wire if it can be, in no row", async (_, text, expected) => {
  const world = await agentWorld({ steps: [says("ok")] }, { config: "prefill_messages_file: prefill.json\n" });
  if (text !== null) writeFileSync(join(world.home, "prefill.json"), text);
  await (await world.another()).chat("hi");
  const [, ...sent] = Body.parse(world.simulator.requests[0]?.body).messages;
  expect(sent.map(({ content }) => content)).toEqual(expected);
  expect(world.rows().map(({ content }) => content)).toEqual(["hi", "ok"]);
});

test("[PM-88] a hint for a surface that is none is passed over", async () => {
  const world = await agentWorld({ steps: [says("ok")] }, { platform: "cli", config: "platform_hints: {cli: 5}\n" });
  await world.agent.chat("hi");
  expect(sentSystem(world, 0)).toContain("Your answer is read in a terminal");
});

test("[PM-11] an ephemeral prompt stands behind the stored one, as a block of its own where blocks are sent", async () => {
  const world = await agentWorld({ steps: [says("one"), says("two")] }, anthropicEndpoint);
  const first = await world.another({ ephemeralSystemPrompt: "Be brief." });
  const { session_id: id } = await first.runConversation("hi");
  await (await world.another({ sessionId: id, ephemeralSystemPrompt: "Be long." })).chat("and now?");
  const [stored] = prompts(world.home);
  const systems = world.simulator.requests.map(
    ({ body }) => z.object({ system: z.array(z.looseObject({ text: z.string() })) }).parse(body).system,
  );
  expect(systems.map((blocks) => blocks.map(({ text }) => text))).toEqual([
    [stored?.text, "Be brief."],
    [stored?.text, "Be long."],
  ]);
});

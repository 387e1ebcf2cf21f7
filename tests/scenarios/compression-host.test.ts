import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { AgentEvent } from "../../src/domain/event.ts";
import { textOf, type Message } from "../../src/domain/message.ts";
import { agentWorld, anthropicItself, responsesEndpoint, type AgentWorld } from "../support/agent-world.ts";
import { nothingProposed, scriptedEngine, type EngineScript } from "../support/scripted-engine.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const says = (text: string) => ({ reply: { text } });
const refuses = (status: number, message: string) => ({ fault: { kind: "status" as const, status, message } });
const reads = (path: string) => ({ reply: { tool_calls: [{ name: "read_file", arguments: { path } }] } });
/** The vendor's own endpoint, where a key says what is cached together. */
const openAiItself = { ...responsesEndpoint, provider: "openai", baseUrl: "https://api.openai.com/v1" };
const tooLarge = refuses(413, "payload too large");

/** Turns that are over, so that there is something to leave out. */
const talk = (turns: number, words = 60) =>
  Array.from({ length: turns }, (_, index) => says(`answer ${index} ${"word ".repeat(words)}`));

async function talked(world: AgentWorld, turns: number): Promise<void> {
  for (let index = 0; index < turns; index++) await world.agent.chat(`question ${index}`);
}

async function eventsOf(world: AgentWorld, content: string) {
  const turn = world.agent.session.send({ content });
  const events: AgentEvent[] = [];
  const heard = (async () => {
    for await (const event of turn.events) events.push(event);
  })();
  const result = await world.clock.runUntil(turn.result);
  await heard;
  return { result, events };
}

const recordsIn = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "compression.finished" ? [event.record] : []));
const warningsIn = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === "notice.given" && event.level === "warning" ? [event.text] : []));
const bodies = ({ simulator }: AgentWorld): readonly Record<string, unknown>[] =>
  simulator.requests.map(({ body }) => (typeof body === "object" && body !== null ? { ...body } : {}));
const storedIn = (world: AgentWorld): unknown => {
  using db = new DatabaseSync(join(world.home, "hermes.db"), { readOnly: true });
  const tables = ["sessions", "messages", "compressions"] as const;
  return tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all());
};

test("[CC-C08] an engine that selects nothing leaves the request as it is; what it selects is sent and never stored", async () => {
  const chosen: { list: readonly Message[] | null } = { list: [] };
  const { factory } = scriptedEngine({ also: () => ({ selectContext: async () => chosen.list }) });
  const world = await agentWorld({ steps: [...talk(1), ...talk(3)] }, { contextEngine: factory });
  await talked(world, 2);
  const [first, second] = bodies(world);
  expect(JSON.stringify(second?.["messages"])).toContain("question 0");
  expect(JSON.stringify(second).startsWith(JSON.stringify(first).slice(0, 200))).toBe(true);
  chosen.list = [{ role: "tool", tool_call_id: "x", name: "x", tool_name: "x", content: "stray" }];
  await world.agent.chat("question 2");
  expect(JSON.stringify(bodies(world)[2])).toContain("question 1");
  chosen.list = [{ role: "user", content: "only this" }];
  await world.agent.chat("question 3");
  expect(JSON.stringify(bodies(world)[3]?.["messages"])).toContain("only this");
  expect(JSON.stringify(bodies(world)[3]?.["messages"])).not.toContain("question 1");
  expect(world.rows().filter(({ content }) => content === "only this")).toEqual([]);
});

const broken = (): never => {
  throw new Error("not today");
};

test("what an engine throws in any hook is logged once and changes nothing", async () => {
  const { factory } = scriptedEngine({
    also: () => ({
      selectContext: broken,
      shouldCompressPreflight: broken,
      onSessionStart: broken,
      onTurnComplete: broken,
      onSessionEnd: broken,
      getStatus: broken,
      updateModel: broken,
    }),
  });
  const world = await agentWorld({ steps: talk(3) }, { contextEngine: factory });
  await talked(world, 3);
  expect(world.rows().filter(({ role }) => role === "assistant")).toHaveLength(3);
  await world.agent.close();
});

test("an engine hears where its session begins, when each turn is over, and where it ends", async () => {
  const heard: string[] = [];
  const { factory } = scriptedEngine({
    also: (context) => ({
      updateModel: ({ model }) => void heard.push(`model ${model}`),
      onSessionStart: (_id, { boundaryReason }) => void heard.push(boundaryReason),
      onTurnComplete: (messages) => {
        heard.push(`turn ${messages.length}`);
        expect(context.rowOf(messages[0] ?? { role: "user", content: "" })).toBe(1);
      },
      onSessionEnd: (_id, messages) => void heard.push(`end ${messages.length}`),
    }),
  });
  const world = await agentWorld({ steps: [...talk(3), tooLarge, says("fits")] }, { contextEngine: factory });
  await talked(world, 3);
  await eventsOf(world, "and now?");
  await world.agent.close();
  expect(heard).toEqual(["model gpt-4o", "start", "turn 2", "turn 4", "turn 6", "compression", "turn 4", "end 4"]);
});

test("an engine's own tools are offered behind the others and answered by the engine", async () => {
  const schema = { name: "aa_look", description: "Look.", parameters: { type: "object", properties: {} } };
  const { factory } = scriptedEngine({
    also: ({ nodes }) => ({
      getToolSchemas: () => [schema],
      handleToolCall: async (name) => JSON.stringify({ name, nodes: nodes.list().length }),
    }),
  });
  const asks = { reply: { tool_calls: [{ name: "aa_look", arguments: {} }] } };
  const world = await agentWorld({ steps: [asks, says("seen")] }, { contextEngine: factory });
  expect(await world.agent.chat("look")).toBe("seen");
  expect(world.agent.session.info.tools.at(-1)).toBe("aa_look");
  expect(world.rows().find(({ role }) => role === "tool")?.content).toContain('{"name":"aa_look","nodes":0}');
});

/** The passes of an engine that keeps this share of an overfull history. */
async function passesOf(keep: number): Promise<readonly string[]> {
  const { factory, requests } = scriptedEngine({
    from: 1,
    propose: async (request) => {
      const left = Math.ceil(request.messages.length * keep);
      const tail = request.messages.slice(-left);
      const messages = tail[0]?.role === "user" ? tail : request.messages.slice(-left - 1);
      const record = nothingProposed(request, "noop", "ok").record;
      return { outcome: "ok", messages, region: { headEnd: 0, tailStart: 0 }, pruned: 0, record };
    },
  });
  const world = await agentWorld(
    { steps: [says("done")] },
    { contextEngine: factory, config: "providers: {custom: {models: {gpt-4o: {context_length: 16000}}}}\n" },
  );
  const conversationHistory = Array.from({ length: 400 }, (_, index): Message => {
    return { role: index % 2 === 0 ? "user" : "assistant", content: `${index} ${"words and words ".repeat(80)}` };
  });
  await world.clock.runUntil(world.agent.runConversation("and now?", { conversationHistory }));
  return requests.flatMap(({ trigger }) => (trigger === "preflight" ? [trigger] : []));
}

test("[CC-C53] before the first request an overfull history is shortened at most three times, and not for under 5 %", async () => {
  expect(await passesOf(0.8)).toEqual(["preflight", "preflight", "preflight"]);
  expect(await passesOf(0.97)).toEqual(["preflight"]);
});

test("[CC-C57] while a living process holds the lock nothing changes, and the round is given back", async () => {
  const { factory, requests } = scriptedEngine();
  const world = await agentWorld({ steps: [...talk(3), tooLarge] }, { contextEngine: factory });
  await talked(world, 3);
  using other = await temporaryStore({ path: join(world.home, "hermes.db"), clock: world.clock });
  const lock = await other.leases.acquire(`compression:${world.agent.session.info.sessionId}`, 300_000);
  const before = world.rows();
  const { result, events } = await eventsOf(world, "and now?");
  expect(recordsIn(events)).toMatchObject([{ outcome: "locked", child_session_id: null }]);
  expect(requests).toEqual([]);
  expect(result).toMatchObject({ exit_reason: "compression_deferred", failed: false });
  expect(world.rows().slice(0, before.length)).toEqual(before);
  await lock?.release();
});

test("[CC-C60] what another process says while the summary is made is the last word of the child", async () => {
  const world = await agentWorld(
    { steps: [...talk(3), says("later")] },
    {
      contextEngine: (context) =>
        scriptedEngine({
          propose: async (request) => {
            using other = await temporaryStore({ path: join(world.home, "hermes.db"), clock: world.clock });
            const late: Message = { role: "user", content: "one more thing", timestamp: 1 };
            await other.openJournal(null).append(context.sessionId(), late, "elsewhere");
            return scriptedEngine().factory(context).compress(request);
          },
        }).factory(context),
    },
  );
  await talked(world, 3);
  const answer = await world.agent.session.compress();
  const child = answer.kind === "compressed" ? answer.sessionId : "";
  using store = await temporaryStore({ path: join(world.home, "hermes.db"), clock: world.clock });
  expect(store.sessions.history(child).at(-1)).toMatchObject({ content: "one more thing" });
  await world.agent.chat("and now?");
  expect(JSON.stringify(bodies(world).at(-1))).toContain("one more thing");
});

test("[CC-C66] the first compression adds a note behind the cached prompt, the second none, and the prompt keeps its bytes", async () => {
  const { factory } = scriptedEngine();
  const world = await agentWorld(
    { steps: [...talk(3), tooLarge, ...talk(3), tooLarge, says("fits")] },
    { ...anthropicItself, contextEngine: factory },
  );
  await talked(world, 3);
  await eventsOf(world, "and now?");
  await talked(world, 2);
  await eventsOf(world, "and then?");
  const systems = bodies(world).map(({ system }): readonly unknown[] => (Array.isArray(system) ? system : []));
  expect(systems.map((blocks) => blocks.length)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2]);
  expect(new Set(systems.map(([cached]) => JSON.stringify(cached))).size).toBe(1);
  expect(systems[0]?.[0]).toHaveProperty("cache_control");
  expect(new Set(systems.slice(4).map(([, note]) => JSON.stringify(note))).size).toBe(1);
  expect(systems.at(-1)?.[1]).not.toHaveProperty("cache_control");
});

for (const { refresh, layers } of [
  { refresh: "changed", layers: ["memory"] },
  { refresh: "never", layers: [] },
] as const) {
  const id = refresh === "changed" ? "[CC-C67] " : "";
  test(`${id}a memory that was changed meanwhile: refresh_on_compression ${refresh} changes the layers ${JSON.stringify(layers)}`, async () => {
    const { factory } = scriptedEngine();
    const world = await agentWorld(
      { steps: [...talk(3), tooLarge, says("fits")] },
      { contextEngine: factory, config: `prompt: {refresh_on_compression: ${refresh}}\n` },
    );
    writeMemory(world, "The walrus likes tea.");
    await talked(world, 3);
    writeMemory(world, "The walrus likes tea.\n§\nThe otter likes milk.");
    const { events } = await eventsOf(world, "and now?");
    expect(recordsIn(events)).toMatchObject([{ outcome: "ok", prompt_layers_changed: layers }]);
    const prompts = bodies(world).map((body) => JSON.stringify(body));
    const changed = prompts.map((text) => text.includes("otter"));
    expect(changed).toEqual([false, false, false, false, layers.length > 0]);
  });
}

test("[CC-C81] the key under which OpenAI caches a conversation is the same before and after a compression", async () => {
  const { factory } = scriptedEngine();
  const world = await agentWorld(
    { steps: [...talk(3), tooLarge, says("fits")] },
    { ...openAiItself, contextEngine: factory },
  );
  await talked(world, 3);
  const { result } = await eventsOf(world, "and now?");
  expect(result.session_id).not.toBe(result.turn_id.split(":")[0]);
  const keys = bodies(world).map((body) => body["prompt_cache_key"]);
  expect(keys[0]).toMatch(/^pck_[0-9a-f]{24}$/u);
  expect(new Set(keys).size).toBe(1);
});

test("[CC-C85] whatever comes of a round, it leaves one record with every field and no word of anybody", async () => {
  const fields = new Set<string>();
  const outcomes = ["ok", "no_window", "failed", "would_grow", "cancelled"] as const;
  for (const outcome of outcomes) {
    const propose: EngineScript["propose"] = async (request) => {
      if (outcome === "cancelled") world.agent.interrupt();
      const made = nothingProposed(request, outcome === "no_window" ? "noop" : "aborted", outcome);
      return { ...made, record: { ...made.record, summary_text: "my secret plan", summary_path: "my secret plan" } };
    };
    const { factory } = scriptedEngine(outcome === "ok" ? {} : { propose });
    const world = await agentWorld({ steps: [...talk(3), tooLarge, says("fits")] }, { contextEngine: factory });
    await talked(world, 3);
    const { events } = await eventsOf(world, "my secret plan");
    const records = recordsIn(events);
    expect(records).toMatchObject([{ outcome, trigger: "http_413" }]);
    expect(JSON.stringify(records)).not.toContain("secret plan");
    fields.add(
      Object.keys(records[0] ?? {})
        .toSorted()
        .join(" "),
    );
  }
  expect([...fields]).toEqual([allFields.toSorted().join(" ")]);
});

const allFields = `event attempt_id conversation_id session_id child_session_id trigger engine outcome failure_class
  main_model main_provider context_length trigger_tokens tokens_before tokens_after tokens_source saved_ratio
  messages_before messages_after head_tokens middle_tokens tail_tokens hoisted pruned_results dedup_results
  truncated_args summary_path summary_model summary_provider summary_budget summary_tokens appendix_tokens chunks
  fallback_used summary_usage summary_cost_usd duration_ms summary_ms commit_ms lock_wait_ms compression_index
  prompt_layers_changed focus cache_ttl strategy`.split(/\s+/u);

test("[CC-C87] a stop while the summary is made leaves everything as it was, and nothing rests because of it", async () => {
  const stalls = { reply: { text: "never" }, fault: { kind: "stall" as const } };
  const { factory } = scriptedEngine({ path: "main", from: 1_000_000 });
  const world = await agentWorld({ steps: [...talk(3), tooLarge, stalls] }, { contextEngine: factory });
  await talked(world, 3);
  const turn = world.agent.session.send({ content: "and now?" });
  const events: AgentEvent[] = [];
  for await (const event of turn.events) {
    events.push(event);
    if (event.type === "phase.changed" && event.phase === "compressing") {
      await world.clock.advance(1_000);
      world.agent.interrupt();
    }
  }
  expect(await turn.result).toMatchObject({ interrupted: true, session_id: world.agent.session.info.sessionId });
  expect(recordsIn(events)).toMatchObject([{ outcome: "cancelled", failure_class: null, child_session_id: null }]);
  using store = await temporaryStore({ path: join(world.home, "hermes.db"), clock: world.clock });
  expect(store.sessions.engineState(world.agent.session.info.sessionId)).toMatchObject({ cooldownUntilMs: 0 });
  expect(store.archive.ids()).toHaveLength(1);
});

test("[CC-C92] a file that was read before a compression is read again in full after it", async () => {
  const { factory } = scriptedEngine({ tail: 1 });
  const world = await agentWorld(
    { steps: [reads("a"), says("seen"), reads("a"), says("seen"), ...talk(2), tooLarge, reads("a"), says("seen")] },
    { contextEngine: factory },
  );
  writeFileSync(join(world.cwd, "a"), "the very words\n");
  for (const question of ["read", "again", "hm", "hm"]) await world.agent.chat(question);
  await eventsOf(world, "once more");
  const results = world.rows().filter(({ role }) => role === "tool");
  expect(results.map(({ content }) => content?.includes("the very words"))).toEqual([true, false, true]);
});

test("[CC-I8] whatever is compressed how often, prompt, tools and cache key of every request are the same bytes", async () => {
  const { factory } = scriptedEngine();
  const world = await agentWorld(
    { steps: Array.from({ length: 4 }, () => [...talk(2), tooLarge, says("fits")]).flat() },
    { ...openAiItself, contextEngine: factory },
  );
  for (let round = 0; round < 4; round++) {
    await talked(world, 2);
    await eventsOf(world, "and now?");
  }
  const prefixes = bodies(world).map(({ instructions, tools, prompt_cache_key: key }) => {
    const cached = String(instructions).split("\n\n[Note: Some earlier")[0];
    return JSON.stringify([cached, tools, key]);
  });
  expect(new Set(prefixes).size).toBe(1);
});

test("[CC-I9] a proposal that is broken, larger or thrown changes neither the history nor a byte of the store", async () => {
  const proposals = {
    orphan: (list: readonly Message[]) => [...list.slice(0, 1), stray, ...list.slice(-1)],
    larger: (list: readonly Message[]) =>
      list.map((message) => ({ ...message, content: `${textOf(message.content)} and more` })),
    same: (list: readonly Message[]) => list,
    forgetful: (list: readonly Message[]) => [
      { role: "user" as const, content: "something else" },
      ...list.slice(0, 0),
    ],
    thrown: (): never => {
      throw new Error("not today");
    },
  };
  for (const [name, propose] of Object.entries(proposals)) {
    const { factory } = scriptedEngine({
      propose: async (request) => {
        const { record } = nothingProposed(request, "noop", "ok");
        const messages = propose(request.messages);
        return { outcome: "ok", messages, region: { headEnd: 0, tailStart: 0 }, pruned: 0, record };
      },
    });
    const world = await agentWorld({ steps: talk(3) }, { contextEngine: factory });
    await talked(world, 3);
    const before = storedIn(world);
    const answer = await world.agent.session.compress();
    expect([name, answer.kind, storedIn(world)]).toEqual([name, "failed", before]);
  }
});

test("[CC-C59] a session whose lock was taken while its summary was written changes nothing and says so", async () => {
  const taken = "UPDATE leases SET holder = 'another', token = token + 1 WHERE resource LIKE 'compression:%'";
  const { factory, requests } = scriptedEngine({
    propose: async (request, context) => {
      using db = new DatabaseSync(join(world.home, "hermes.db"));
      expect(db.prepare(taken).run().changes).toBe(1);
      return scriptedEngine().factory(context).compress(request);
    },
  });
  const world = await agentWorld({ steps: [...talk(3), says("still here")] }, { contextEngine: factory });
  await talked(world, 3);
  const before = storedIn(world);
  const answer = await world.agent.session.compress();
  expect([requests.length, answer.kind, storedIn(world)]).toEqual([1, "failed", before]);
  expect(answer).toMatchObject({ record: { outcome: "failed", failure_class: "storage_lease" } });
  expect(await world.agent.chat("and now?")).toBe("still here");
});

const stray: Message = { role: "tool", tool_call_id: "x", name: "x", tool_name: "x", content: "stray" };

test("[CC-I27] a turn compresses by itself at most three times, and an engine that saves nothing is left alone after two", async () => {
  const { factory, requests } = scriptedEngine({
    from: 1,
    propose: async (request) => nothingProposed(request, "noop", "no_window"),
  });
  const world = await agentWorld({ steps: talk(5, 1) }, { contextEngine: factory });
  const events: AgentEvent[] = [];
  for (let index = 0; index < 5; index++) events.push(...(await eventsOf(world, `question ${index}`)).events);
  expect(requests).toHaveLength(2);
  expect(warningsIn(events)).toEqual([
    "The conversation is long, but compressing it twice saved little. /compress <topic> tries again, /new begins anew.",
  ]);
  const busy = scriptedEngine({ from: 1, tail: 1 });
  const names = Array.from("abcdefghi");
  const other = await agentWorld({ steps: [...names.map(reads), says("done")] }, { contextEngine: busy.factory });
  for (const name of names) writeFileSync(join(other.cwd, name), `${name} words\n`.repeat(2_000));
  await eventsOf(other, "read");
  expect(busy.requests).toHaveLength(3);
});

test("an engine that throws costs its round, one line and a minute; the turn goes on", async () => {
  const { factory, requests } = scriptedEngine({
    from: 1,
    propose: async () => {
      throw new Error("not today");
    },
  });
  const world = await agentWorld({ steps: talk(5) }, { contextEngine: factory });
  const first = await eventsOf(world, "question");
  expect(first.result).toMatchObject({ completed: true });
  expect(warningsIn(first.events)).toEqual([
    "The conversation was not compressed: the context engine failed. Nothing was lost; /compress tries again.",
  ]);
  const second = await eventsOf(world, "question");
  expect(requests).toHaveLength(1);
  expect(warningsIn(second.events)).toEqual([
    "The conversation is long, but compression rests after a failure (the context engine failed). /compress tries at once, /new begins anew.",
  ]);
  const resumed = await world.another({ sessionId: world.agent.session.info.sessionId });
  await resumed.chat("question");
  expect(requests).toHaveLength(1); // another process knows it too
  await world.clock.advance(60_001);
  await resumed.chat("question");
  expect(requests).toHaveLength(2);
});

test("a provider that takes 60,000 tokens while we believe in 200,000: the size is learned, the task is done, one line is said", async () => {
  const { factory } = scriptedEngine({ path: "main", tail: 4 });
  const limit = { fault: { kind: "overflow" as const, above_tokens: 60_000 } };
  const big = "many words of a long file\n".repeat(1_100);
  const world = await agentWorld(
    {
      steps: [
        ...["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => ({ ...reads(name), ...limit })),
        { ...says("all eight were read"), ...limit, repeat: 3 },
        { ...says("the task is done"), ...limit },
      ],
    },
    {
      contextEngine: factory,
      config: "providers: {custom: {models: {gpt-4o: {context_length: 200000}}}}\n",
      enabledToolsets: ["file"],
    },
  );
  for (const name of ["a", "b", "c", "d", "e", "f", "g", "h"]) writeFileSync(join(world.cwd, name), `${name}\n${big}`);
  const lines: string[] = [];
  const agent = await world.another({ statusCallback: (_kind, message) => void lines.push(message) });
  const result = await world.clock.runUntil(agent.runConversation("read them all"));
  expect([result, lines]).toMatchObject([{ completed: true }, [expect.stringContaining("60,000")]]);
});

function writeMemory(world: AgentWorld, text: string): void {
  writeFileSync(join(world.home, "memories", "MEMORY.md"), text);
}

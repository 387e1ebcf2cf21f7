import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentEvent } from "../../src/domain/event.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const says = (text: string) => ({ reply: { text } });
const refuses = (status: number, message: string) => ({ fault: { kind: "status" as const, status, message } });
const reads = (path: string) => ({ reply: { tool_calls: [{ name: "read_file", arguments: { path } }] } });

const someText: unknown = expect.any(String);
const someNumber: unknown = expect.any(Number);
const windowOf = (tokens: number) => `providers: {custom: {models: {gpt-4o: {context_length: ${tokens}}}}}\n`;

/** Turns that are over, so that there is something to leave out. */
const talk = (turns: number) =>
  Array.from({ length: turns }, (_, index) => says(`answer ${index} ${"word ".repeat(60)}`));

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

const sentMessages = ({ simulator }: AgentWorld, index: number): readonly unknown[] => {
  const body = simulator.requests.at(index)?.body;
  return typeof body === "object" && body !== null && "messages" in body && Array.isArray(body.messages)
    ? body.messages
    : [];
};

test("[AL-E05] a payload that is too large is shortened once and sent again", async () => {
  const world = await agentWorld({ steps: [...talk(4), refuses(413, "payload too large"), says("fits")] });
  await talked(world, 4);
  const { result, events } = await eventsOf(world, "and now?");
  expect(result).toMatchObject({ final_response: "fits", api_calls: 1, completed: true });
  expect(sentMessages(world, -1).length).toBeLessThan(sentMessages(world, -2).length);
  expect(world.clock.sleeps.filter((ms) => ms === 2_000)).toHaveLength(1);
  expect(events.filter((event) => event.type === "compression.finished")).toHaveLength(1);
});

test("a system message of the first turn is still part of the prompt after a compression, and of what is stored", async () => {
  const world = await agentWorld({
    steps: [says("begun"), ...talk(4), refuses(413, "payload too large"), says("fits"), says("resumed")],
  });
  await world.agent.runConversation("begin", { systemMessage: "Always mention the walrus." });
  await talked(world, 4);
  await world.clock.runUntil(world.agent.chat("and now?"));
  const { sessionId } = world.agent.session.info;
  await world.agent.close();
  await (await world.another({ sessionId })).chat("and then?");
  const prompts = world.simulator.requests.map(({ body }) =>
    JSON.stringify(body).includes("Always mention the walrus."),
  );
  expect(prompts).toEqual(prompts.map(() => true));
});

test("[AL-E06] [CC-C54] four refusals of the size: three compressions, then an honest end", async () => {
  const world = await agentWorld({ steps: [...talk(40), { ...refuses(413, "payload too large"), repeat: 4 }] });
  await talked(world, 40);
  const { result, events } = await eventsOf(world, "and now?");
  expect(result).toMatchObject({
    failed: true,
    partial: true,
    exit_reason: "payload_too_large_exhausted",
    compression_exhausted: true,
  });
  expect(events.filter((event) => event.type === "compression.finished" && event.record.outcome === "ok")).toHaveLength(
    3,
  );
});

test("[AL-E07] a context size the provider names is believed, kept for the process, and compressed for", async () => {
  const overflow = refuses(
    400,
    "This model's maximum context length is 32768 tokens. Please reduce the length of the messages.",
  );
  const world = await agentWorld({ steps: [...talk(4), overflow, says("fits")] });
  await talked(world, 4);
  const { result, events } = await eventsOf(world, "and now?");
  expect(result).toMatchObject({ final_response: "fits", api_calls: 1 });
  expect(events.find((event) => event.type === "compression.finished")).toMatchObject({
    record: { context_length: 32_768 },
  });
});

test("[AL-E09] a bare 400 on a long conversation is taken for an overflow", async () => {
  const world = await agentWorld({ steps: [...talk(45), refuses(400, "error"), says("fits")] });
  await talked(world, 45);
  const { result, events } = await eventsOf(world, "and now?");
  expect(result).toMatchObject({ final_response: "fits", api_calls: 1 });
  expect(events.filter((event) => event.type === "compression.finished")).toHaveLength(1);
});

test("[AL-E10] with compression switched off nothing is compressed, and the person is told what to do", async () => {
  const world = await agentWorld(
    { steps: [...talk(3), refuses(400, "prompt is too long")] },
    { config: "compression: {enabled: false}\n" },
  );
  await talked(world, 3);
  const { result, events } = await eventsOf(world, "and now?");
  expect(result).toMatchObject({
    failed: true,
    partial: true,
    exit_reason: "compaction_disabled",
    compaction_disabled: true,
  });
  expect(result.final_response).toContain("compression.enabled");
  expect(events.some((event) => event.type === "compression.finished")).toBe(false);
});

test("[AL-E11] less room for output than asked for: the next request asks for what there is", async () => {
  const world = await agentWorld({
    steps: [refuses(400, "max_tokens is too large; available_tokens: 1000"), says("short"), says("on")],
  });
  const { result } = await eventsOf(world, "go");
  expect(result).toMatchObject({ final_response: "short", api_calls: 1 });
  expect(world.simulator.requests[1]?.body).toMatchObject({ max_completion_tokens: 936 });
  await world.agent.chat("on");
  expect(world.simulator.requests[2]?.body).toMatchObject({ max_completion_tokens: 16_384 });
});

test("an output cap that is refused without a number ends the turn with advice", async () => {
  const world = await agentWorld({ steps: [refuses(400, "max_tokens is too large")] });
  const { result } = await eventsOf(world, "go");
  expect(result).toMatchObject({ failed: true, exit_reason: "output_cap_rejected" });
});

test("[AL-E31] a line that drops under a big request is a sign of too much; under a small one it is just a line", async () => {
  const cut = { reply: { text: "lost" }, fault: { kind: "cut" as const, at_byte: 0 } };
  const small = await agentWorld({ steps: [{ ...cut, repeat: 3 }, says("ok")] });
  const first = await eventsOf(small, "go");
  expect(first.result.final_response).toBe("ok");
  expect(first.events.some((event) => event.type === "compression.finished")).toBe(false);
  const big = await agentWorld({ steps: [...talk(102), { ...cut, repeat: 3 }, says("ok")] });
  await talked(big, 102);
  const second = await eventsOf(big, "go");
  expect(second.result.final_response).toBe("ok");
  expect(second.events.some((event) => event.type === "compression.finished" && event.record.outcome === "ok")).toBe(
    true,
  );
});

test("[AL-E36] while another process compresses, the turn is put off and not failed", async () => {
  const world = await agentWorld({ steps: [...talk(3), refuses(413, "payload too large"), says("later")] });
  await talked(world, 3);
  const { sessionId } = world.agent.session.info;
  using other = await temporaryStore({ path: join(world.home, "hermes.db"), clock: world.clock });
  const lock = await other.leases.acquire(`compression:${sessionId}`, 300_000);
  const { result } = await eventsOf(world, "and now?");
  expect(result).toMatchObject({
    failed: false,
    partial: true,
    exit_reason: "compression_deferred",
    compression_deferred: true,
  });
  await lock?.release();
  expect(await world.agent.chat("again")).toBe("later");
});

test("[AL-G29] a compression leaves the frozen prompt and the tools as they are, byte for byte", async () => {
  const world = await agentWorld({ steps: [...talk(4), refuses(413, "payload too large"), says("fits")] });
  await talked(world, 4);
  await eventsOf(world, "and now?");
  const parts = world.simulator.requests.map(({ text }) => ({
    system: /"role":"system","content":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? "",
    tools: text.slice(text.indexOf('"tools"')),
  }));
  const [before] = parts;
  expect(before?.system.length).toBeGreaterThan(500);
  for (const part of parts) {
    expect(part.system.slice(0, before?.system.length)).toBe(before?.system);
    expect(part.tools).toBe(before?.tools);
  }
  expect(parts.at(-1)?.system).toContain("have been compacted");
});

test("[AL-G30] every round leaves one record with all its fields and no word of the conversation", async () => {
  const world = await agentWorld({ steps: [...talk(4), refuses(413, "payload too large"), says("fits")] });
  await talked(world, 4);
  const { events, result } = await eventsOf(world, "my secret plan");
  const records = events.flatMap((event) => (event.type === "compression.finished" ? [event.record] : []));
  expect(records).toEqual([
    {
      event: "compression",
      engine: "window",
      attempt_id: someText,
      conversation_id: result.turn_id.split(":")[0],
      session_id: result.turn_id.split(":")[0],
      child_session_id: result.session_id,
      trigger: "http_413",
      outcome: "ok",
      failure_class: null,
      messages_before: 9,
      messages_after: someNumber,
      tokens_before: someNumber,
      tokens_after: someNumber,
      tokens_source: "estimate",
      saved_ratio: someNumber,
      trigger_tokens: null,
      head_tokens: null,
      middle_tokens: null,
      tail_tokens: null,
      hoisted: false,
      pruned_results: 0,
      dedup_results: 0,
      truncated_args: 0,
      summary_path: null,
      summary_model: null,
      summary_provider: null,
      summary_budget: null,
      summary_tokens: null,
      appendix_tokens: null,
      chunks: 0,
      fallback_used: false,
      summary_usage: { input: 0, cache_read: 0, cache_write: 0, output: 0 },
      summary_cost_usd: 0,
      duration_ms: 0,
      summary_ms: 0,
      commit_ms: 0,
      lock_wait_ms: 0,
      compression_index: 1,
      focus: false,
      cache_ttl: "5m",
      strategy: "anchored",
      main_model: "gpt-4o",
      main_provider: "custom",
      context_length: 128_000,
      prompt_layers_changed: [],
    },
  ]);
  expect(JSON.stringify(records)).not.toContain("secret plan");
});

test("a conversation that fills half the window is shortened before the next request, and goes on in a child session", async () => {
  const world = await agentWorld(
    { steps: [says("x ".repeat(18_000)), says("y ".repeat(18_000)), says("z"), says("resumed")] },
    { config: windowOf(30_000) },
  );
  await world.agent.chat("first");
  await world.agent.chat("second");
  const { result, events } = await eventsOf(world, "third");
  expect(events.find((event) => event.type === "compression.finished")).toMatchObject({
    record: { trigger: "preflight", outcome: "ok" },
  });
  expect(result.session_id).not.toBe(result.turn_id.split(":")[0]);
  const resumed = await world.another({ sessionId: result.session_id });
  expect(await resumed.chat("go on")).toBe("resumed");
  using db = new DatabaseSync(join(world.home, "hermes.db"), { readOnly: true });
  expect(db.prepare("SELECT count(*) AS n FROM messages WHERE content = 'first'").get()).toEqual({ n: 1 });
  expect(db.prepare("SELECT count(*) AS n FROM turns").get()).toEqual({ n: 4 });
});

test("tool results that fill the window are shortened between two steps, and the task goes on", async () => {
  const world = await agentWorld(
    { steps: [reads("a"), reads("b"), reads("c"), says("done")] },
    {
      config: windowOf(20_000),
      enabledToolsets: ["file"],
    },
  );
  for (const name of ["a", "b", "c"]) writeFileSync(join(world.cwd, name), `words of ${name} in a line\n`.repeat(900));
  const { result, events } = await eventsOf(world, "read it thrice");
  expect(result).toMatchObject({ final_response: "done", completed: true, tool_calls: 3 });
  expect(events.filter((event) => event.type === "compression.finished").length).toBeGreaterThan(0);
});

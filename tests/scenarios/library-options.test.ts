import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { AgentSetupError, createAgent, TurnRunningError } from "../../src/app/library.ts";
import { agentWorld, anthropicEndpoint, chatEndpoint, type AgentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const broken = { fault: { kind: "status", status: 500 } } as const;
const Body = z.looseObject({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });

function body({ simulator }: AgentWorld, index: number): z.infer<typeof Body> {
  return Body.parse(simulator.requests[index]?.body);
}

function spoken(world: AgentWorld, index: number): readonly unknown[] {
  return body(world, index)
    .messages.slice(1)
    .map(({ role, content }) => `${role}: ${String(content)}`);
}

test("what is stored of a question may differ from what is sent", async () => {
  const world = await agentWorld({ steps: [says("hello Ann"), says("again")] });
  const result = await world.agent.runConversation("[Ann, 12:03] hi", {
    persistUserMessage: "hi",
    persistUserTimestamp: 1_700_000_000.5,
    persistUserDisplayKind: "chat",
    persistUserDisplayMetadata: { sender: "Ann" },
  });
  const stored = {
    role: "user",
    content: "hi",
    timestamp: 1_700_000_000.5,
    extra: { display_kind: "chat", display_metadata: { sender: "Ann" } },
  };
  expect(result.messages[0]).toEqual(stored);
  expect(spoken(world, 0)).toEqual(["user: [Ann, 12:03] hi"]);
  const later = await world.another({ sessionId: result.session_id });
  const next = await later.runConversation("more");
  expect(next.messages[0]).toEqual(stored);
  expect(spoken(world, 1)).toEqual(["user: hi", "assistant: hello Ann", "user: more"]);
  expect(JSON.stringify(body(world, 1))).not.toContain("display_kind");
});

test("a question that was never answered is sent with the new one, whatever is stored of both", async () => {
  const world = await agentWorld({ steps: [{ ...broken, repeat: 3 }, says("both")] });
  await world.clock.runUntil(world.agent.runConversation("sent a", { persistUserMessage: "kept a" }));
  const result = await world.agent.runConversation("sent b", { persistUserMessage: "kept b" });
  expect(spoken(world, 3)).toEqual(["user: kept a\n\nsent b"]);
  expect(result.messages[0]).toMatchObject({ content: "kept a\n\nkept b" });
  expect(world.rows().map(({ content }) => content)).toEqual(["kept a", "kept b", "both"]);
});

test("a system message counts while the prompt is built, and never again", async () => {
  const world = await agentWorld({ steps: [says("a"), says("b"), says("c")] });
  const first = await world.agent.runConversation("one", { systemMessage: "Speak like a pirate." });
  await world.agent.runConversation("two", { systemMessage: "Speak like a judge." });
  const later = await world.another({ sessionId: first.session_id });
  await later.runConversation("three", { systemMessage: "Speak like a cook." });
  const prompts = [0, 1, 2].map((index) => body(world, index).messages[0]?.content);
  expect(prompts[0]).toContain("Speak like a pirate.");
  expect(new Set(prompts).size).toBe(1);
  expect(storedPrompts(world.home)).toEqual([prompts[0]]);
});

function storedPrompts(home: string): readonly unknown[] {
  using db = new DatabaseSync(join(home, "hermes.db"), { readOnly: true });
  return db
    .prepare("SELECT text FROM prompts")
    .all()
    .map((row) => row["text"]);
}

test("prefilled messages stand in front of every request and nowhere else", async () => {
  const prefillMessages = [
    { role: "user", content: "Say A." },
    { role: "assistant", content: "A" },
  ] as const;
  const world = await agentWorld({ steps: [says("one"), says("two")] }, { prefillMessages });
  const { messages } = await world.agent.runConversation("Say 1.");
  await world.agent.runConversation("Say 2.");
  const before = ["user: Say A.", "assistant: A"];
  expect(spoken(world, 0)).toEqual([...before, "user: Say 1."]);
  expect(spoken(world, 1)).toEqual([...before, "user: Say 1.", "assistant: one", "user: Say 2."]);
  expect(messages.map(({ content }) => content)).toEqual(["Say 1.", "one"]);
  expect(world.rows()).toHaveLength(4);
});

test("limits, reasoning and overrides reach the request", async () => {
  const world = await agentWorld(
    { steps: [says("a")] },
    {
      maxTokens: 321,
      requestOverrides: { temperature: 0.25 },
      reasoningConfig: { effort: "low" },
      enabledToolsets: ["file", "terminal"],
      disabledToolsets: ["terminal"],
    },
  );
  await world.agent.chat("go");
  expect(body(world, 0)).toMatchObject({ max_completion_tokens: 321, temperature: 0.25 });
  expect(world.agent.session.info.tools).toEqual(["patch", "read_file", "search_files", "write_file"]);
});

test("a limit of time ends the turn with its reason", async () => {
  const slow = {
    reply: { tool_calls: [{ name: "read_file", arguments: { path: "x" } }] },
    fault: { kind: "drip" as const, delay_ms: 1_500 },
  };
  const { agent, clock } = await agentWorld({ steps: [slow, slow, says("in short")] }, { runBudgetSeconds: 1 });
  expect(await clock.runUntil(agent.runConversation("go"))).toMatchObject({ exit_reason: "budget_exhausted" });
});

test("a pause before a retry that the time does not allow ends the turn at once", async () => {
  const busy = {
    fault: { kind: "status", status: 429, message: "slow down", headers: { "retry-after": "30" } },
  } as const;
  const { agent, clock, simulator } = await agentWorld({ steps: [busy, says("late")] }, { runBudgetSeconds: 20 });
  const startedMs = clock.now();
  expect(await clock.runUntil(agent.runConversation("go"))).toMatchObject({
    exit_reason: "budget_exhausted",
    final_response: "The time limit was reached before the task was done. Send a message to continue.",
  });
  expect(clock.now() - startedMs).toBeLessThan(1_000);
  expect(simulator.requests).toHaveLength(1);
});

test("options that cannot be used are refused in one line before anything is sent", async () => {
  const { home, cwd } = await agentWorld({ steps: [] });
  const bad = createAgent({ ...chatEndpoint, home, cwd, maxTokens: -1 });
  await expect(bad).rejects.toThrow(AgentSetupError);
  await expect(bad).rejects.toThrow(/^[^\n]*max_tokens[^\n]*$/);
});

test("a message that is none is a mistake of the caller's", async () => {
  const { agent, rows } = await agentWorld({ steps: [says("fine")] });
  const untyped: { runConversation: (message: never) => Promise<unknown> } = agent;
  await expect(Reflect.apply((message: never) => untyped.runConversation(message), null, [42])).rejects.toThrow(
    "userMessage must be a string",
  );
  expect(await agent.chat("go")).toBe("fine");
  expect(rows()).toHaveLength(2);
});

test("another model is chosen between turns, whole or not at all", async () => {
  const world = await agentWorld({ steps: [says("a"), says("b"), says("c")] });
  const { agent, simulator } = world;
  await agent.chat("one");
  const unknown = agent.switchModel({ provider: "nobody-has-this", model: "x" });
  await expect(unknown).rejects.toThrow(AgentSetupError);
  await agent.chat("two");
  await agent.switchModel({ ...anthropicEndpoint, provider: "elsewhere", apiKey: "sk-other-key-000000" });
  const result = await agent.runConversation("three");
  expect(simulator.requests.map(({ mode, body: sent }) => [mode, Body.parse(sent)["model"]])).toEqual([
    ["chat_completions", "gpt-4o"],
    ["chat_completions", "gpt-4o"],
    ["anthropic_messages", "claude-sonnet-4-5"],
  ]);
  expect(keysSent(world)).toEqual(["sk-simulated-key-000000", "sk-simulated-key-000000", "sk-other-key-000000"]);
  expect(result).toMatchObject({ model: "claude-sonnet-4-5", provider: "elsewhere" });
  expect(agent.session.info).toMatchObject({ model: "claude-sonnet-4-5", provider: "elsewhere" });
  expect(result.messages.map(({ content }) => content)).toEqual(["one", "a", "two", "b", "three", "c"]);
});

test("a key does not follow its provider to a new address", async () => {
  const world = await agentWorld({ steps: [says("a")] });
  const { provider, model, apiMode } = chatEndpoint;
  await world.agent.switchModel({ provider, model, apiMode, baseUrl: "http://other.test/v1" });
  await world.agent.chat("go");
  expect(keysSent(world)).toEqual([null]);
});

test("a model is not changed under a running turn", async () => {
  const { agent } = await agentWorld({ steps: [says("a")] });
  const running = agent.chat("one");
  await expect(agent.switchModel(chatEndpoint)).rejects.toThrow(TurnRunningError);
  expect(await running).toBe("a");
});

function keysSent({ simulator }: AgentWorld): readonly (string | null)[] {
  return simulator.requests.map(
    ({ headers }) => headers["x-api-key"] ?? headers["authorization"]?.replace("Bearer ", "") ?? null,
  );
}

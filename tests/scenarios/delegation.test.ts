import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld, anthropicEndpoint, chatEndpoint, responsesEndpoint } from "../support/agent-world.ts";
import { batch, delegates, familyWorld, reportsIn, table } from "../support/family-world.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

const hangs = { fault: { kind: "stall" } } as const;
const waits = (as: string, ms: number, deaf = false) => calls({ name: "wait", arguments: { as, ms, deaf } });

test("a child works on its own session and hands back its summary, how it ended and numbers", async () => {
  const { agent, home, cwd, asked } = await familyWorld(
    { steps: [delegates({ goal: "Find the port", context: "It is in app.conf" }), says("It is 8080.")] },
    { "Find the port": { steps: [calls({ name: "read_file", arguments: { path: "app.conf" } }), says("Port 8080")] } },
  );
  writeFileSync(join(cwd, "app.conf"), "port = 8080\n");
  const result = await agent.runConversation("which port?");
  expect(result).toMatchObject({ final_response: "It is 8080.", api_calls: 2, tool_calls: 1 });
  const [row] = table(home, "SELECT * FROM sessions WHERE source = 'subagent'");
  const [report] = reportsIn(result);
  const callId = result.messages.find((message) => message.role === "tool")?.tool_call_id;
  const { id, ...child } = z.looseObject({ id: z.string() }).parse(row);
  expect(child).toMatchObject({ parent_session_id: result.session_id, relation: "delegation", message_count: 4 });
  expect(child["ended_at"]).not.toBeNull();
  expect(report).toEqual({
    task_index: 0,
    status: "completed",
    summary: "Port 8080",
    exit_reason: "text_response",
    truncated: false,
    api_calls: 2,
    duration_seconds: 0,
    model: "gpt-4o",
    tokens: { input: child["input_tokens"], output: child["output_tokens"], cache_read: child["cache_read_tokens"] },
    cost_usd: null,
    tool_trace: [{ tool: "read_file", args_bytes: 19, result_bytes: 76, status: "ok" }],
    session_id: id,
    log_path: join(home, "cache", "delegation", `${result.session_id}-${callId}`, "task-0.log"),
  });
  const question = JSON.stringify(asked("Find the port")[0]?.body);
  expect(question).toContain("Find the port\\n\\nContext:\\nIt is in app.conf\\n\\nYou work on your own");
  expect(question).not.toContain("which port?");
});

test("[AL-G25] a parent that may take 3 steps has a child that takes 50, whatever the model says about it", async () => {
  const looks = { ...calls({ name: "search_files", arguments: { pattern: "x" } }), repeat: "forever" } as const;
  const { agent, asked } = await familyWorld(
    { steps: [delegates({ goal: "Dig", max_iterations: 2, tasks: [] }), says("done")] },
    { Dig: { steps: [looks] } },
    { maxIterations: 3 },
  );
  const result = await agent.runConversation("go");
  expect(result).toMatchObject({ exit_reason: "text_response", api_calls: 2 });
  expect(reportsIn(result)[0]).toMatchObject({ exit_reason: "max_iterations_reached", api_calls: 50 });
  const offered = asked("Dig").filter(({ body }) => JSON.stringify(body).includes('"tools":'));
  expect(offered).toHaveLength(50); // and what comes after them is the closing request, without tools
});

test("[SF-T28] results come in the order of the tasks, and what children used is counted once", async () => {
  const script = playedTools();
  const { ask, clock, home } = await familyWorld(
    { steps: [batch("one", "two", "three"), says("all done")] },
    {
      one: { steps: [waits("3000", 3_000), says("first")] },
      two: { steps: [waits("2000", 2_000), says("second")] },
      three: { steps: [waits("1000", 1_000), says("third")] },
    },
    { play: script.tools({ name: "wait", concurrency: "free" }) },
  );
  const { events, result } = ask("go");
  const ended = await clock.runUntil(result);
  expect(reportsIn(ended).map(({ task_index, summary }) => [task_index, summary])).toEqual([
    [0, "first"],
    [1, "second"],
    [2, "third"],
  ]);
  expect(script.told).toEqual(["+3000", "+2000", "+1000", "-1000", "-2000", "-3000"]);
  const sum = "sum(input_tokens + output_tokens + cache_read_tokens + cache_write_tokens) AS tokens";
  const [parents] = table(home, `SELECT ${sum} FROM sessions WHERE source <> 'subagent'`);
  const [childrens] = table(home, `SELECT ${sum} FROM sessions WHERE source = 'subagent'`);
  expect(parents).toEqual({ tokens: ended.total_tokens });
  expect(
    table(
      home,
      `SELECT task, sum(api_calls) AS calls, ${sum} FROM usage WHERE session_id = '${ended.session_id}' GROUP BY task`,
    ),
  ).toEqual([
    { task: "", calls: 2, ...z.object({ tokens: z.int() }).parse(parents) },
    { task: "delegation", calls: 6, ...z.object({ tokens: z.int().positive() }).parse(childrens) },
  ]);
  const reported = events.flatMap((event) =>
    event.type === "usage.reported" && event.task === "delegation" ? [event.usage.total_tokens] : [],
  );
  expect(reported).toHaveLength(3);
  expect({ tokens: reported.reduce((a, b) => a + b) }).toEqual(childrens);
});

test("[SF-T39] siblings share system text and tools byte for byte, and each goal stands in its own question", async () => {
  const goals = ["alpha goal", "beta goal", "gamma goal"];
  const { agent, asked } = await familyWorld(
    { steps: [batch(...goals), says("ok")] },
    Object.fromEntries(goals.map((goal) => [goal, { steps: [says("done")] }])),
  );
  await agent.runConversation("go");
  const Wire = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })), tools: z.unknown() });
  const wires = goals.map((goal) => Wire.parse(asked(goal)[0]?.body));
  const prefixes = wires.map(({ messages, tools }) => JSON.stringify([messages[0], tools]));
  expect(new Set(prefixes).size).toBe(1);
  for (const [index, goal] of goals.entries()) {
    expect(prefixes.join("")).not.toContain(goal);
    expect(wires[index]?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(wires.filter(({ messages }) => messages[1]?.content.includes(goal))).toEqual([wires[index]]);
  }
});

test("[PM-26] a child has the default identity, no memory, no project files, and nothing of its task in the system text", async () => {
  const { another, home, cwd, asked } = await familyWorld(
    { steps: [delegates({ goal: "secret goal", context: "secret context" }), says("ok")] },
    { "secret goal": { steps: [says("done")] } },
    { ephemeralSystemPrompt: "Speak like a pirate." },
  );
  mkdirSync(join(home, "memories"), { recursive: true });
  writeFileSync(join(home, "memories", "MEMORY.md"), "likes tea\n");
  writeFileSync(join(home, "SOUL.md"), "I am Ada.");
  writeFileSync(join(cwd, "AGENTS.md"), "Use tabs.");
  const parent = await another();
  await parent.runConversation("go");
  expect(parent.session.info.cwd).toBe(cwd);
  const Wire = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) });
  const system = Wire.parse(asked("secret goal")[0]?.body).messages[0]?.content ?? "";
  expect(system).toContain("Hermes");
  for (const text of ["Ada", "likes tea", "Use tabs", "secret", "pirate", "Session:"])
    expect(system).not.toContain(text);
});

test("a child gets its parent's tools less those that are the parent's alone, and cannot widen them", async () => {
  const script = playedTools();
  const { agent, asked } = await familyWorld(
    { steps: [delegates({ goal: "Look", role: "orchestrator", toolsets: ["all"] }), says("ok")] },
    { Look: { steps: [calls({ name: "terminal", arguments: { command: "ls" } }), says("no")] } },
    {
      enabledToolsets: ["file", "delegation"],
      config: "agent:\n  disabled_tools: [write_file]\n",
      play: script.tools(
        { name: "memory", concurrency: "state" },
        { name: "clarify", concurrency: "interactive" },
        { name: "own", concurrency: "free" },
      ),
    },
  );
  const result = await agent.runConversation("go");
  const Wire = z.object({ tools: z.array(z.object({ function: z.object({ name: z.string() }) })) });
  const offered = Wire.parse(asked("Look")[0]?.body).tools.map((tool) => tool.function.name);
  expect(offered).toEqual(["own", "patch", "read_file", "search_files"]);
  expect(reportsIn(result)[0]).toMatchObject({
    status: "completed",
    note: "It ran as a leaf: deeper delegation is not allowed.",
    tool_trace: [{ tool: "terminal", status: "error" }],
  });
});

test("where the settings allow it an orchestrator delegates further, and its children do not", async () => {
  const { agent, home, asked } = await familyWorld(
    { steps: [delegates({ goal: "outer", role: "orchestrator" }), says("ok")] },
    {
      outer: { steps: [delegates({ goal: "inner", role: "orchestrator" }), says("outer done")] },
      inner: { steps: [says("inner done")] },
    },
    { config: "delegation:\n  max_spawn_depth: 2\n" },
  );
  expect(reportsIn(await agent.runConversation("go"))[0]).toMatchObject({ status: "completed", summary: "outer done" });
  expect(JSON.stringify(asked("inner")[0]?.body)).not.toContain("delegate_task");
  const chain =
    "SELECT count(*) AS n FROM sessions c JOIN sessions p ON c.parent_session_id = p.id WHERE c.relation = 'delegation'";
  expect(table(home, `${chain} AND p.source = 'subagent'`)).toEqual([{ n: 1 }]);
});

test("[AL-B08] a stop reaches a child that waits for its model at once, and a finished sibling keeps its result", async () => {
  const { ask, agent, clock, home } = await familyWorld(
    { steps: [batch("quick", "slow")] },
    {
      quick: { steps: [says("quick is done")] },
      slow: { steps: [{ reply: { text: ["half ", "an answer"] }, fault: { kind: "stall", at_byte: 700 } }] },
    },
  );
  const { events, result } = ask("go");
  await clock.advance(5_000);
  const stoppedAt = clock.now();
  agent.interrupt("enough");
  const ended = await result;
  expect(clock.now() - stoppedAt).toBeLessThanOrEqual(1_000);
  expect(ended).toMatchObject({ interrupted: true, exit_reason: "interrupted_by_user" });
  expect(reportsIn(ended)).toMatchObject([
    { status: "completed", summary: "quick is done" },
    { status: "interrupted", exit_reason: "interrupted_during_api_call", summary: "half " },
  ]);
  expect(table(home, "SELECT exit_reason, interrupted FROM turns ORDER BY id")).toEqual([
    { exit_reason: "text_response", interrupted: 0 },
    { exit_reason: "interrupted_during_api_call", interrupted: 1 },
    { exit_reason: "interrupted_by_user", interrupted: 1 },
  ]);
  const phasesOf = (index: number) =>
    events.flatMap((event) => (event.type === "subagent.changed" && event.index === index ? [event.phase] : []));
  expect([phasesOf(0), phasesOf(1)]).toEqual([
    ["started", "text", "ended"],
    ["started", "text", "ended"],
  ]);
});

test("[SF-T29] a stop ends three children within a second, each says so, and the conversation goes on", async () => {
  const script = playedTools();
  const goals = ["one", "two", "three"];
  const { ask, agent, clock, simulator } = await familyWorld(
    { steps: [batch(...goals), says("all right")] },
    Object.fromEntries(goals.map((goal) => [goal, { steps: [waits(goal, 60_000), says("never")] }])),
    { play: script.tools({ name: "wait", concurrency: "free" }) },
  );
  const { result } = ask("go");
  await clock.advance(5_000);
  expect(script.told).toEqual(["+one", "+two", "+three"]);
  agent.interrupt();
  await clock.advance(999);
  expect(script.told.slice(3)).toEqual(["-one", "-two", "-three"]);
  const ended = await result;
  expect(ended).toMatchObject({ interrupted: true, exit_reason: "interrupted_by_user" });
  expect(reportsIn(ended).map((report) => report.status)).toEqual(["interrupted", "interrupted", "interrupted"]);
  expect(ended.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
  expect(await agent.chat("and now?")).toBe("all right");
  expect(simulator.requests.map(({ status }) => status)).toEqual([200, 200]); // the strict wire took the history
});

test("a stop reaches a child inside a tool, and one that does not listen is left behind without its siblings", async () => {
  const script = playedTools();
  const { ask, agent, clock } = await familyWorld(
    { steps: [batch("quick", "listens", "deaf")] },
    {
      quick: { steps: [says("quick is done")] },
      listens: { steps: [waits("listens", 600_000)] },
      deaf: { steps: [waits("deaf", 600_000, true)] },
    },
    { play: script.tools({ name: "wait", concurrency: "free" }) },
  );
  const { result } = ask("go");
  await clock.advance(5_000);
  agent.interrupt();
  await clock.advance(0);
  expect(script.told).toEqual(["+listens", "+deaf", "-listens"]);
  const ended = await clock.runUntil(result);
  expect(reportsIn(ended)).toMatchObject([
    { status: "completed", summary: "quick is done" },
    { status: "interrupted", exit_reason: "interrupted_by_user" },
    { status: "interrupted", exit_reason: null },
  ]);
});

test("closing the parent stops its children and waits for them", async () => {
  const { ask, agent, clock, home } = await familyWorld({ steps: [batch("slow")] }, { slow: { steps: [hangs] } });
  const { result } = ask("go");
  await clock.advance(5_000);
  await clock.runUntil(agent.close());
  expect((await result).interrupted).toBe(true);
  expect(table(home, "SELECT end_reason FROM sessions WHERE source = 'subagent'")).toEqual([
    { end_reason: "user_exit" },
  ]);
  expect(table(home, "SELECT count(*) AS n FROM leases WHERE expires_at > 0")).toEqual([{ n: 0 }]);
});

test("what goes wrong in a child is a result, and the parent goes on", async () => {
  const gone = { fault: { kind: "status", status: 400, message: "no such thing" } } as const;
  const { agent } = await familyWorld(
    { steps: [batch("fails", "works"), says("I see.")] },
    { fails: { steps: [gone] }, works: { steps: [says("fine")] } },
  );
  const result = await agent.runConversation("go");
  expect(result).toMatchObject({ final_response: "I see.", completed: true });
  expect(reportsIn(result)).toMatchObject([
    {
      status: "error",
      summary: "",
      exit_reason: "api_error_nonretryable",
      error: "The provider refused the request: HTTP 400: no such thing",
    },
    { status: "completed", summary: "fine" },
  ]);
});

test("children do not show up where a person looks for a conversation to go on with", async () => {
  const { another, agent } = await familyWorld(
    { steps: [batch("works"), says("ok"), says("again")] },
    { works: { steps: [says("fine")] } },
  );
  const first = await agent.runConversation("go");
  await agent.close();
  const resumed = await another({ sessionId: "latest" });
  expect(resumed.session.info.sessionId).toBe(first.session_id);
});

test("more delegating calls in one reply than children may run are dropped before they are stored", async () => {
  const four = ["a", "b", "c", "d"].map((goal) => ({ name: "delegate_task", arguments: { goal: `task ${goal}` } }));
  const { agent, asked } = await familyWorld(
    { steps: [calls(...four), says("ok")] },
    Object.fromEntries(four.map(({ arguments: { goal } }) => [goal, { steps: [says("done")] }])),
  );
  const { messages } = await agent.runConversation("go");
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "tool", "assistant"]);
  expect(asked("task d")).toEqual([]);
});

test.each([chatEndpoint, anthropicEndpoint, responsesEndpoint])(
  "parent and child take turns on one wire: $apiMode",
  async (endpoint) => {
    const steps = [delegates({ goal: "Look" }), calls({ name: "read_file", arguments: { path: "a" } })];
    const { agent, simulator } = await agentWorld({ steps: [...steps, says("nothing"), says("ok")] }, endpoint);
    const result = await agent.runConversation("go");
    expect(result).toMatchObject({ final_response: "ok", completed: true, api_calls: 2 });
    expect(reportsIn(result)).toMatchObject([{ status: "completed", summary: "nothing", api_calls: 2 }]);
    expect(simulator.requests.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  },
);

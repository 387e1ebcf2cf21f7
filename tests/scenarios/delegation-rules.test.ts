import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ApprovalRequest } from "../../src/domain/approval.ts";
import { batch, delegates, familyWorld, reportsIn, table } from "../support/family-world.ts";
import { calls, playedTools, says } from "../support/played-tools.ts";

const removes = (name: string) => ({
  steps: [calls({ name: "terminal", arguments: { command: `rm -rf ${name}` } }), says("done")],
});

const touches = (name: string) => ({
  steps: [calls({ name: "terminal", arguments: { command: `touch ${name}` } }), says("done")],
});

test("a child that needs a yes is refused where nobody can give it, and the parent's watchers hear of it", async () => {
  const cleans = { steps: [calls({ name: "terminal", arguments: { command: "rm -r build" } }), says("not allowed")] };
  const { ask, home } = await familyWorld({ steps: [batch("clean"), says("ok")] }, { clean: cleans });
  const { events, result } = ask("go");
  expect(reportsIn(await result)[0]).toMatchObject({ status: "completed", tool_trace: [{ status: "error" }] });
  expect(events.filter((event) => event.type === "approval.decided")).toMatchObject([
    { tool: "terminal", decision: "deny", by: "headless", preview: "rm -r build" },
  ]);
  const denied = "SELECT content FROM messages WHERE role = 'tool' AND tool_name = 'terminal'";
  expect(JSON.stringify(table(home, denied))).toContain("Nobody is here to approve it");
});

test("with delegation.auto_approve a child's commands run unasked, but not beyond the hard floor", async () => {
  const { agent, cwd } = await familyWorld(
    { steps: [batch("make"), says("ok")] },
    {
      make: {
        steps: [
          calls({ name: "terminal", arguments: { command: "rm -rf old; touch made" } }),
          calls({ name: "terminal", arguments: { command: "rm -rf /" } }),
          says("done"),
        ],
      },
    },
    { config: "delegation:\n  auto_approve: true\n" },
  );
  const result = await agent.runConversation("go");
  expect(reportsIn(result)[0]).toMatchObject({ tool_trace: [{ status: "ok" }, { status: "error" }] });
  expect(readFileSync(join(cwd, "made"), "utf8")).toBe("");
});

test("a person who can be asked is asked for one child at a time and told for which", async () => {
  const asked: ApprovalRequest[] = [];
  const state = { inside: 0, most: 0 };
  const { agent } = await familyWorld(
    { steps: [batch("first", "second"), says("ok")] },
    { first: removes("a"), second: removes("b") },
    {
      approver: {
        name: "person",
        decide: async (request) => {
          asked.push(request);
          state.inside += 1;
          state.most = Math.max(state.most, state.inside);
          await new Promise((resolve) => setImmediate(resolve));
          state.inside -= 1;
          return { decision: "allow", by: "person", rule: null };
        },
      },
    },
  );
  const result = await agent.runConversation("go");
  expect(reportsIn(result).map((report) => report.status)).toEqual(["completed", "completed"]);
  const inAnyOrder = asked.map(({ action, child }) => `${child}: ${action}`).toSorted(); // both work at the same time
  expect(inAnyOrder).toEqual(["first: rm -rf a", "second: rm -rf b"]);
  expect(state.most).toBe(1);
});

test("a child starts where its parent's shell stands, and may write no further than its parent", async () => {
  const { agent, home, cwd } = await familyWorld(
    { steps: [calls({ name: "terminal", arguments: { command: "mkdir sub && cd sub" } }), batch("look"), says("ok")] },
    {
      look: {
        steps: [
          calls({ name: "terminal", arguments: { command: "pwd" } }),
          calls({ name: "write_file", arguments: { path: "../above.txt", content: "x" } }),
          says("done"),
        ],
      },
    },
    { yolo: true },
  );
  expect(reportsIn(await agent.runConversation("go"))[0]).toMatchObject({
    tool_trace: [{ status: "ok" }, { status: "ok" }],
  });
  expect(readFileSync(join(cwd, "above.txt"), "utf8")).toBe("x");
  expect(table(home, "SELECT cwd FROM sessions WHERE source = 'subagent'")).toEqual([{ cwd: join(cwd, "sub") }]);
});

test("a child that takes longer than it may is stopped and reported, and the parent goes on", async () => {
  const script = playedTools();
  const waits = { ...calls({ name: "wait", arguments: { ms: 20_000 } }), repeat: "forever" as const };
  const { ask, clock } = await familyWorld(
    { steps: [batch("slow"), says("ok")] },
    { slow: { steps: [waits] } },
    {
      config: "delegation:\n  child_timeout_seconds: 60\n",
      play: script.tools({ name: "wait", concurrency: "free" }),
    },
  );
  const result = await clock.runUntil(ask("go").result);
  expect(result).toMatchObject({ final_response: "ok", completed: true });
  expect(reportsIn(result)).toMatchObject([{ status: "timeout", duration_seconds: 60 }]);
});

test("a child that shows no sign of life is stopped, however much time it has", async () => {
  const script = playedTools();
  const waits = calls({ name: "wait", arguments: { ms: 9_000_000, limit: 9_000_000, deaf: true } });
  const { ask, clock } = await familyWorld(
    { steps: [batch("slow"), says("ok")] },
    { slow: { steps: [waits] } },
    {
      play: script.tools({ name: "wait", concurrency: "free" }),
    },
  );
  expect(reportsIn(await clock.runUntil(ask("go").result))).toMatchObject([
    { status: "stalled", exit_reason: "interrupted_by_user", duration_seconds: 1_203 },
  ]);
});

test("the time a person takes to answer in a child's name is not the child's", async () => {
  const { agent, clock } = await familyWorld(
    { steps: [batch("asks"), says("ok")] },
    { asks: { steps: [calls({ name: "terminal", arguments: { command: "rm -r x" } }), says("understood")] } },
    {
      config: "approvals:\n  timeout: 0\ndelegation:\n  child_timeout_seconds: 30\n",
      answersQuestions: true,
    },
  );
  const { events, result } = agent.session.send({ content: "go" });
  for await (const event of events) {
    if (event.type !== "question.asked") continue;
    await clock.advance(1_300_000);
    agent.session.answer(event.question.id, "deny: no");
  }
  expect(reportsIn(await result)).toMatchObject([
    { status: "completed", summary: "understood", duration_seconds: 1_300 },
  ]);
});

test("the time a turn may take is the time its children may take", async () => {
  const script = playedTools();
  const waits = { ...calls({ name: "wait", arguments: { ms: 20_000 } }), repeat: 10 };
  const { ask, clock } = await familyWorld(
    { steps: [calls({ name: "wait", arguments: { ms: 20_000 } }), batch("slow"), says("in time")] },
    { slow: { steps: [waits, says("never")] } },
    {
      config: "agent:\n  run_budget_seconds: 60\n",
      play: script.tools({ name: "wait", concurrency: "free" }),
    },
  );
  const result = await clock.runUntil(ask("go").result);
  expect(reportsIn(result)).toMatchObject([{ exit_reason: "budget_exhausted", duration_seconds: 40 }]);
  expect(result).toMatchObject({ exit_reason: "budget_exhausted", duration_ms: 60_000 });
});

test("an answer that does not fit the shape is corrected once, and the report says how it went", async () => {
  const output_schema = { type: "object", properties: { port: { type: "integer" } }, required: ["port"] };
  const { agent, asked } = await familyWorld(
    {
      steps: [
        delegates({
          tasks: [
            { goal: "mends", output_schema },
            { goal: "never", output_schema },
          ],
        }),
        says("ok"),
      ],
    },
    { mends: { steps: [says("8080"), says('{"port": 8080}')] }, never: { steps: [says("no"), says("still no")] } },
  );
  expect(reportsIn(await agent.runConversation("go"))).toMatchObject([
    { status: "completed", summary: '{"port": 8080}', schema_valid: true, api_calls: 2 },
    { status: "completed", summary: "still no", schema_valid: false, schema_errors: "it holds no JSON" },
  ]);
  expect(asked("never")).toHaveLength(2);
});

test("a long summary is cut, and all of it lies in a file", async () => {
  const { agent } = await familyWorld(
    { steps: [batch("talks"), says("ok")] },
    { talks: { steps: [says("word ".repeat(100))] } },
    { config: "delegation:\n  max_summary_chars: 20\n" },
  );
  const [report] = reportsIn(await agent.runConversation("go"));
  expect(report).toMatchObject({ status: "completed", truncated: true });
  const [, path = ""] = /all of it is in (.*), to be read/.exec(report?.summary ?? "") ?? [];
  expect(report?.summary.startsWith("word word word word \n[cut: ")).toBe(true);
  expect(readFileSync(path, "utf8")).toBe("word ".repeat(100));
});

test("a child may be sent to another model, and a setting that cannot work is said in the result", async () => {
  const family = { works: { steps: [says("fine")] } };
  const other = await familyWorld({ steps: [batch("works"), says("ok")] }, family, {
    config: "delegation:\n  model: gpt-4o-mini\n  reasoning_effort: low\n",
  });
  expect(reportsIn(await other.agent.runConversation("go"))).toMatchObject([
    { status: "completed", model: "gpt-4o-mini" },
  ]);
  const wrong = await familyWorld({ steps: [batch("works"), says("ok")] }, family, {
    config: "delegation:\n  provider: opnai\n",
  });
  expect(reportsIn(await wrong.agent.runConversation("go"))).toMatchObject([
    { status: "error", error: "delegation: Unknown provider: opnai. Did you mean openai?" },
  ]);
});

test("a child has its parent's other models and other keys, and what it learns about a key its siblings know", async () => {
  const refuses = { fault: { kind: "status", status: 401, message: "invalid api key" } } as const;
  const keyed = await familyWorld(
    { steps: [batch("first"), batch("second"), says("ok")] },
    { first: { steps: [refuses, says("with another key")] }, second: { steps: [says("at once")] } },
    { config: "providers:\n  custom:\n    api_keys: [sk-simulated-key-222222]\n" },
  );
  const result = await keyed.agent.runConversation("go");
  expect(reportsIn(result)).toMatchObject([{ status: "completed", summary: "at once" }]);
  const used = ["first", "second"].map((goal) => keyed.asked(goal).map(({ headers }) => headers["authorization"]));
  const [one, other] = ["Bearer sk-simulated-key-000000", "Bearer sk-simulated-key-222222"];
  expect(used).toEqual([[other, one], [one]]); // its parent holds the one already, so the first takes the other

  const spare = `{ provider: custom, model: gpt-4o-mini, base_url: "http://spare.test/v1", api_key: sk-spare-key-000000 }`;
  const chained = await familyWorld(
    { steps: [batch("switches"), says("ok")] },
    { switches: { steps: [refuses, says("from the spare")] } },
    { config: `fallback_providers: [${spare}]\n` },
  );
  expect(reportsIn(await chained.agent.runConversation("go"))).toMatchObject([
    { status: "completed", summary: "from the spare", model: "gpt-4o-mini" },
  ]);
});

test("a turn starts no more children than its cap, and ends when the model wants more", async () => {
  const { agent, asked } = await familyWorld(
    { steps: [batch("one", "two"), batch("three", "four"), says("never")] },
    Object.fromEntries(["one", "two", "three", "four"].map((goal) => [goal, { steps: [says("done")] }])),
    { config: "tool_loop_guardrails:\n  loop_caps:\n    subagents: 3\n" },
  );
  expect(await agent.runConversation("go")).toMatchObject({ exit_reason: "guardrail_halt", exit_detail: "subagents" });
  expect(["one", "two", "three", "four"].map((goal) => asked(goal).length)).toEqual([1, 1, 0, 0]);
});

test("hooks watch over the calls of children as over those of their parent", async () => {
  const { agent, cwd } = await familyWorld(
    { steps: [batch("make"), says("ok")] },
    { make: touches("made") },
    {
      yolo: true,
      toolHooks: [
        {
          name: "guard",
          preToolCall: ({ tool }) => (tool === "terminal" ? { kind: "block", message: "not on my watch" } : null),
        },
      ],
    },
  );
  expect(reportsIn(await agent.runConversation("go"))[0]).toMatchObject({ tool_trace: [{ status: "error" }] });
  expect(existsSync(join(cwd, "made"))).toBe(false);
});

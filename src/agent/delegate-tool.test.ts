import { expect, test } from "vitest";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { fakeRng } from "../../tests/support/fake-rng.ts";
import { turnResult } from "../../tests/support/scripted-session.ts";
import { toolContext } from "../../tests/support/tool-context.ts";
import type { AgentEvent, ChildEvent } from "../domain/event.ts";
import { textOf } from "../domain/message.ts";
import type { Tool } from "../domain/tool.ts";
import type { ChildCost, TurnResult } from "../domain/turn.ts";
import { usageOf } from "../domain/usage.ts";
import { createRegistry } from "../tools/registry.ts";
import { dispatch } from "../tools/dispatch.ts";
import { createDelegateTool } from "./delegate-tool.ts";
import { LivingChildren } from "./delegation/living-children.ts";
import type { Child, ChildRequest, DelegationDeps } from "./delegation/child.ts";

const rules = {
  depth: 0,
  maxDepth: 1,
  maxChildren: 3,
  timeoutMs: null,
  summaryChars: 1_000,
  spillFolder: "/nowhere",
  logFolder: null,
};
const limits = { resultChars: 100_000, previewChars: 100, spillFolder: "/nowhere" };

type Nursery = { readonly made: ChildRequest[]; readonly told: ChildEvent[]; readonly charged: ChildCost[] };

/** The tool over children that say what `answer` gives them, behind the real dispatcher. */
function nursery(changes: Partial<DelegationDeps["rules"]> = {}, answer: (goal: string) => Promise<TurnResult> = done) {
  const seen: Nursery = { made: [], told: [], charged: [] };
  const clock = new FakeClock();
  const tool = createDelegateTool({
    spawn: async (request) => {
      seen.made.push(request);
      return childSaying(() => answer(request.goal));
    },
    living: new LivingChildren(),
    rules: { ...rules, ...changes },
    clock,
    rng: fakeRng(),
  });
  const registry = createRegistry([tool]);
  const context = toolContext({
    cwd: "/",
    tell: (event) => void seen.told.push(event),
    charge: (cost) => void seen.charged.push(cost),
  });
  const delegate = async (args: unknown, sessionId = "session") => {
    const raw = { id: "c", name: tool.name, arguments: JSON.stringify(args) };
    const dispatchRules = { limits, redact: (text: string) => text, installation: "/opt/hermes/" };
    return textOf((await dispatch(registry, raw, { ...context, sessionId }, dispatchRules)).content);
  };
  return { ...seen, clock, tool, delegate };
}

const done = async (): Promise<TurnResult> => turnResult({ final_response: "done" });

function childSaying(answer: () => Promise<TurnResult>, events: readonly AgentEvent[] = spends): Child {
  async function* heard(): AsyncGenerator<AgentEvent> {
    yield* events;
  }
  return {
    kind: "child",
    sessionId: "child",
    model: "m",
    provider: "p",
    send: () => ({ events: heard(), result: answer() }),
    interrupt: () => undefined,
    steer: () => false,
    takeSteer: () => null,
    costOf: () => null,
    close: async () => undefined,
  };
}

const usage = usageOf({
  input_tokens: 7,
  output_tokens: 2,
  cache_read_tokens: 1,
  cache_write_tokens: 0,
  reasoning_tokens: 0,
});
const spends: readonly AgentEvent[] = [{ type: "usage.reported", task: "", usage }];

test("[SF-T27] no task, too many, one without a goal, and a depth where delegation ends: an error and no child", async () => {
  const { delegate, made } = nursery();
  const deep = nursery({ depth: 1 });
  const goals = ["a", "b", "c", "d"].map((goal) => ({ goal }));
  expect(await delegate({})).toBe('{"error":"Nothing was started: give a goal, or tasks with a goal each."}');
  expect(await delegate({ goal: " ", tasks: [] })).toContain("Nothing was started");
  expect(await delegate({ tasks: goals })).toContain("4 tasks, but at most 3 run at once");
  expect(await delegate({ tasks: [{ goal: "a" }, { context: "b" }] })).toContain("tasks.1.goal");
  expect(await delegate({ tasks: [{ goal: "a" }, { goal: " " }] })).toContain("tasks.1.goal: says nothing");
  expect(await deep.delegate({ goal: "a" })).toContain("this agent is at depth 1, and 1 is where delegation ends");
  expect(await delegate({ goal: "a", output_schema: { type: "nonsense" } })).toContain("output_schema of task 0");
  expect([...made, ...deep.made]).toEqual([]);
});

test("tasks win over a single goal, an empty list does not", async () => {
  const { delegate, made } = nursery();
  await delegate({ goal: "ignored", context: "ignored", tasks: [{ goal: "a" }, { goal: "b" }] });
  await delegate({ goal: "alone", tasks: [] });
  expect(made.map(({ goal }) => goal)).toEqual(["a", "b", "alone"]);
});

test("without a session it is left to the agent loop", async () => {
  const { delegate, made } = nursery();
  expect(await delegate({ goal: "a" }, "")).toBe('{"error":"delegate_task must be handled by the agent loop"}');
  expect(made).toEqual([]);
});

const breaksOrWorks = (goal: string): Promise<TurnResult> =>
  goal === "breaks" ? Promise.reject(new Error("out of luck")) : done();

test("a child that breaks is a report, and what it used is charged once whether it breaks or not", async () => {
  const { delegate, charged, told } = nursery({}, breaksOrWorks);
  const answer: unknown = JSON.parse(await delegate({ tasks: [{ goal: "breaks" }, { goal: "works" }] }));
  expect(answer).toMatchObject({
    results: [
      { task_index: 0, status: "error", error: "out of luck" },
      { task_index: 1, status: "completed", summary: "done" },
    ],
  });
  expect(charged.map((cost) => cost.usage)).toEqual([usage, usage]);
  expect(told.map((event) => event.type === "subagent.changed" && [event.index, event.phase, event.note])).toEqual([
    [0, "started", ""],
    [1, "started", ""],
    [0, "ended", "error"],
    [1, "ended", "completed"],
  ]);
});

function factsOf(tool: Tool): unknown {
  const prepared = tool.prepare({ tasks: [{ goal: "a" }, { goal: "b" }] });
  return prepared.kind === "ready" && [prepared.call.ownLimitMs, prepared.call.children, prepared.call.preview];
}

test("the limit of the call lies above the time of its children, who may have no limit at all", () => {
  expect(factsOf(nursery().tool)).toEqual([Infinity, 2, "2 tasks: a, …"]);
  expect(factsOf(nursery({ timeoutMs: 60_000 }).tool)).toEqual([60_000, 2, "2 tasks: a, …"]);
});

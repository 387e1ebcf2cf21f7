import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { RunningCall, Toolbox } from "../agent/tools/toolbox.ts";
import type { Approver } from "../domain/approval.ts";
import type { AgentEvent } from "../domain/event.ts";
import { ok } from "../domain/outcome.ts";
import { defineTool } from "../domain/tool.ts";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { serverTool } from "../../tests/support/server-tools.ts";
import { testToolbox } from "../../tests/support/test-toolbox.ts";
import { newPurse } from "../agent/session-runtime.ts";
import { openSideBook } from "../agent/side-book.ts";
import { segmentLength } from "../agent/tools/plan-segments.ts";
import type { ToolCall } from "../domain/message.ts";
import { standIns } from "../tools/deferred/stand-ins.ts";
import { withDeferred } from "../tools/deferred/with-deferred.ts";
import { createRegistry } from "../tools/registry.ts";
import { readOnlyIn } from "./load-history.ts";
import { OpenQuestions } from "./open-questions.ts";

const patch = defineTool({
  name: "patch",
  toolset: "file",
  description: "Changes files.",
  concurrency: "path-write",
  input: z.object({ files: z.array(z.string()) }),
  paths: ({ files }) => files,
  run: async () => ok("done"),
});

function places(box: Toolbox, ...files: readonly string[]): readonly string[] | null {
  const plan = box.plan({
    id: "c",
    type: "function",
    function: { name: "patch", arguments: JSON.stringify({ files }) },
  });
  return plan.kind === "ready" ? box.placesOf(plan) : null;
}

test("the places of a call are real ones, seen from where the shell stands, and all of them", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-places-")));
  mkdirSync(join(root, "deep"));
  symlinkSync(join(root, "deep"), join(root, "link"));
  const shell = { cwd: root };
  const box = testToolbox([patch], { cwd: () => shell.cwd, userHome: root });
  expect(places(box, "x", "link/new", "~/deep/y", "~")).toEqual([
    join(root, "x"),
    join(root, "deep", "new"),
    join(root, "deep", "y"),
    root,
  ]);
  shell.cwd = join(root, "deep");
  expect(places(box, "x", "../x")).toEqual([join(root, "deep", "x"), join(root, "x")]);
  expect(places(testToolbox([patch], { foldsCase: true }), "/No/Such")).toEqual(["/no/such"]);
});

test("a question for permission goes up with the call's name, and the person's time is not the call's", async () => {
  const clock = new FakeClock();
  const permissions = new OpenQuestions(clock);
  const events: AgentEvent[] = [];
  const timed = { asking: 0 };
  const approver: Approver = {
    name: "a",
    decide: async (_request, signal, channel) => {
      const question = { kind: "approval", text: "May I?", choices: ["once", "deny"], timeoutMs: 1_000 } as const;
      const said = await channel?.whenFree(async () => (await channel.put?.(question, signal)) ?? "silence", signal);
      return { decision: "deny", by: "a", rule: "r", reason: said ?? "" };
    },
  };
  const box = testToolbox([patch], { permissions, approver });
  const running: RunningCall = {
    signal: new AbortController().signal,
    whileAsking: async (work) => {
      timed.asking += 1;
      return work().finally(() => void (timed.asking -= 1));
    },
  };
  const call = { id: "c7", type: "function", function: { name: "patch", arguments: "{}" } } as const;
  const turn = {
    sessionId: "s",
    taskId: "t",
    turnId: "u",
    startedAtMs: 0,
    sideCosts: openSideBook(newPurse(), clock),
    decisions: [],
  };
  const context = box.contextFor(call, turn, (event) => void events.push(event), running);
  const ask = () => context.approve({ tool: "patch", kind: "write", action: "/x" });
  const first = ask();
  const second = ask();
  await clock.advance(0);
  expect([events.length, timed.asking]).toEqual([1, 2]); // the second waits for the first
  permissions.answer("c7:may-i-1", "once");
  expect(await first).toMatchObject({ reason: "once" });
  await clock.advance(1_000);
  expect(await second).toMatchObject({ reason: "silence" });
  expect(timed.asking).toBe(0);
  expect(events.map((event) => (event.type === "question.asked" ? event.question.id : event.type))).toEqual([
    "c7:may-i-1",
    "c7:may-i-2",
    "approval.decided",
    "approval.decided",
  ]);
});

const free = { concurrency: "free", readOnly: true } as const;
const hidden = [serverTool("zoo", "look", "", free), serverTool("zoo", "go")];
const searching = testToolbox([patch], {
  registry: withDeferred(createRegistry([patch, ...standIns(hidden)]), hidden),
});
const through = (name: string, args: unknown = { n: 1 }): ToolCall => ({
  id: "c",
  type: "function",
  function: { name: "tool_call", arguments: JSON.stringify({ name, arguments: args }) },
});

test("a call through tool_call is planned as one of the tool itself: its class, its paths, its words", () => {
  const planned = (...names: readonly string[]): readonly unknown[] =>
    names.map((name) => {
      const plan = searching.plan(through(name, { n: "1" }));
      return plan.kind === "ready" ? [plan.tool, plan.args, searching.describe(plan), searching.placesOf(plan)] : plan;
    });
  expect(planned("mcp__zoo__look", "mcp__zoo__go")).toEqual(hidden.map((tool) => [tool, { n: 1 }, "n 1", null]));
  const lanes = [through("mcp__zoo__look"), through("mcp__zoo__look"), through("mcp__zoo__go")].map((call) => {
    const plan = searching.plan(call);
    return { concurrency: plan.kind === "ready" ? plan.tool.concurrency : null, places: null };
  });
  expect(segmentLength(lanes)).toBe(2);
});

test("only tools of servers are called through another, and only where that one is ours", () => {
  expect(searching.meant(through("mcp__zoo__go"))).toMatchObject({
    function: { name: "mcp__zoo__go", arguments: '{"n":1}' },
  });
  expect(searching.meant(through("patch"))).toEqual(through("patch"));
  expect(searching.meant(through("mcp__zoo__gone"))).toEqual(through("mcp__zoo__gone"));
  const listed = testToolbox(hidden); // as after a reload that made the list short enough
  expect(listed.meant(through("mcp__zoo__go"))).toMatchObject({ function: { name: "mcp__zoo__go" } });
  const theirs = testToolbox([...hidden, { ...patch, name: "tool_call" }]);
  expect(theirs.meant(through("mcp__zoo__go"))).toEqual(through("mcp__zoo__go"));
});

test("a stored call that never ended is known to change nothing by the tool inside it", () => {
  const isReadOnly = readOnlyIn(searching);
  expect([through("mcp__zoo__look"), through("mcp__zoo__go"), through("nobody")].map(isReadOnly)).toEqual([
    true,
    false,
    false,
  ]);
});

test("children may have what is found by search", () => {
  const turn = { sessionId: "s", taskId: "t", turnId: "u", startedAtMs: 0, decisions: [] };
  const sideCosts = openSideBook(newPurse(), new FakeClock());
  const running: RunningCall = { signal: new AbortController().signal, whileAsking: (question) => question() };
  const { enabledTools } = searching.contextFor(through("patch"), { ...turn, sideCosts }, () => undefined, running);
  expect(enabledTools).toEqual(["patch", "tool_call", "tool_search", "mcp__zoo__go", "mcp__zoo__look"]);
});

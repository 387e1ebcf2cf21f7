import { z } from "zod";
import { fail, ok, type ToolOutcome } from "../domain/outcome.ts";
import { defineTool, type Tool, type ToolContext } from "../domain/tool.ts";
import { compileAnswerSchema } from "../text/answer-shape.ts";
import type { ChildTask, DelegationDeps } from "./delegation/child.ts";
import { seconds } from "./delegation/child-report.ts";
import { delegateToolName } from "./delegation/child-tools.ts";
import { runChild, type ReadyTask } from "./delegation/run-child.ts";

const description =
  "Have subagents work on self-contained tasks, each with a fresh context and its own step budget. They know nothing " +
  "of this conversation, so give them all they need. You get only their summaries, which are self-reports: verify " +
  "what matters.";

const fields = {
  goal: z.string().refine((text) => text.trim() !== "", "says nothing"),
  context: z.string().optional(),
  role: z.enum(["leaf", "orchestrator"]).optional(),
  output_schema: z.record(z.string(), z.unknown()).optional(),
};

/** Children of a session: synchronous, side by side, and as many at once as the settings allow. */
export function createDelegateTool(deps: DelegationDeps): Tool {
  const { maxChildren, timeoutMs } = deps.rules;
  return defineTool({
    name: delegateToolName,
    toolset: "delegation",
    description,
    concurrency: "spawn",
    needsSession: true,
    input: z.object({
      goal: z.string().optional().describe("What to achieve"),
      context: fields.context.describe("Facts, paths and constraints it needs"),
      role: fields.role,
      output_schema: fields.output_schema.describe("JSON Schema of its answer"),
      tasks: z
        .array(z.object(fields))
        .optional()
        .describe(`Instead of goal: up to ${maxChildren} tasks that run side by side`),
    }),
    children: (given) => tasksOf(given).length,
    preview: (given) => previewOf(tasksOf(given)),
    ownLimitMs: () => timeoutMs ?? Infinity, // children keep their own limits; without one they may take their time
    run: (given, context) => delegate(tasksOf(given), context, deps),
  });
}

type Given = Partial<ChildTask> & { readonly tasks?: readonly ChildTask[] | undefined };

/** A list wins over a single goal; an empty one is none. */
function tasksOf({ tasks = [], goal: single = "", ...rest }: Given): readonly ChildTask[] {
  if (tasks.length > 0) return tasks;
  return single.trim() === "" ? [] : [{ ...rest, goal: single }];
}

async function delegate(tasks: readonly ChildTask[], context: ToolContext, deps: DelegationDeps): Promise<ToolOutcome> {
  const { depth, maxDepth, maxChildren } = deps.rules;
  if (tasks.length === 0) return fail("Nothing was started: give a goal, or tasks with a goal each.");
  if (depth >= maxDepth)
    return fail(`Nothing was started: this agent is at depth ${depth}, and ${maxDepth} is where delegation ends.`);
  if (tasks.length > maxChildren)
    return fail(`Nothing was started: ${tasks.length} tasks, but at most ${maxChildren} run at once. Split the batch.`);
  const ready = readyTasks(tasks);
  if (typeof ready === "string") return fail(ready);
  const startedAtMs = deps.clock.now();
  const results = await Promise.all(ready.map((task) => runChild(task, { context, deps, startedAtMs })));
  return ok({ results, total_duration_seconds: seconds(deps.clock.now() - startedAtMs) });
}

/** With the shapes their answers must have, or why one of those cannot be used. */
function readyTasks(tasks: readonly ChildTask[]): readonly ReadyTask[] | string {
  const ready: ReadyTask[] = [];
  for (const [index, task] of tasks.entries()) {
    const compiled = task.output_schema === undefined ? null : compileAnswerSchema(task.output_schema);
    if (compiled?.kind === "unusable")
      return `Nothing was started: output_schema of task ${index} is not usable: ${compiled.reason}`;
    ready.push({ ...task, index, schema: compiled?.schema ?? null });
  }
  return ready;
}

function previewOf(tasks: readonly ChildTask[]): string {
  const [first] = tasks;
  if (first === undefined) return "";
  const line = first.goal.trim().split("\n", 1)[0] ?? "";
  return tasks.length === 1 ? line : `${tasks.length} tasks: ${line}, …`;
}

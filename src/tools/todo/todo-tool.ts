import { z } from "zod";
import type { Message } from "../../domain/message.ts";
import { fail, ok } from "../../domain/outcome.ts";
import type { TaskList } from "../../domain/task-list.ts";
import { defineTool, type Tool } from "../../domain/tool.ts";
import { merged, openLines, replaced, report, statuses, type TodoItem } from "./items.ts";
import { recalled } from "./recalled.ts";

const name = "todo";
const header = "[Your open tasks, carried over from the part of this conversation that was compacted]";

/** Shown to the model and not enforced: an item that is not quite right is better than none. */
const shape = {
  type: "object",
  properties: { id: { type: "string" }, content: { type: "string" }, status: { type: "string", enum: statuses } },
  required: ["id"],
};

const Input = z.object({
  todos: z.array(z.unknown().meta(shape)).optional().describe("Leave out to read the list"),
  merge: z.boolean().default(false).describe("Change by id and add, instead of replacing the list"),
});

/** A session's task list, and the tool that keeps it. */
export function createTodo(): { readonly tool: Tool; readonly tasks: TaskList } {
  let list: readonly TodoItem[] | null = null; // null: not looked for yet
  let histories = nowhere;
  const current = (): readonly TodoItem[] => (list ??= newestIn(histories()));
  const tool = defineTool({
    name,
    toolset: "todo",
    description:
      "Your task list, for work of three or more steps or several tasks. Order is priority; keep exactly one item in_progress, and complete it only when verified. Asked for all N of something, list every one. Returns the whole list.",
    concurrency: "state",
    needsSession: true,
    maxResultChars: Infinity, // after a restart the result is the list
    input: Input,
    preview: ({ todos, merge }) => (todos === undefined ? "read" : `${merge ? "update" : "write"} ${todos.length}`),
    run: async ({ todos, merge }) => {
      if (todos !== undefined && isNoList(todos)) return fail("todos: must be a list of {id, content, status}");
      if (todos !== undefined) list = merge ? merged(current(), todos) : replaced(todos);
      return ok(report(current()));
    },
  });
  const tasks: TaskList = {
    recallFrom: (found) => void (histories = found),
    forget: () => void (list = null),
    reminder: () => {
      const open = openLines(current());
      return open === null ? null : `${header}\n${open}`;
    },
  };
  return { tool, tasks };
}

function nowhere(): Iterable<readonly Message[]> {
  return [];
}

function newestIn(histories: Iterable<readonly Message[]>): readonly TodoItem[] {
  for (const history of histories) {
    const found = recalled(history, name);
    if (found !== null) return found;
  }
  return [];
}

/** A bare word or number where the list should be arrives as a list of one. */
function isNoList(todos: readonly unknown[]): boolean {
  return todos.length === 1 && (typeof todos[0] !== "object" || todos[0] === null);
}

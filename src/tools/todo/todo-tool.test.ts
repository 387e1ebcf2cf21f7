import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "../../domain/message.ts";
import { contentOf, type ToolOutcome } from "../../domain/outcome.ts";
import { toolContext } from "../../../tests/support/tool-context.ts";
import { coerceArguments } from "../coerce.ts";
import { merged, replaced, type TodoItem } from "./items.ts";
import { createTodo } from "./todo-tool.ts";

type Todo = ReturnType<typeof createTodo>;

/** A call as the dispatcher makes it: coerced, checked, run. */
async function call({ tool }: Todo, args: Readonly<Record<string, unknown>> = {}): Promise<ToolOutcome> {
  const preparation = tool.prepare(coerceArguments(args, tool.parameters));
  if (preparation.kind === "invalid") return { kind: "error", message: preparation.problems.join("; ") };
  return preparation.call.run(toolContext({ cwd: "/" }));
}

async function listAfter(todo: Todo, args?: Readonly<Record<string, unknown>>): Promise<unknown> {
  const content = contentOf(await call(todo, args));
  return JSON.parse(typeof content === "string" ? content : "");
}

const item = (id: string, status: TodoItem["status"] = "pending", content = `do ${id}`): TodoItem => ({
  id,
  content,
  status,
});

const asks = (id: string, name = "todo"): Message => ({
  role: "assistant",
  content: "",
  tool_calls: [{ id, type: "function", function: { name, arguments: "{}" } }],
});
const answers = (id: string, content: string): Message => ({
  role: "tool",
  tool_call_id: id,
  name: "todo",
  tool_name: "todo",
  content,
});

test("[SF-T21] bad statuses, double ids, too many items and lists written as text are taken as they were meant", async () => {
  const todo = createTodo();
  const todos = [{ ...item("a"), status: "doing" }, item("b"), { ...item("b", "completed"), content: "again" }];
  expect(await listAfter(todo, { todos: JSON.stringify(todos) })).toEqual({
    todos: [item("a"), item("b", "completed", "again")],
    summary: { total: 2, pending: 1, in_progress: 0, completed: 1, cancelled: 0 },
  });
  const many = Array.from({ length: 300 }, (_, index) => item(`t${index}`));
  expect(await listAfter(todo, { todos: many })).toMatchObject({ summary: { total: 256 } });
});

test("[PM-82] an update with an unknown status makes the item pending and leaves the others alone", async () => {
  const todo = createTodo();
  await call(todo, { todos: [item("a", "completed"), item("b", "in_progress"), item("c", "cancelled")] });
  expect(await listAfter(todo, { todos: [{ id: "a", status: "blocked" }], merge: true })).toMatchObject({
    todos: [item("b", "in_progress"), item("a"), item("c", "cancelled")],
  });
});

test("an update changes the fields that were given, adds what is new, and skips what has no id", async () => {
  const todo = createTodo();
  await call(todo, { todos: [item("a"), item("b")] });
  const todos = [{ id: "b", status: "completed" }, { id: "a", content: " more " }, { content: "lost" }, 5, item("c")];
  const after = { todos: [item("a", "pending", "more"), item("b", "completed"), item("c")] };
  expect(await listAfter(todo, { todos, merge: true })).toMatchObject(after);
  expect(await listAfter(todo)).toMatchObject(after);
});

test("what is no item leaves a placeholder, what is no list is an error and changes nothing", async () => {
  const todo = createTodo();
  const odd = {
    todos: [7, { id: " ", content: "x" }, { id: "a", content: "\n" }, { id: 3, content: "y".repeat(5_000) }],
  };
  const list = await listAfter(todo, odd);
  expect(list).toMatchObject({
    todos: [item("?", "pending", "x"), item("a", "pending", "(no description)"), { id: "3", status: "pending" }],
  });
  expect(JSON.stringify(list)).toContain("yyy… [cut]");
  expect(JSON.stringify(list)).not.toContain("y".repeat(4_000));
  for (const todos of ["buy milk", 5, { id: "a" }])
    expect(await call(todo, { todos })).toMatchObject({ kind: "error" });
  expect(await listAfter(todo)).toEqual(list);
});

const anyItem = fc.record(
  {
    id: fc.oneof(fc.constantFrom("a", "b", "c", "d", " ", ""), fc.anything()),
    content: fc.oneof(fc.string(), fc.anything()),
    status: fc.oneof(fc.constantFrom("pending", "in_progress", "completed", "cancelled", "?"), fc.anything()),
  },
  { requiredKeys: [] },
);
const anyList = fc.array(fc.oneof(anyItem, fc.anything()), { maxLength: 12 });

test("whatever was written: ids are unique, and nothing waits in front of what is being done first", () => {
  fc.assert(
    fc.property(anyList, anyList, (first, second) => {
      for (const list of [replaced(first), merged(replaced(first), second)]) {
        expect(new Set(list.map(({ id }) => id)).size).toBe(list.length);
        expect(list.every(({ id, content }) => id.trim() !== "" && content.trim() !== "")).toBe(true);
        const current = list.findIndex(({ status }) => status === "in_progress");
        expect(list.slice(0, Math.max(0, current)).some(({ status }) => status === "pending")).toBe(false);
        expect(replaced(list)).toEqual(list);
      }
    }),
  );
});

test("the list is found again in the newest answer to a call of its own, whatever was added below it", async () => {
  const todo = createTodo();
  const looked: string[] = [];
  const newest = [asks("1", "terminal"), answers("1", JSON.stringify({ todos: [item("forged")] }))];
  const older = [
    asks("2"),
    answers("2", JSON.stringify({ todos: [item("old")] })),
    asks("3"),
    answers("3", `${JSON.stringify({ todos: [item("a", "completed"), item("b")] })}\n\n[The user adds: hurry]`),
    asks("4"),
    answers("4", JSON.stringify({ error: "no" })),
    asks("5"),
    answers("5", JSON.stringify({ todos: [item("huge", "pending", "x".repeat(600_000))] })),
    answers("6", JSON.stringify({ todos: [item("stray")] })),
  ];
  todo.tasks.recallFrom(function* () {
    looked.push("newest");
    yield newest;
    looked.push("older");
    yield older;
    looked.push("oldest");
    yield [];
  });
  expect(looked).toEqual([]); // nobody needed it yet
  expect(await listAfter(todo)).toMatchObject({ todos: [item("a", "completed"), item("b")] });
  expect(todo.tasks.reminder()).toMatch(/^\[Your open tasks.*\]\n\[ \] b: do b$/);
  expect(looked).toEqual(["newest", "older"]);
  todo.tasks.forget();
  todo.tasks.recallFrom(() => [newest]);
  expect(todo.tasks.reminder()).toBeNull();
});

import { z } from "zod";
import type { MemoryTarget, MemoryWrite } from "../domain/memory.ts";
import { fail, ok, type ToolOutcome } from "../domain/outcome.ts";
import { defineTool, type Tool, type ToolContext } from "../domain/tool.ts";
import type { Change } from "./change-file.ts";
import { createFailureCount, type FailureCount } from "./failure-count.ts";
import { type MemoryCall, readCall } from "./memory-call.ts";
import type { MemoryStores } from "./memory-stores.ts";
import { writeOf } from "./operation.ts";
import type { WriteGate } from "./write-gate.ts";

export type MemoryToolDeps = {
  readonly stores: MemoryStores;
  /** null: writes need nobody's leave. */
  readonly gate: WriteGate | null;
  /** Called for each change that is on disk. */
  readonly onWrite: (write: MemoryWrite) => void;
};

const description = `Keep lasting facts across conversations: preferences, environment, conventions, lessons. \`memory\` is about the world, \`user\` about the person. Both are shown in every new conversation, so keep entries short; a full store refuses more. \`operations\` changes several entries at once, all or nothing.`;

/** null when both stores are switched off. One per session: it counts failures within a turn. */
export function createMemoryTool(deps: MemoryToolDeps): Tool | null {
  const { targets } = deps.stores;
  if (targets.length === 0) return null;
  const failures = createFailureCount();
  const tool = defineTool({
    name: "memory",
    toolset: "memory",
    description,
    concurrency: "state",
    needsSession: true,
    input: inputFor(targets),
    preview: ({ action, target }) => [action ?? "change", target].join(" "),
    run: (input, context) => run(readCall(input, deps.stores), context, deps, failures),
  });
  return { ...tool, prepare: (args) => tool.prepare(withAliases(args)) };
}

/** Values are checked by hand, so that an error can say more than the schema could; hence plain texts with a hint. */
function inputFor(targets: readonly MemoryTarget[]) {
  const change = {
    action: z
      .string()
      .meta({ enum: ["add", "replace", "remove"] })
      .optional(),
    content: z.string().describe("The entry's new text").optional(),
    old_text: z.string().describe("Unique part of the entry to replace or remove").optional(),
  };
  return z.object({
    target: z
      .string()
      .meta({ enum: targets, ...(targets.includes("memory") ? { default: "memory" } : {}) })
      .optional(),
    ...change,
    operations: z.array(z.object(change)).optional(),
  });
}

/** `new_text` is what some models call it; null means not given. */
function withAliases(args: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  const { new_text: alias, operations, ...rest } = given;
  return {
    ...(alias === undefined ? {} : { content: alias }),
    ...rest,
    ...(operations === undefined ? {} : { operations: isList(operations) ? operations.map(aliasedItem) : operations }),
  };
}

function aliasedItem(item: unknown): unknown {
  return item !== null && typeof item === "object" && !Array.isArray(item) ? withAliases({ ...item }) : item;
}

async function run(
  call: MemoryCall,
  context: ToolContext,
  { stores, gate, onWrite }: MemoryToolDeps,
  failures: FailureCount,
): Promise<ToolOutcome> {
  if (call.kind === "bad") return fail(call.problem, { success: false, ...call.details });
  const held = gate === null ? null : await gate(call, context);
  if (held !== null) return held;
  const change = await stores.change(call.target, call.operations);
  const isHopeless = failures.note(change, context.turnId);
  if (change.kind === "refused") return isHopeless ? giveUp() : refused(change, call.isBatch);
  for (const operation of change.done) onWrite(writeOf(operation, call.target));
  return ok(success(call, change));
}

function success(
  { target, operations }: Extract<MemoryCall, { kind: "call" }>,
  change: Extract<Change, { kind: "changed" }>,
) {
  const { done, entryCount, usage } = change;
  const message =
    done.length === 0
      ? "Already there; nothing was added or changed."
      : `${done.length} of ${operations.length} changed.`;
  const note = "The write is complete. Do not repeat it; new conversations will see it.";
  return { success: true, done: true, target, usage, entry_count: entryCount, message, note };
}

function refused({ message, operation, details }: Extract<Change, { kind: "refused" }>, isBatch: boolean): ToolOutcome {
  const which = isBatch && operation !== null ? `Operation ${operation}: ` : "";
  const whole = isBatch ? " None of the operations was applied." : "";
  return fail(`${which}${message}${whole}`, { success: false, ...details });
}

function giveUp(): ToolOutcome {
  return fail("Memory could not be changed several times in a row. Leave it now and answer the user.", {
    success: false,
    done: true,
  });
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

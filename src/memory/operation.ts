import type { MemoryWrite } from "../domain/memory.ts";
import { firstChars } from "../text/code-points.ts";
import { isSeparator } from "./entries.ts";

/** One change of a store, its texts cleaned. */
export type Operation =
  | { readonly action: "add"; readonly content: string }
  | { readonly action: "replace"; readonly oldText: string; readonly content: string }
  | { readonly action: "remove"; readonly oldText: string };

/** As the model sent it. */
export type RawOperation = {
  readonly action?: string | null | undefined;
  readonly content?: string | null | undefined;
  readonly old_text?: string | null | undefined;
};

export type ReadOperation =
  | { readonly kind: "operation"; readonly operation: Operation }
  | { readonly kind: "bad"; readonly problem: string; readonly needsOldText: boolean };

const actions: readonly string[] = ["add", "replace", "remove"] satisfies readonly MemoryWrite["action"][];

export function readOperation(raw: RawOperation): ReadOperation {
  const { action } = raw;
  if (action === undefined || action === null || !actions.includes(action)) return bad(badAction(action));
  const content = clean(raw.content);
  const oldText = clean(raw.old_text);
  if (action !== "add" && oldText === "") {
    const why = `old_text is missing: ${action} needs a short, unique part of the entry it is about. Call again with one of current_entries.`;
    return { kind: "bad", problem: why, needsOldText: true };
  }
  if (action === "remove") return { kind: "operation", operation: { action, oldText } };
  const problem = problemOf(content);
  if (problem !== null) return bad(problem);
  return {
    kind: "operation",
    operation: action === "add" ? { action, content } : { action: "replace", oldText, content },
  };
}

export function writeOf(operation: Operation, target: MemoryWrite["target"]): MemoryWrite {
  const { action } = operation;
  return {
    target,
    action,
    content: action === "remove" ? null : operation.content,
    oldText: action === "add" ? null : operation.oldText,
  };
}

function clean(text: string | null | undefined): string {
  return (text ?? "").replaceAll("\r\n", "\n").toWellFormed().trim();
}

function problemOf(content: string): string | null {
  if (content === "") return "content is empty; nothing was changed.";
  if (content.includes("\0")) return "content holds a NUL character, which is not allowed in memory.";
  if (content.split("\n").some(isSeparator)) {
    return "content holds a line with only §, the sign between entries. Send it as two entries, or without that line.";
  }
  return null;
}

function badAction(action: string | null | undefined): string {
  const given = action === undefined || action === null ? "No action was given" : `Unknown action ${shown(action)}`;
  return `${given}; allowed: ${actions.join(", ")}.`;
}

export function shown(value: string): string {
  return JSON.stringify(firstChars(value, 200));
}

function bad(problem: string): ReadOperation {
  return { kind: "bad", problem, needsOldText: false };
}

import { isRecord } from "../../text/is-record.ts";
import { z } from "zod";
import type { HookName } from "../hooks/hook-names.ts";
import type { ShellEnd } from "./run-shell-hook.ts";

const blocked = 2; // the exit code that says no

const ForeignSchema = z.looseObject({
  decision: z.string().optional(),
  reason: z.string().optional(),
  tool_input: z.record(z.string(), z.unknown()).optional(),
  hookSpecificOutput: z
    .looseObject({
      permissionDecision: z.string().optional(),
      permissionDecisionReason: z.string().optional(),
      updatedInput: z.record(z.string(), z.unknown()).optional(),
      additionalContext: z.string().optional(),
    })
    .optional(),
});

/** What a command said, in the words of a plugin's hook; throws when it failed. Both spellings are understood. */
export function shellAnswer(event: HookName, { code, out, err }: ShellEnd): unknown {
  if (code === blocked) return { action: "block", message: firstOf(err.trim(), "A hook of the user forbids it.") };
  if (code !== 0) throw new Error(`exit code ${code ?? "none"}${err.trim() === "" ? "" : `: ${firstLine(err)}`}`);
  const text = out.trim();
  if (text === "") return null;
  const value = parsed(text);
  if (!isRecord(value)) return wantsText(event) ? text : null;
  if ("action" in value || "context" in value) return value;
  return translated(event, value);
}

/** An approval by somebody else's word lifts no rule of ours: only a block, a question and new arguments count. */
function translated(event: HookName, value: Readonly<Record<string, unknown>>): unknown {
  const read = ForeignSchema.safeParse(value);
  if (!read.success) return null;
  const { decision = "", reason, tool_input: input, hookSpecificOutput: special = {} } = read.data;
  const said = decisions[special.permissionDecision ?? decision];
  const message = firstOf(special.permissionDecisionReason, reason, "A hook of the user forbids it.");
  if (said !== undefined) return { action: said, message };
  const args = special.updatedInput ?? input;
  if (args !== undefined) return { action: "modify", args };
  return event === "pre_llm_call" ? { context: special.additionalContext } : null;
}

const decisions: Readonly<Record<string, "block" | "approve">> = { block: "block", deny: "block", ask: "approve" };

/** Plain text is an answer where a text is asked for. */
function wantsText(event: HookName): boolean {
  return event === "pre_llm_call" || event === "transform_tool_result" || event === "transform_llm_output";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function firstOf(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== "") ?? "";
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0]?.slice(0, 200) ?? "";
}

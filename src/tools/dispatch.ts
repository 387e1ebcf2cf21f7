import { isRecord } from "../text/is-record.ts";
import type { Content } from "../domain/message.ts";
import { contentOf, fail, type ToolOutcome } from "../domain/outcome.ts";
import type { PreparedCall, Tool, ToolContext } from "../domain/tool.ts";
import { coerceArguments } from "./coerce.ts";
import { jsonErrorPlace } from "./json-position.ts";
import type { Registry } from "./registry.ts";
import { limitResult, type ResultLimits } from "./result-limit.ts";
import { errorText } from "./tool-error.ts";

export type RawCall = { readonly id: string; readonly name: string; readonly arguments: string };

/** A call that can run, or the answer it gets instead. The planner looks at the tool's class and the call's paths. */
export type DispatchPlan =
  | {
      readonly kind: "ready";
      readonly tool: Tool;
      readonly call: PreparedCall;
      readonly args: Readonly<Record<string, unknown>>; // coerced
    }
  | { readonly kind: "refused"; readonly result: DispatchResult };

export type ReadyCall = Extract<DispatchPlan, { kind: "ready" }>;

/** All the agent needs for the tool message. `effect` is null when there is nothing to say about it. */
export type DispatchResult = {
  readonly content: Content;
  readonly ok: boolean;
  readonly truncated: boolean;
  readonly effect: "none" | "unknown" | null;
};

export type DispatchRules = {
  readonly limits: ResultLimits;
  readonly redact: (text: string) => string;
  /** Where this program lies; its path never reaches the model in an error. */
  readonly installation: string;
};

/** The one way to a tool. What goes wrong before, in or after it comes back as a result in words. */
export async function dispatch(
  registry: Registry,
  raw: RawCall,
  context: ToolContext,
  rules: DispatchRules,
): Promise<DispatchResult> {
  const plan = planCall(registry, raw, rules);
  if (plan.kind === "refused") return plan.result;
  return fitResult(plan, raw.id, await runPlanned(plan, context, rules), rules);
}

export function planCall(registry: Registry, raw: RawCall, rules: DispatchRules): DispatchPlan {
  const tool = registry.find(raw.name);
  if (tool === null) return refused(registry.unknown(raw.name));
  const args = parseArguments(raw.arguments);
  if (typeof args === "string") return refused(args);
  try {
    const coerced = coerceArguments(args, tool.parameters);
    const preparation = tool.prepare(coerced);
    if (preparation.kind === "ready") return { kind: "ready", tool, call: preparation.call, args: coerced };
    return refused(`Invalid arguments for ${tool.name}: ${preparation.problems.join("; ")}`);
  } catch (error) {
    return refused(errorText(error, rules.installation)); // a tool from outside may throw where it should not
  }
}

/** The handler's own result, whole, with secrets masked. Never rejects. */
export async function runPlanned(
  { tool, call }: ReadyCall,
  context: ToolContext,
  rules: DispatchRules,
): Promise<DispatchResult> {
  if (tool.needsSession && context.sessionId === "") {
    return resultOf(fail(`${tool.name} must be handled by the agent loop`), null);
  }
  if (tool.programmatic === true && context.enabledTools.length === 0) {
    return resultOf(fail(`${tool.name} was not told which tools this session has`), null);
  }
  const outcome = await enter(call, context).catch((error: unknown) => thrown(error, tool, rules));
  const truncated = outcome.kind === "ok" && outcome.truncated === true;
  return { ...resultOf(outcome, mapText(contentOf(outcome), rules.redact)), truncated };
}

/** A handler from outside may throw before it returns a promise. */
async function enter(call: PreparedCall, context: ToolContext): Promise<ToolOutcome> {
  return call.run(context);
}

/** What the model gets of a result: all of it, or its beginning and the file with the rest. */
export function fitResult(
  { tool }: ReadyCall,
  callId: string,
  result: DispatchResult,
  rules: DispatchRules,
): DispatchResult {
  const { content, truncated } = limitResult(result.content, callId, {
    ...rules.limits,
    resultChars: limitOf(tool, rules),
  });
  return { ...result, content, truncated: truncated || result.truncated };
}

/** A tool may ask for less; only one that pages its own results (Infinity) is free of the limit. */
function limitOf({ maxResultChars }: Tool, { limits }: DispatchRules): number {
  return maxResultChars === Infinity ? Infinity : Math.min(maxResultChars ?? Infinity, limits.resultChars);
}

function thrown(error: unknown, tool: Tool, { installation }: DispatchRules): ToolOutcome {
  return { kind: "error", message: errorText(error, installation), effect: tool.readOnly ? "none" : "unknown" };
}

function resultOf(outcome: ToolOutcome, content: Content | null): DispatchResult {
  return {
    content: content ?? contentOf(outcome),
    ok: outcome.kind === "ok",
    truncated: false,
    effect: outcome.kind === "error" ? (outcome.effect ?? null) : null,
  };
}

function refused(message: string): DispatchPlan {
  return { kind: "refused", result: resultOf({ kind: "error", message, effect: "none" }, null) };
}

function parseArguments(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    return isRecord(value) ? value : "The arguments must be a JSON object; the tool was not called";
  } catch {
    return `The arguments are not valid JSON ${jsonErrorPlace(text)}; the tool was not called`;
  }
}

function mapText(content: Content, change: (text: string) => string): Content {
  if (typeof content === "string") return change(content);
  return content.map((part) => (part.type === "text" ? { ...part, text: change(part.text) } : part));
}

import type { Clock } from "../../domain/clock.ts";
import type { HookSample, HookTrial } from "../../domain/plugin-admin.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import { reasonOf } from "../foreign.ts";
import { verdictOf } from "../hooks/directive.ts";
import { samplePayload } from "./sample-payload.ts";
import { shellAnswer } from "./shell-answer.ts";
import { runHook, type ShellHookParts } from "./shell-callbacks.ts";
import type { ShellEnd } from "./run-shell-hook.ts";
import type { ShellHook } from "./shell-hook.ts";

type TrialParts = Pick<ShellHookParts, "cwd" | "env" | "secret"> & {
  readonly clock: Clock;
  readonly signal: AbortSignal;
};

/** Runs a hook as a session would, on something invented, and says what would have come of it. */
export async function tryHook(hook: ShellHook, sample: HookSample, parts: TrialParts): Promise<HookTrial> {
  const { clock, signal } = parts;
  const startedMs = clock.now();
  const took = (): number => clock.now() - startedMs;
  using deadline = clock.deadline(hook.timeoutMs, signal);
  try {
    const end = await runHook(hook, samplePayload(hook.event, sample), parts, deadline.signal);
    return { kind: "ran", durationMs: took(), ...end, ...judged(hook, end, sample) };
  } catch (error) {
    const why = deadline.expired() ? say.hookLate(hook.timeoutMs / 1_000) : reasonOf(error);
    return { kind: "ran", durationMs: took(), code: null, out: "", err: "", ...failed(hook, why) };
  }
}

type Judgement = { readonly verdict: string; readonly failed: boolean };

function judged(hook: ShellHook, end: ShellEnd, sample: HookSample): Judgement {
  try {
    return { verdict: verdictIn(hook, shellAnswer(hook.event, end), sample), failed: false };
  } catch (error) {
    return failed(hook, reasonOf(error));
  }
}

function failed({ failClosed }: ShellHook, why: string): Judgement {
  return { verdict: say.hookFails(why, failClosed), failed: true };
}

/** Only some moments listen to an answer; everywhere else it changes nothing. */
function verdictIn({ event }: ShellHook, answer: unknown, { args }: HookSample): string {
  if (answer === null || answer === undefined) return say.noOpinion;
  switch (event) {
    case "pre_tool_call":
      return directiveIn(answer, args);
    case "transform_tool_result":
    case "transform_llm_output":
      return typeof answer === "string" ? say.replaces(answer) : say.unusableAnswer;
    case "pre_llm_call": {
      const context = typeof answer === "string" ? answer : contextIn(answer);
      return context === null ? say.unusableAnswer : say.addsContext(context);
    }
    default:
      return say.answerIgnored;
  }
}

function directiveIn(answer: unknown, args: HookSample["args"]): string {
  const verdict = verdictOf(answer, args);
  switch (verdict?.kind) {
    case "block":
      return say.blocks(verdict.message);
    case "approve":
      return say.wantsAPerson(verdict.message);
    case "rewrite":
      return say.changesArguments(JSON.stringify(verdict.args));
    default:
      return say.unusableAnswer;
  }
}

function contextIn(answer: unknown): string | null {
  const context: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "context") : null;
  return typeof context === "string" && context !== "" ? context : null;
}

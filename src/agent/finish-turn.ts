import { secondsOf } from "../domain/clock.ts";
import type { ExitReason } from "../domain/exit.ts";
import { callsOf, type AssistantMessage, type Message } from "../domain/message.ts";
import type { TurnResult, TurnRow } from "../domain/turn.ts";
import { agentPhrases as say } from "../text/phrases/agent.ts";
import { costIn } from "./charge.ts";
import { contextTokens } from "./context-tokens.ts";
import type { Ending } from "./ending.ts";
import { answers, exitFlags } from "./exit-flags.ts";
import { rememberOrKeep, saveKept } from "./remember.ts";
import { toolMessage } from "./tools/tool-message.ts";
import { tellEnd } from "./turn-hooks.ts";
import { trajectoryOf } from "./trajectory.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** Runs after every ending. A step that fails is named in the result and does not stop the others. */
export async function finishTurn(turn: TurnState, deps: TurnDeps, ending: Ending): Promise<TurnResult> {
  const cleanupErrors: string[] = [];
  const guarded = async (name: string, work: () => Promise<void>): Promise<void> => {
    await work().catch((error: unknown) => {
      deps.log("error", "finish.failed", { step: name, error: String(error) });
      cleanupErrors.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    });
  };
  const { saveTrajectory } = deps;
  if (saveTrajectory !== null)
    await guarded("save trajectory", async () => saveTrajectory(trajectoryOf(turn, deps, ending)));
  turn.scaffold = [];
  await guarded("close history", () => closeTail(turn, deps, ending));
  await guarded("save messages", () => saveKept(turn, deps));
  await guarded("save turn", () => deps.journal.finish(turn.sessionId, rowOf(turn, deps, ending)));
  return tellEnd(resultOf(turn, deps, ending, cleanupErrors), turn, deps);
}

/** A turn that may not even start: it is reported like any other and nothing is written. */
export function refuseTurn(turn: TurnState, deps: TurnDeps, ending: Ending): TurnResult {
  return resultOf(turn, deps, ending, []);
}

/** Leaves a history the next question can follow: no call without its result, and the tail spoken by the assistant. */
async function closeTail(turn: TurnState, deps: TurnDeps, ending: Ending): Promise<void> {
  for (const call of openCalls(turn.history)) {
    const content = JSON.stringify({ error: "The turn ended before this call was answered; its effect is unknown." });
    const message = toolMessage(call, { content, ok: false, truncated: false, effect: "unknown" }, deps);
    await rememberOrKeep(message, turn, deps);
  }
  const tail = turn.history.at(-1);
  if (ending.closesNothing) return;
  const spoken = tail?.role === "tool" || (tail?.role === "user" && answers.has(ending.reason) && ending.text !== null);
  if (spoken) await rememberOrKeep(closing(ending, deps), turn, deps);
}

function openCalls(history: readonly Message[]): ReturnType<typeof callsOf> {
  const asked = history.findLast((message) => message.role !== "tool");
  if (asked === undefined) return [];
  const answered = new Set(
    history.slice(history.lastIndexOf(asked)).flatMap((each) => (each.role === "tool" ? [each.tool_call_id] : [])),
  );
  return callsOf(asked).filter((call) => !answered.has(call.id));
}

function closing(ending: Ending, deps: TurnDeps): AssistantMessage {
  const content = (ending.text ?? say.interrupted).toWellFormed();
  return { role: "assistant", content, reasoning: null, finish_reason: "stop", timestamp: secondsOf(deps.clock) };
}

function rowOf(turn: TurnState, deps: TurnDeps, ending: Ending): TurnRow {
  return {
    turn_id: turn.turnId,
    started_at: turn.startedAtMs / 1_000,
    ended_at: secondsOf(deps.clock),
    exit_reason: ending.reason,
    exit_detail: ending.detail,
    iterations: turn.steps,
    api_calls: turn.apiCalls,
    tool_calls: turn.toolCalls,
    usage: turn.usage,
    side_costs: turn.sideCosts.all(),
    tool_runs: turn.toolRuns,
    decisions: turn.decisions,
    cost_usd: costIn(turn, deps),
    cost_status: costIn(turn, deps) === null ? "unknown" : "estimated",
    model: deps.runtime.active.model,
    provider: deps.runtime.active.provider,
    fallback: deps.detours.fallback.isActive(),
    interrupted: interruptedBy(turn, ending),
    error_code: ending.failure?.kind ?? null,
  };
}

/** A limit keeps its reason even when a stop was pending; the flag says both. */
function interruptedBy(turn: TurnState, ending: Ending): boolean {
  const limit = ending.reason === "max_iterations_reached" || ending.reason === "budget_exhausted";
  return exitFlags[ending.reason].interrupted === true || (limit && turn.signal.aborted);
}

const tooLong: ReadonlySet<ExitReason> = new Set<ExitReason>([
  "context_overflow_exhausted",
  "payload_too_large_exhausted",
]);

function resultOf(turn: TurnState, deps: TurnDeps, ending: Ending, cleanup_errors: readonly string[]): TurnResult {
  const flags = exitFlags[ending.reason];
  const { failure } = ending;
  return {
    final_response: ending.text,
    messages: turn.history,
    api_calls: turn.apiCalls,
    tool_calls: turn.toolCalls,
    completed: flags.completed ?? false,
    failed: flags.failed ?? false,
    partial: flags.partial ?? ending.partial ?? false,
    interrupted: interruptedBy(turn, ending),
    exit_reason: ending.reason,
    exit_detail: ending.detail,
    error: ending.error,
    failure_reason: failure?.kind ?? null,
    failure_retryable: failure?.retryable ?? null,
    failure_status: failure?.status ?? null,
    compression_exhausted: tooLong.has(ending.reason),
    compression_deferred: ending.reason === "compression_deferred",
    compaction_disabled: ending.reason === "compaction_disabled",
    ...remarksOn(ending),
    explanation: ending.explanation,
    partial_text: ending.partialText,
    interrupt_message: null, // the session knows it
    pending_steer: deps.takeSteer(),
    last_reasoning: lastReasoning(turn),
    model: deps.runtime.active.model,
    provider: deps.runtime.active.provider,
    base_url: deps.runtime.active.baseUrl,
    session_id: turn.sessionId,
    turn_id: turn.turnId,
    ...turn.usage,
    last_prompt_tokens: contextTokens(turn, deps),
    estimated_cost_usd: costIn(turn, deps),
    cost_status: costIn(turn, deps) === null ? "unknown" : "estimated",
    duration_ms: deps.clock.now() - turn.startedAtMs,
    duration_api_ms: turn.apiMs,
    cleanup_errors,
  };
}

/** Fields that only some endings have. */
function remarksOn({ reason, detail, text }: Ending): Pick<TurnResult, "response_previewed" | "guardrail"> {
  if (reason === "fallback_prior_turn_content") return { response_previewed: true };
  return reason === "guardrail_halt" ? { guardrail: { rule: detail ?? "", message: text ?? "" } } : {};
}

function lastReasoning({ history, turnStart }: TurnState): string | null {
  const spoken = history.slice(turnStart).findLast((message) => message.role === "assistant" && message.reasoning);
  return spoken?.role === "assistant" ? (spoken.reasoning ?? null) : null;
}

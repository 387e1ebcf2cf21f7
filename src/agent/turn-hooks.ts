import type { ProviderFailure } from "../domain/failure.ts";
import { textOf } from "../domain/message.ts";
import type { ModelReply, ModelRequest } from "../domain/model-client.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { SpokenReport, TurnHooks, TurnPlace } from "../domain/turn-hooks.ts";
import { guardedHook, withPatience } from "./guarded-hook.ts";
import { noteMishap } from "./mishaps.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

type Around = Pick<TurnState, "sessionId" | "turnId" | "steps">;
type Hook<Report, Said> = ((report: Report) => Promise<Said> | Said) | undefined;

const mostTold = 50_000; // characters of a text that hooks are shown

export function tellStart(turn: Around, deps: TurnDeps): Promise<void> {
  return tell(
    (hooks) => hooks.onSessionStart,
    () => placeOf(turn, deps),
    deps,
  );
}

export function tellRequest(request: ModelRequest, turn: Around, deps: TurnDeps): Promise<void> {
  const { messages, tools, contextTokens } = request;
  return tell(
    (hooks) => hooks.preApiRequest,
    () => ({
      ...placeOf(turn, deps),
      step: turn.steps,
      messages: shown(JSON.stringify(messages), deps),
      messageCount: messages.length,
      toolCount: tools.length,
      contextTokens,
    }),
    deps,
  );
}

export function tellReply(reply: ModelReply, durationMs: number, turn: Around, deps: TurnDeps): Promise<void> {
  return tell(
    (hooks) => hooks.postApiRequest,
    () => ({
      ...placeOf(turn, deps),
      step: turn.steps,
      text: shown(reply.content, deps),
      toolCalls: reply.tool_calls.map((call) => call.function.name),
      finishReason: reply.finish_reason,
      usage: reply.usage,
      durationMs,
    }),
    deps,
  );
}

export function tellFailure(failure: ProviderFailure, retried: boolean, turn: Around, deps: TurnDeps): Promise<void> {
  const { kind, status, message } = failure;
  return tell(
    (hooks) => hooks.apiRequestError,
    () => ({
      ...placeOf(turn, deps),
      step: turn.steps,
      kind,
      status,
      message: shown(message, deps),
      retried,
    }),
    deps,
  );
}

/** Text the person has seen and which is not the answer; nothing, if there was none. */
export async function tellInterim(text: string | undefined, turn: Around, deps: TurnDeps): Promise<void> {
  if (text === undefined || text === "") return;
  await tell(
    (hooks) => hooks.onInterimMessage,
    () => ({ ...placeOf(turn, deps), text: shown(text, deps) }),
    deps,
  );
}

/** The answer may be given other words on its way to the person; then everybody hears how the turn ended. */
export async function tellEnd(result: TurnResult, turn: Around, deps: TurnDeps): Promise<TurnResult> {
  const { completed, failed, interrupted, exit_reason: exitReason } = result;
  const answer = failed || interrupted ? null : result.final_response;
  const text = answer === null ? null : await spoken(answer, result.messages, turn, deps);
  const report = () => ({ ...placeOf(turn, deps), completed, failed, interrupted, exitReason });
  await tell((hooks) => hooks.onSessionEnd, report, deps);
  if (answer === null || text === answer) return result;
  return { ...result, final_response: text, response_transformed: true, pre_transform_response: answer };
}

async function spoken(answer: string, history: TurnResult["messages"], turn: Around, deps: TurnDeps): Promise<string> {
  const about = (text: string) => ({ ...placeOf(turn, deps), text: shown(text, deps) });
  const text = (await firstSaid(answer, about, deps)) ?? answer;
  await tell(
    (hooks) => hooks.postLlmCall,
    () => ({ ...about(text), userMessage: shown(questionIn(history), deps), history }),
    deps,
  );
  return text;
}

function questionIn(history: TurnResult["messages"]): string {
  const asked = history.findLast((message) => message.role === "user" && (message.extra?.origin ?? "user") === "user");
  return asked === undefined ? "" : textOf(asked.content);
}

async function firstSaid(
  answer: string,
  about: (text: string) => SpokenReport,
  deps: TurnDeps,
): Promise<string | null> {
  const listeners = deps.turnHooks.filter((hooks) => hooks.transformLlmOutput !== undefined);
  for (const hooks of listeners) {
    const said = await hear(hooks, hooks.transformLlmOutput, about(answer), deps);
    if (typeof said === "string" && said !== "") return said;
  }
  return null;
}

/** Tells whoever listens, one after another. The report is made only when somebody does. */
async function tell<Report>(
  pick: (hooks: TurnHooks) => Hook<Report, void>,
  report: () => Report,
  deps: TurnDeps,
): Promise<void> {
  const listeners = deps.turnHooks.filter((hooks) => pick(hooks) !== undefined);
  if (listeners.length === 0) return;
  const told = report();
  for (const hooks of listeners) await hear(hooks, pick(hooks), told, deps);
}

function hear<Report, Said>(
  { name }: TurnHooks,
  hook: Hook<Report, Said>,
  report: Report,
  { clock, log, mishaps }: TurnDeps,
): Promise<Said | null> {
  const guard = { name, log, failed: (error: unknown) => noteMishap(mishaps, error) };
  const call = (): Promise<Said | null> | Said | null => hook?.(report) ?? null;
  return withPatience(clock, (late) => guardedHook(guard, call, late()));
}

function placeOf({ sessionId, turnId }: Around, { runtime }: TurnDeps): TurnPlace {
  const { provider, model } = runtime.active;
  return { sessionId, turnId, provider, model };
}

function shown(text: string, { toolbox }: TurnDeps): string {
  return toolbox.redact(text).slice(0, mostTold);
}

import { isRecord } from "../../text/is-record.ts";
import type { TurnContextSource } from "../../domain/turn-context.ts";
import type { TurnHooks, TurnPlace } from "../../domain/turn-hooks.ts";
import { placeOf, type HookPlace } from "./hook-place.ts";
import type { HookRunner } from "./hook-runner.ts";

/** What plugins and shell hooks hear of a turn. Only the answer's words are waited for. */
export function pluginTurnHooks(runner: HookRunner, platform: string): TurnHooks {
  const around = ({ sessionId, turnId }: TurnPlace) => ({ session_id: sessionId, turn_id: turnId, platform });
  const model = (place: TurnPlace) => ({ ...around(place), model: place.model, provider: place.provider });
  return {
    name: "plugins",
    onSessionStart: (place) => runner.tell("on_session_start", () => ({ ...model(place), reason: "new" })),
    preApiRequest: (report) =>
      runner.tell("pre_api_request", () => ({
        ...model(report),
        step: report.step,
        messages: report.messages,
        message_count: report.messageCount,
        tool_count: report.toolCount,
        context_tokens: report.contextTokens,
      })),
    postApiRequest: (report) =>
      runner.tell("post_api_request", () => ({
        ...model(report),
        step: report.step,
        text: report.text,
        tool_calls: report.toolCalls,
        finish_reason: report.finishReason,
        usage: report.usage,
        latency_ms: report.durationMs,
      })),
    apiRequestError: (report) =>
      runner.tell("api_request_error", () => ({
        ...model(report),
        step: report.step,
        class: report.kind,
        status: report.status,
        error: report.message,
        retried: report.retried,
      })),
    transformLlmOutput: (report) => firstText(runner, { ...around(report), response: report.text }),
    postLlmCall: (report) =>
      runner.tell("post_llm_call", () => ({
        ...around(report),
        user_message: report.userMessage,
        response: report.text,
        history: report.history,
      })),
    onSessionEnd: (report) =>
      runner.tell("on_session_end", () => ({
        ...around(report),
        reason: report.exitReason,
        completed: report.completed,
        failed: report.failed,
        interrupted: report.interrupted,
        exit_reason: report.exitReason,
      })),
  };
}

async function firstText(runner: HookRunner, payload: unknown): Promise<string | null> {
  for (const seat of runner.seats("transform_llm_output")) {
    const opinion = await seat.ask(payload);
    if (opinion.kind === "said" && typeof opinion.value === "string" && opinion.value !== "") return opinion.value;
  }
  return null;
}

/** What hooks add to a question, for this one turn and stored nowhere. */
export function pluginContextSource(runner: HookRunner, place: HookPlace): TurnContextSource {
  return {
    name: "plugins",
    kind: "note",
    gather: async ({ userMessage, sessionId, turnId, history, isFirstTurn, model, signal }) => {
      Object.assign(place, { session_id: sessionId, turn_id: turnId }); // nothing of a turn is told before this
      const payload = {
        ...placeOf(place),
        user_message: userMessage,
        history,
        is_first_turn: isFirstTurn,
        model,
      };
      const asked = runner.seats("pre_llm_call").map((seat) => seat.ask(payload, signal));
      const texts = (await Promise.all(asked)).map((opinion) =>
        opinion.kind === "said" ? contextIn(opinion.value) : "",
      );
      const given = texts.filter((text) => text !== "");
      return given.length === 0 ? null : given.join("\n\n");
    },
  };
}

function contextIn(value: unknown): string {
  const text: unknown = isRecord(value) ? value["context"] : value;
  return typeof text === "string" ? text.trim() : "";
}

import type { AgentEvent } from "../../domain/event.ts";
import type { AssistantMessage } from "../../domain/message.ts";
import type { JsonLines } from "./json-lines.ts";
import type { Reporter } from "./reporter.ts";
import { initLine, lineOf, questionLine, type StreamLine } from "./stream-line.ts";

/** The stream-json format. The deltas since the last `assistant` or `retry` object are that message's content. */
export function streamReporter(write: JsonLines): Reporter {
  const state = { sessionId: "", text: "" };
  const emit = ([type, fields]: StreamLine): void => write(type, state.sessionId, fields);
  const emitText = (text: string): void => {
    if (text === "") return;
    state.text += text;
    emit(["assistant_delta", { text }]);
  };

  const finishStep = (reply: AssistantMessage): void => {
    const { content, tool_calls = [], finish_reason = null } = reply;
    if (content.startsWith(state.text)) emitText(content.slice(state.text.length)); // what was not streamed
    state.text = "";
    emit(["assistant", { content, tool_calls, finish_reason }]);
  };

  const hear = (event: AgentEvent): void => {
    switch (event.type) {
      case "text.delta":
        return emitText(event.text);
      case "reasoning.delta":
        return emit(["reasoning_delta", { text: event.text }]);
      case "reply.stored":
        return finishStep(event.reply);
      case "turn.finished":
        state.sessionId = event.result.session_id;
        state.text = "";
        return undefined;
      default:
        return relay(event);
    }
  };

  const relay = (event: AgentEvent): void => {
    const line = lineOf(event);
    if (line !== null) emit(line);
    if (event.type === "recovery.applied") state.text = ""; // the attempt it belonged to is void
    if (event.type === "compression.finished") state.sessionId = childId(event.record) ?? state.sessionId;
  };

  return {
    begin: (info) => {
      state.sessionId = info.sessionId;
      emit(initLine(info));
    },
    asked: (content) => emit(["user", { content }]),
    event: hear,
    question: (question, autoAnswer) => emit(questionLine(question, autoAnswer)),
    notice: (level, text) => emit(["notice", { level, text }]),
    finish: ({ type, session_id: sessionId, ...fields }) => write(type, sessionId, fields),
  };
}

function childId(record: Readonly<Record<string, unknown>>): string | null {
  const id = record["child_session_id"];
  return typeof id === "string" ? id : null;
}

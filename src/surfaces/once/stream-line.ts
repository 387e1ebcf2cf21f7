import type { Question } from "../../domain/approval.ts";
import type { AgentEvent, SessionInfo } from "../../domain/event.ts";
import type { RuntimeName } from "../../domain/runtime.ts";
import { statusPhrases } from "../../text/phrases/status.ts";
import { tokensOf } from "./result-object.ts";

/** The type of a stream-json object and its own fields, in order. */
export type StreamLine = readonly [type: string, fields: Readonly<Record<string, unknown>>];

export function initLine(info: SessionInfo): StreamLine {
  const { model, provider, cwd, tools, toolsets, cache, version, mcpServers = [] } = info;
  return ["init", { model, provider, cwd, tools, mcp_servers: mcpServers, toolsets, cache, version }];
}

export function questionLine(question: Question, autoAnswer: string | null): StreamLine {
  const { id, kind, text, choices, approval } = question;
  if (kind === "clarify") return ["clarify", { id, question: text, choices, auto_answer: autoAnswer }];
  const [first] = approval?.concerns ?? [];
  const about = { tool: approval?.tool ?? null, rule: first?.rule ?? null };
  const asked = { decision: autoAnswer ?? "ask", by: null, question: text, choices };
  return ["approval", { id, ...about, ...asked, ...(approval === undefined ? {} : { panel: approval }) }];
}

/** What an event is on the stream, or null. Text and steps are the reporter's, which must see them together. */
export function lineOf(event: AgentEvent): StreamLine | null {
  return toolLine(event) ?? troubleLine(event) ?? sessionLine(event);
}

function toolLine(event: AgentEvent): StreamLine | null {
  switch (event.type) {
    case "tool.started": {
      const { id, function: called } = event.call;
      return ["tool_call", { id, name: called.name, arguments: called.arguments, preview: event.preview }];
    }
    case "tool.progress":
      return ["tool_progress", { id: event.callId, note: event.note }];
    case "tool.finished": {
      const { callId: id, result, ok, truncated, durationMs } = event;
      const { name, content } = result;
      return ["tool_result", { id, name, ok, content, truncated, duration_ms: Math.round(durationMs) }];
    }
    case "approval.decided": {
      const { callId: id, tool, rule, decision, by } = event;
      return ["approval", { id, tool, rule, decision, by }];
    }
    default:
      return null;
  }
}

function troubleLine(event: AgentEvent): StreamLine | null {
  switch (event.type) {
    case "recovery.applied":
      return ["retry", { attempt: event.attempt, delay_ms: Math.round(event.delayMs), code: event.failure.kind }];
    case "runtime.switched":
      return ["fallback", { from: nameOf(event.from), to: nameOf(event.to) }];
    case "wait.noticed":
      return notice(statusPhrases.waiting(event.waitingFor, event.waitedMs));
    case "cache.broken":
      return notice(statusPhrases.cacheBroken(event));
    case "notice.given":
      return ["notice", { level: event.level, text: event.text }];
    default:
      return null;
  }
}

function sessionLine(event: AgentEvent): StreamLine | null {
  switch (event.type) {
    case "compression.finished": {
      const { record } = event;
      if (record.outcome !== "ok") return null;
      const tokens = { before_tokens: record.tokens_before, after_tokens: record.tokens_after };
      const messages = { before_messages: record.messages_before, after_messages: record.messages_after };
      const rest = { duration_ms: record.duration_ms, model: record["summary_model"] ?? null };
      return ["compression", { ...tokens, ...messages, ...rest, new_session_id: record["child_session_id"] ?? null }];
    }
    case "subagent.changed":
      return ["subagent", { id: event.id, phase: event.phase, goal: event.goal }];
    case "usage.reported":
      return ["usage", { task: event.task, ...tokensOf(event.usage) }];
    default:
      return null;
  }
}

function notice(text: string): StreamLine {
  return ["notice", { level: "info", text }];
}

function nameOf({ provider, model }: RuntimeName): string {
  return `${provider}/${model}`;
}

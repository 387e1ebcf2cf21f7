import type { AgentEvent } from "../domain/event.ts";
import type { Log } from "../domain/log.ts";
import { callsOf, textOf } from "../domain/message.ts";

/** Functions a program may hang in, one per thing it wants to show. All are served from the event stream. */
export type AgentCallbacks = {
  readonly toolProgressCallback?: (...progress: ToolProgress) => void;
  readonly thinkingCallback?: (text: string) => void;
  readonly reasoningCallback?: (text: string) => void;
  readonly stepCallback?: (iteration: number, tools: readonly StepTool[]) => void;
  /** `null` marks the end of a segment, just before tools run. */
  readonly streamDeltaCallback?: (text: string | null) => void;
  readonly toolGenCallback?: (name: string) => void;
  readonly statusCallback?: (kind: "lifecycle" | "warn" | "compacted", message: string) => void;
};

export type ToolProgress = [
  event: "tool.started" | "tool.completed",
  name: string,
  preview: string,
  args: string,
  extra?: { readonly duration: number; readonly is_error: boolean; readonly result: string },
];

export type StepTool = { readonly name: string; readonly arguments: string; readonly result: string };

/** Turns events into callbacks. What a callback throws is logged and changes nothing. */
export function callbackAdapter(callbacks: AgentCallbacks, log: Log): (event: AgentEvent) => void {
  const asked = new Map<string, Omit<StepTool, "result">>();
  const started = new Set<string>();
  const stream = visibleStream();
  let step: StepTool[] = [];
  const call = (name: keyof AgentCallbacks, work: () => void): void => {
    try {
      work();
    } catch (error) {
      log("warning", "callback.failed", { callback: name, error: String(error) });
    }
  };
  const handlers: { readonly [Type in AgentEvent["type"]]?: (event: Extract<AgentEvent, { type: Type }>) => void } = {
    "text.delta": ({ text }) => {
      call("thinkingCallback", () => callbacks.thinkingCallback?.(""));
      for (const visible of stream.text(text))
        call("streamDeltaCallback", () => callbacks.streamDeltaCallback?.(visible));
    },
    "segment.ended": () => {
      stream.end();
      call("streamDeltaCallback", () => callbacks.streamDeltaCallback?.(null));
    },
    "reasoning.delta": ({ text }) => call("reasoningCallback", () => callbacks.reasoningCallback?.(text)),
    "tool.drafted": ({ name }) => call("toolGenCallback", () => callbacks.toolGenCallback?.(name)),
    "phase.changed": ({ phase }) =>
      call("thinkingCallback", () => callbacks.thinkingCallback?.(phase === "thinking" ? "thinking" : "")),
    "wait.noticed": ({ waitingFor, waitedMs }) =>
      call("thinkingCallback", () => callbacks.thinkingCallback?.(`waiting for ${waitingFor}, ${waitedMs / 1_000} s`)),
    "notice.given": ({ level, text }) =>
      call("statusCallback", () => callbacks.statusCallback?.(level === "warning" ? "warn" : "lifecycle", text)),
    "reply.stored": ({ reply }) => {
      for (const { id, function: fn } of callsOf(reply)) asked.set(id, { name: fn.name, arguments: fn.arguments });
    },
    "tool.started": ({ call: { id, function: fn }, preview }) => {
      asked.set(id, { name: fn.name, arguments: fn.arguments });
      started.add(id);
      const report = callbacks.toolProgressCallback;
      call("toolProgressCallback", () => report?.("tool.started", fn.name, preview, fn.arguments));
    },
    "tool.finished": ({ callId, result, ok, durationMs }) => {
      const of = asked.get(callId) ?? { name: result.name, arguments: "{}" };
      const text = textOf(result.content);
      step.push({ ...of, result: text });
      if (!started.has(callId)) return; // blocked or skipped: it has an answer and nothing was completed
      const extra = { duration: durationMs / 1_000, is_error: !ok, result: text };
      const report = callbacks.toolProgressCallback;
      call("toolProgressCallback", () => report?.("tool.completed", of.name, "", of.arguments, extra));
    },
    "step.finished": ({ step: number }) => {
      const tools = step;
      step = [];
      call("stepCallback", () => callbacks.stepCallback?.(number, tools));
    },
  };
  return (event) => dispatch(handlers, event);
}

function dispatch<Type extends AgentEvent["type"]>(
  handlers: { readonly [T in AgentEvent["type"]]?: (event: Extract<AgentEvent, { type: T }>) => void },
  event: Extract<AgentEvent, { type: Type }>,
): void {
  const type: Type = event.type;
  handlers[type]?.(event);
}

/** Text as a person sees it: no leading line breaks, and a blank line before the first words after tools. */
function visibleStream(): { readonly text: (delta: string) => readonly string[]; readonly end: () => void } {
  let fresh = true;
  let afterTools = false;
  return {
    text: (delta) => {
      const visible = fresh ? delta.replace(/^\n+/, "") : delta;
      if (visible === "") return [];
      const lead = fresh && afterTools ? "\n\n" : "";
      fresh = false;
      return [lead + visible];
    },
    end: () => {
      fresh = true;
      afterTools = true;
    },
  };
}

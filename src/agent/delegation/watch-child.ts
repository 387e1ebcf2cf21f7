import type { Clock } from "../../domain/clock.ts";
import type { AgentEvent, ChildEvent } from "../../domain/event.ts";
import { sumOfCosts } from "../../domain/cost.ts";
import { textOf } from "../../domain/message.ts";
import { addUsage, noUsage, type Usage } from "../../domain/usage.ts";

/** One tool call of a child, in numbers. */
export type TracedCall = {
  readonly tool: string;
  readonly args_bytes: number;
  readonly result_bytes: number;
  readonly status: "ok" | "error";
};

/** What is known of a child from its events alone, whether it ends well or not. */
export type ChildWatch = {
  readonly hear: (event: AgentEvent) => void;
  readonly usage: () => Usage;
  /** null: some of it has no price. */
  readonly costUsd: () => number | null;
  readonly apiCalls: () => number;
  /** Visible text of the request that is running. */
  readonly text: () => string;
  readonly trace: () => readonly TracedCall[];
  readonly lastSignMs: () => number;
  readonly isInTool: () => boolean;
  /** The newest tool that runs, or what it does between tools. */
  readonly activity: () => string;
};

type Watched = {
  readonly id: string;
  readonly index: number;
  readonly number: number;
  readonly goal: string;
  readonly clock: Clock;
  readonly tell: (event: ChildEvent) => void;
};

const textEveryMs = 500;

/** Listens to a child, keeps count, and passes on what its parent's watchers want to know. */
export function watchChild(watched: Watched): ChildWatch {
  const { clock } = watched;
  const passOn = newsOf(watched);
  const running = new Map<string, Running>();
  const trace: TracedCall[] = [];
  let spent = unspent;
  let text = "";
  let phase = "starting";
  let lastSignMs = clock.now();

  const count = (event: AgentEvent): void => {
    switch (event.type) {
      case "phase.changed":
        if (event.phase === "thinking") text = "";
        phase = event.phase;
        return;
      case "text.delta":
        text += event.text;
        return;
      case "tool.started":
        return void running.set(event.call.id, runningOf(event));
      case "tool.finished":
        trace.push(traced(event, running.get(event.callId)?.bytes ?? 0));
        return void running.delete(event.callId);
      case "usage.reported":
        return void (spent = afterReport(spent, event));
      default:
    }
  };

  const hear = (event: AgentEvent): void => {
    if (event.type !== "wait.noticed") lastSignMs = clock.now(); // a notice of silence is no sign of life
    count(event);
    passOn(event);
  };

  return {
    hear,
    usage: () => spent.usage,
    costUsd: () => spent.costUsd,
    apiCalls: () => spent.apiCalls,
    text: () => text,
    trace: () => trace,
    lastSignMs: () => lastSignMs,
    isInTool: () => running.size > 0,
    activity: () => [...running.values()].at(-1)?.line ?? phase,
  };
}

/** What of a child's events its parent's watchers hear. */
function newsOf({ id, index, number, goal, clock, tell }: Watched): (event: AgentEvent) => void {
  let toldTextMs = -Infinity;
  const say = (what: "tool" | "text", note: string): void =>
    tell({ type: "subagent.changed", id, index, number, phase: what, goal, note });
  return (event) => {
    switch (event.type) {
      case "text.delta":
        if (clock.now() - toldTextMs < textEveryMs) return;
        toldTextMs = clock.now();
        return say("text", event.text);
      case "tool.started":
        return say("tool", lineOf(event));
      case "approval.decided":
      case "subagent.changed": // of a child of its own
        return tell(event);
      default:
    }
  };
}

type Running = { readonly bytes: number; readonly line: string };

function runningOf(event: Extract<AgentEvent, { type: "tool.started" }>): Running {
  return { bytes: Buffer.byteLength(event.call.function.arguments), line: lineOf(event) }; // bytes of its arguments
}

function lineOf({ call, preview }: Extract<AgentEvent, { type: "tool.started" }>): string {
  return `${call.function.name} ${preview}`.trim();
}

type ChildSpent = { readonly usage: Usage; readonly costUsd: number | null; readonly apiCalls: number };

const unspent: ChildSpent = { usage: noUsage, costUsd: 0, apiCalls: 0 };

function afterReport(spent: ChildSpent, event: Extract<AgentEvent, { type: "usage.reported" }>): ChildSpent {
  return {
    usage: addUsage(spent.usage, event.usage),
    costUsd: sumOfCosts(spent.costUsd, event.costUsd ?? null),
    apiCalls: spent.apiCalls + 1,
  };
}

function traced({ result, ok }: Extract<AgentEvent, { type: "tool.finished" }>, args_bytes: number): TracedCall {
  const result_bytes = Buffer.byteLength(textOf(result.content));
  return { tool: result.name, args_bytes, result_bytes, status: ok ? "ok" : "error" };
}

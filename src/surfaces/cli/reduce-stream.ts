import { plainLine, plainText } from "../../commands/plain-text.ts";
import type { AgentEvent } from "../../domain/event.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { statusPhrases } from "../../text/phrases/status.ts";
import { addText, lastBlock, noText } from "./open-text.ts";
import { childChanged, toolFinished, toolStarted } from "./reduce-tools.ts";
import { type Block, type LiveTurn, type Screen, withBlocks } from "./screen.ts";

type Event<T extends AgentEvent["type"]> = Extract<AgentEvent, { type: T }>;

const longestPreview = 300;

/** What the model and its tools do, as it comes. */
export type StreamEvent = Event<
  | "phase.changed"
  | "text.delta"
  | "reasoning.delta"
  | "tool.drafted"
  | "tool.started"
  | "tool.progress"
  | "tool.finished"
  | "subagent.changed"
  | "segment.ended"
  | "recovery.applied"
>;

export function reduceStream(screen: Screen, turn: LiveTurn, event: StreamEvent, nowMs: number): Screen {
  switch (event.type) {
    case "phase.changed":
      return event.phase === "waiting" ? pausing(screen, turn, nowMs) : inPhase(screen, turn, say[event.phase], nowMs);
    case "text.delta":
      return textGrew(screen, turn, plainText(event.text), nowMs);
    case "reasoning.delta":
      return reasoningGrew(screen, turn, plainText(event.text), nowMs);
    case "tool.drafted":
      return inPhase(screen, turn, say.preparing(plainLine(event.name, longestPreview)), nowMs);
    case "tool.started":
      return toolStarted(flushed(screen, turn, nowMs), event, nowMs);
    case "tool.progress": {
      const note = plainLine(event.note, longestPreview);
      const tools = turn.tools.map((tool) => (tool.callId === event.callId ? { ...tool, note } : tool));
      return { ...screen, turn: { ...turn, tools } };
    }
    case "tool.finished":
      return toolFinished(screen, turn, event);
    case "subagent.changed":
      return childChanged(screen, turn, event);
    case "segment.ended":
      return flushed(screen, turn, nowMs);
    case "recovery.applied":
      return recovered(screen, turn, event, nowMs);
  }
}

/** What was streamed of a failed attempt is taken back: the next one begins anew. */
function recovered(screen: Screen, turn: LiveTurn, event: Event<"recovery.applied">, nowMs: number): Screen {
  const { failure, attempt, delayMs } = event;
  const reason = plainLine(failure.message, longestPreview);
  const text = delayMs > 0 ? statusPhrases.retrying(reason, attempt, delayMs) : statusPhrases.retryingAtOnce(reason);
  const again = { ...turn, text: noText, reasoning: "" };
  const waiting = inPhase(screen, again, say.thinking, nowMs);
  const retryMs = delayMs > 0 ? nowMs + delayMs : null;
  return withBlocks({ ...waiting, turn: { ...waiting.turn, retryMs } }, [{ kind: "notice", level: "warning", text }]);
}

function textGrew(screen: Screen, turn: LiveTurn, text: string, nowMs: number): Screen {
  const quiet = thought(screen, turn, nowMs);
  const { open, blocks } = addText(quiet.turn.text, text);
  const shown = blocks.map((block): Block => ({ kind: "text", text: block }));
  const grown = { ...quiet.turn, retryMs: null, text: open, received: turn.received + text.length, wasHeard: true };
  return withBlocks({ ...quiet, turn: grown }, shown);
}

function reasoningGrew(screen: Screen, turn: LiveTurn, text: string, nowMs: number): Screen {
  const reasoningMs = turn.reasoning === "" ? nowMs : turn.reasoningMs;
  const received = turn.received + text.length;
  return { ...screen, turn: { ...turn, retryMs: null, reasoning: turn.reasoning + text, reasoningMs, received } };
}

/** The thoughts are over once something else begins. */
function thought(screen: Screen, turn: LiveTurn, nowMs: number): Screen & { readonly turn: LiveTurn } {
  const over = { ...turn, reasoning: "" };
  if (turn.reasoning.trim() === "") return { ...screen, turn: over };
  const durationMs = nowMs - turn.reasoningMs;
  return {
    ...withBlocks(screen, [{ kind: "reasoning", text: turn.reasoning.trim(), durationMs }]),
    turn: over,
  };
}

/** Thoughts and text as far as they have come are finished. */
export function flushed(screen: Screen, turn: LiveTurn, nowMs: number): Screen & { readonly turn: LiveTurn } {
  const quiet = thought(screen, turn, nowMs);
  const rest = lastBlock(quiet.turn.text);
  const blocks: readonly Block[] = rest === null ? [] : [{ kind: "text", text: rest }];
  return { ...withBlocks(quiet, blocks), turn: { ...quiet.turn, text: noText } };
}

/** The pause between two attempts, whose end is known already where a retry announced it. */
function pausing(screen: Screen, turn: LiveTurn, nowMs: number): Screen {
  return { ...screen, turn: { ...turn, phase: say.waiting, phaseMs: nowMs } };
}

function inPhase(screen: Screen, turn: LiveTurn, phase: string, nowMs: number): Screen & { readonly turn: LiveTurn } {
  return { ...screen, turn: { ...turn, phase, phaseMs: nowMs, retryMs: null } };
}

import type { AgentEvent } from "../../domain/event.ts";
import type { Log } from "../../domain/log.ts";
import { clarifyFeed, type ClarifyCallback } from "./clarify-feed.ts";
import { isolated } from "./isolated.ts";
import { reasoningFeed } from "./reasoning-feed.ts";
import { statusFeed, type StatusCallback } from "./status-feed.ts";
import { stepFeed, type StepTool } from "./step-feed.ts";
import { streamFeed } from "./stream-feed.ts";
import { thinkingFeed } from "./thinking-feed.ts";
import { toolProgressFeed, type ToolProgress } from "./tool-progress-feed.ts";

/** Functions a program may hang in, one per thing it wants to show. All are served from the event stream. */
export type AgentCallbacks = {
  readonly toolProgressCallback?: (...progress: ToolProgress) => void;
  /** Words while the model is awaited, `""` when the waiting is over. */
  readonly thinkingCallback?: (text: string) => void;
  /** Piece by piece where the answer is streamed to somebody, else once per reply. */
  readonly reasoningCallback?: (text: string) => void;
  /** With it the model may ask; what it resolves to is the answer. */
  readonly clarifyCallback?: ClarifyCallback;
  readonly stepCallback?: (iteration: number, tools: readonly StepTool[]) => void;
  /** `null` marks the end of a segment, just before tools run. */
  readonly streamDeltaCallback?: (text: string | null) => void;
  readonly toolGenCallback?: (name: string) => void;
  readonly statusCallback?: StatusCallback;
  /** Text that came along with tool calls. */
  readonly interimAssistantCallback?: (text: string, about: { readonly alreadyStreamed: boolean }) => void;
  /** Everything, as it happens. */
  readonly eventCallback?: (event: AgentEvent) => void;
};

export type Feed = (event: AgentEvent) => void;

type Surroundings = {
  readonly log: Log;
  /** Gives the answer to an open question; null: there will be none. */
  readonly answer: (questionId: string, choice: string | null) => boolean;
  /** Somebody sees the text as it arrives, be it through a callback of the turn alone. */
  readonly isStreamed: boolean;
};

/** Turns the events of one turn into callbacks. What a callback throws is logged and changes nothing. */
export function callbackFeeds(callbacks: AgentCallbacks, { log, answer, isStreamed }: Surroundings): readonly Feed[] {
  const on = <Args extends readonly unknown[]>(
    name: keyof AgentCallbacks,
    callback: ((...args: Args) => void) | undefined,
    feed: (report: (...args: Args) => void) => Feed,
  ): readonly Feed[] => (callback === undefined ? [] : [feed(isolated(name, callback, log))]);
  const { clarifyCallback } = callbacks;
  return [
    ...on("eventCallback", callbacks.eventCallback, (report) => report),
    ...on("thinkingCallback", callbacks.thinkingCallback, thinkingFeed),
    ...on("streamDeltaCallback", callbacks.streamDeltaCallback, streamFeed),
    ...on("reasoningCallback", callbacks.reasoningCallback, (report) => reasoningFeed(report, isStreamed)),
    ...on("toolGenCallback", callbacks.toolGenCallback, toolGenFeed),
    ...on("interimAssistantCallback", callbacks.interimAssistantCallback, (report) => interimFeed(report, isStreamed)),
    ...on("toolProgressCallback", callbacks.toolProgressCallback, toolProgressFeed),
    ...on("stepCallback", callbacks.stepCallback, stepFeed),
    ...on("statusCallback", callbacks.statusCallback, statusFeed),
    ...(clarifyCallback === undefined ? [] : [clarifyFeed(clarifyCallback, answer, log)]),
  ];
}

function toolGenFeed(report: (name: string) => void): Feed {
  return (event) => {
    if (event.type === "tool.drafted") report(event.name);
  };
}

function interimFeed(
  report: (text: string, about: { readonly alreadyStreamed: boolean }) => void,
  alreadyStreamed: boolean,
): Feed {
  return (event) => {
    if (event.type !== "reply.stored" || event.reply.tool_calls === undefined) return;
    if (event.reply.content.trim() !== "") report(event.reply.content, { alreadyStreamed });
  };
}

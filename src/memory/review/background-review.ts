import type { Auxiliary, AuxiliaryRequest } from "../../domain/auxiliary.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import type { AssistantMessage, Message, ToolCall, ToolMessage } from "../../domain/message.ts";
import type { ModelReply } from "../../domain/model-client.ts";
import { reviewHistory } from "./review-history.ts";
import type { ReviewSubject } from "./review-schedule.ts";
import { reviewQuestion } from "./review-texts.ts";

/** The conversation a review looks back on: with the same model its prompt and tools are the cached ones, byte for byte. */
type ReviewedConversation = Pick<AuxiliaryRequest, "runtime" | "system" | "tools"> & {
  readonly messages: readonly Message[];
  /** False: another model reviews, and gets a digest of what is old. */
  readonly sameModel: boolean;
};

export type BackgroundReview = {
  /** Returns at once; a review that still runs is not joined by a second one. */
  readonly start: (subjects: readonly ReviewSubject[], conversation: ReviewedConversation) => void;
  /** For a new user turn: stops a running review and waits for it at most 2 s. */
  readonly cancel: (signal: AbortSignal) => Promise<void>;
};

export type BackgroundReviewDeps = {
  readonly auxiliary: Auxiliary;
  readonly clock: Clock;
  readonly log: Log;
  readonly onUsage: AuxiliaryRequest["onUsage"];
  /** Tools a review may use; any other call is answered with a refusal. */
  readonly allowed: readonly string[];
  /** Runs one call with every question for approval answered no, and returns the result for the model. */
  readonly runCall: (call: ToolCall, signal: AbortSignal) => Promise<string>;
};

const mostSteps = 16;
const cancelMs = 2_000;

export function createBackgroundReview(deps: BackgroundReviewDeps): BackgroundReview {
  let running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;
  return {
    start: (subjects, conversation) => {
      if (running !== null || subjects.length === 0) return;
      const stop = new AbortController();
      const done = review(subjects, conversation, deps, stop.signal)
        .catch((error: unknown) => deps.log("warning", "review.failed", { error: String(error) }))
        .finally(() => void (running = null));
      running = { stop, done };
    },
    cancel: async (signal) => {
      if (running === null) return;
      running.stop.abort();
      using deadline = deps.clock.deadline(cancelMs, signal);
      const over = new Promise<void>((resolve) => {
        deadline.signal.addEventListener("abort", () => resolve(), { once: true });
      });
      await Promise.race([running.done, over]);
    },
  };
}

/** Nothing of it enters the conversation: its messages live here and end with it. */
async function review(
  subjects: readonly ReviewSubject[],
  { messages, sameModel, ...request }: ReviewedConversation,
  deps: BackgroundReviewDeps,
  signal: AbortSignal,
): Promise<void> {
  const question: Message = { role: "user", content: reviewQuestion(subjects) };
  let history: readonly Message[] = [...(sameModel ? messages : reviewHistory(messages)), question];
  for (let step = 0; step < mostSteps && !signal.aborted; step++) {
    const { onUsage } = deps;
    const outcome = await deps.auxiliary.call("background_review", { ...request, messages: history, onUsage, signal });
    if (outcome.kind === "failed") deps.log("warning", "review.failed", { failure: outcome.failure.kind });
    if (outcome.kind !== "reply" || outcome.reply.tool_calls.length === 0) return;
    const results = await runAll(outcome.reply.tool_calls, deps, signal);
    history = [...history, asMessage(outcome.reply), ...results];
  }
}

async function runAll(
  calls: readonly ToolCall[],
  { allowed, runCall }: BackgroundReviewDeps,
  signal: AbortSignal,
): Promise<readonly ToolMessage[]> {
  const results: ToolMessage[] = [];
  for (const call of calls) {
    const { name } = call.function;
    const mayRun = allowed.includes(name) && !signal.aborted;
    const content = mayRun
      ? await runCall(call, signal)
      : JSON.stringify({ error: `${name} cannot be used in a review.` });
    results.push({ role: "tool", tool_call_id: call.id, name, tool_name: name, content });
  }
  return results;
}

function asMessage(reply: ModelReply): AssistantMessage {
  const { content, reasoning, finish_reason, tool_calls } = reply;
  const { reasoning_content, reasoning_details, anthropic_content_blocks, codex_reasoning_items, codex_message_items } =
    reply;
  return {
    role: "assistant",
    content,
    reasoning,
    finish_reason,
    tool_calls,
    ...(reasoning_content === undefined ? {} : { reasoning_content }),
    ...(reasoning_details === undefined ? {} : { reasoning_details }),
    ...(anthropic_content_blocks === undefined ? {} : { anthropic_content_blocks }),
    ...(codex_reasoning_items === undefined ? {} : { codex_reasoning_items }),
    ...(codex_message_items === undefined ? {} : { codex_message_items }),
  };
}

import type { CompressionProposal, EngineState } from "../../domain/context-engine.ts";
import type { Message } from "../../domain/message.ts";
import { contextPhrases } from "../../text/phrases/context.ts";
import type { Assembled } from "./assemble.ts";
import { failed, struck, succeeded } from "./engine-state.ts";
import type { Plan } from "./plan.ts";
import { recordOf, type Facts } from "./record.ts";
import type { RunContext } from "./run-context.ts";
import type { SummaryFailure } from "./summary-failure.ts";
import type { WrittenSummary } from "./write-summary.ts";

export type Asked = NonNullable<Facts["asked"]>;
export type Built = { readonly summary: WrittenSummary; readonly assembled: Assembled };
export type PressedList = { readonly messages: readonly Message[]; readonly pruned: number };
type SoFar = { readonly startedMs: number; readonly plan: Plan | null; readonly asked: Asked | null };

/** The ways a run can end: what is proposed, what is remembered, what is written down about it. */
export type Endings = ReturnType<typeof endingsOf>;

const worthwhile = 0.1; // a run that saves less counts as one in vain

export function endingsOf(run: RunContext, { startedMs, plan, asked }: SoFar) {
  const { request, clock, memory } = run;
  const isManual = request.trigger === "manual";
  const record = (outcome: string, rest: Partial<Facts> = {}) => {
    const none = { failure: null, summary: null, after: null };
    return recordOf({ ...run, ...none, startedMs, nowMs: clock.now(), outcome, plan, asked, ...rest });
  };
  const region = regionIn(plan, request.messages.length);
  const unchanged = { region, pruned: 0 } as const;
  const moment = () => ({ nowMs: clock.now(), tokens: request.currentTokens });
  const learn = (change: (state: EngineState) => EngineState): void => memory.write(change(memory.read()));
  /** Somebody who asks for a run may ask again at once. */
  const remember = (failure: SummaryFailure): void => {
    if (!isManual && failure !== "cancelled") learn((state) => failed(state, failure, moment()));
  };
  return {
    remember,
    blocked: (reason: string): CompressionProposal => {
      const outcome = reason.startsWith("cooldown") ? "cooldown" : "ineffective";
      return { ...unchanged, outcome: "noop", record: record(outcome) };
    },
    noWindow: (): CompressionProposal => {
      if (!isManual) learn((state) => struck(state, moment()));
      const error = contextPhrases.nothingToCompress;
      return { ...unchanged, outcome: "noop", record: record("no_window"), error };
    },
    aborted: (failure: SummaryFailure, message: string): CompressionProposal => {
      remember(failure);
      const outcome = failure === "cancelled" || failure === "would_grow" ? failure : "failed";
      const error = contextPhrases.notCompressed(failure, message);
      return { ...unchanged, outcome: "aborted", record: record(outcome, { failure }), error };
    },
    exhausted: (): CompressionProposal => {
      const error = contextPhrases.notCompressed("exhausted", "");
      return { ...unchanged, outcome: "aborted", record: record("failed", { failure: "exhausted" }), error };
    },
    pressed: ({ messages, pruned }: PressedList): CompressionProposal => {
      learn(succeeded);
      return { outcome: "ok", messages, region, pruned, record: record("ok", { after: messages }) };
    },
    done: ({ summary, assembled }: Built, outcome: "ok" | "emergency", notice: string | null): CompressionProposal => {
      const { messages, pressed } = assembled;
      const line = record(outcome, { summary, after: messages });
      if (outcome === "ok") learn((state) => afterRun(state, line["saved_ratio"], moment()));
      const { text, sections, mark } = summary;
      return {
        outcome: "ok",
        messages,
        summary: { text, body: mark.body, sections },
        region,
        pruned: pressed + (plan === null ? 0 : plan.pruned.results + plan.pruned.repeated),
        record: line,
        ...(notice === null ? {} : { notice }),
      };
    },
  };
}

function afterRun(state: EngineState, saved: unknown, moment: Parameters<typeof struck>[1]): EngineState {
  const cool = succeeded(state);
  return typeof saved === "number" && saved >= worthwhile ? cool : struck({ ...cool, strikes: state.strikes }, moment);
}

/** In the list that was given, where a merged summary and its message are one. */
export function regionIn(plan: Plan | null, length: number): CompressionProposal["region"] {
  if (plan === null) return { headEnd: length, tailStart: length };
  const { headEnd, tailStart, hoisted } = plan.placement.region;
  const at = (index: number): number => plan.placed[index]?.at ?? length;
  return { headEnd: at(headEnd), tailStart: at(tailStart), ...(hoisted === null ? {} : { hoisted: at(hoisted) }) };
}

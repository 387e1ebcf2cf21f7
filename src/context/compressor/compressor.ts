import type { Clock } from "../../domain/clock.ts";
import {
  freshEngineState,
  type CompressionProposal,
  type CompressionRequest,
  type ContextEngine,
  type EngineMemory,
  type EngineStatus,
} from "../../domain/context-engine.ts";
import type { Log } from "../../domain/log.ts";
import type { Runtime } from "../../domain/runtime.ts";
import type { Summariser } from "../../domain/summariser.ts";
import { contextPhrases } from "../../text/phrases/context.ts";
import { createConfirmation } from "./confirmation.ts";
import { endingsOf } from "./endings.ts";
import { blockedBy } from "./engine-state.ts";
import { createGauge, type Gauge } from "./gauge.ts";
import type { CompressorSettings } from "./numbers.ts";
import { planCompression } from "./plan.ts";
import { previewOf } from "./preview.ts";
import { pruneMiddle } from "./prune-middle.ts";
import { engineName } from "./record.ts";
import type { Scales } from "./weigh.ts";

export type CompressorDeps = {
  readonly settings: CompressorSettings;
  readonly runtime: Runtime;
  readonly clock: Clock;
  readonly summariser: Summariser;
  readonly memory: EngineMemory;
  readonly log: Log;
  /** The language summaries are written in; not given: the one the person writes in. */
  readonly language?: string;
  readonly scales?: (model: string) => Scales;
};

/** Sums up the middle of a conversation when it gets long; head and tail stay as they are. Writes nothing but its memory. */
export function createCompressor(deps: CompressorDeps): ContextEngine {
  const { settings, memory, clock } = deps;
  const gauge = createGauge(deps);
  const confirmation = createConfirmation(memory, clock);
  const offWarning = warnOnce(deps.log);
  let promptTokens = 0; // what the provider reported last
  let compressions = 0;
  const frame = () => ({ numbers: gauge.numbers(), scales: gauge.scales(), protectLast: settings.protect_last_n });
  return {
    name: engineName,
    updateFromResponse: (usage) => {
      promptTokens = usage.prompt_tokens;
      confirmation.learn(promptTokens, () => gauge.guarded().trigger);
    },
    shouldCompress: (tokens = promptTokens, carried) => {
      if (carried !== undefined) gauge.carry(carried);
      if (tokens < gauge.numbers().trigger) return { yes: false }; // most of the time, and without weighing anything
      const guard = gauge.guarded();
      if (tokens < guard.trigger) return { yes: false };
      if (guard.state === "off") {
        offWarning(guard.largest);
        return { yes: false, reason: "overhead" };
      }
      if (confirmation.isAwaited() && tokens < gauge.sendable()) return { yes: false, reason: "unconfirmed" };
      const reason = blockedBy(memory.read(), { nowMs: clock.now(), tokens }, guard.trigger);
      return reason === null ? { yes: true } : { yes: false, reason };
    },
    compress: async (request) => {
      const proposal = await confirmation.after(() => compress(request, deps, gauge));
      if (proposal.outcome === "ok") compressions += 1;
      return proposal;
    },
    preview: (request) => previewOf(request, { ...deps, ...frame() }),
    updateModel: (next) => {
      if (!gauge.switchTo(next)) return;
      promptTokens = 0;
      confirmation.drop();
      memory.write(freshEngineState); // what was learned on one route says nothing about another
    },
    getStatus: () => ({ ...statusOf(gauge, promptTokens), compression_count: compressions }),
    hasContentToCompress: (messages) => planCompression({ messages, trigger: "manual" }, frame()) !== null,
    pruneOnly: (messages) => pruneMiddle(messages, frame()),
  };
}

/** Whoever asks by hand, and a conversation that cannot be sent, need not wait. */
const neverBlocked: readonly CompressionRequest["trigger"][] = [
  "manual",
  "http_413",
  "context_error",
  "long_context_tier",
];

async function compress(request: CompressionRequest, deps: CompressorDeps, gauge: Gauge): Promise<CompressionProposal> {
  const { memory, clock } = deps;
  gauge.carry(request);
  const { trigger } = gauge.guarded();
  const figures = { runtime: gauge.runtime(), numbers: gauge.numbers(), scales: gauge.scales(), trigger };
  const run = { ...deps, ...figures, request, language: deps.language };
  if (request.trigger === "manual") memory.write(freshEngineState);
  const moment = { nowMs: clock.now(), tokens: request.currentTokens };
  const isFree = neverBlocked.includes(request.trigger);
  const reason = isFree ? null : blockedBy(memory.read(), moment, trigger);
  if (reason === null) return (await import("./run.ts")).runCompression(run); // most conversations stay short
  return endingsOf(run, { startedMs: moment.nowMs, plan: null, asked: null }).blocked(reason);
}

function warnOnce(log: Log): (part: string) => void {
  let isSaid = false;
  return (part) => {
    if (!isSaid) log("warning", "compression.off", { part, text: contextPhrases.triggerOff(part) });
    isSaid = true;
  };
}

function statusOf(gauge: Gauge, promptTokens: number): Omit<EngineStatus, "compression_count"> {
  const { trigger, state, largest } = gauge.guarded();
  const { contextLength } = gauge.runtime();
  const notes = {
    plain: null,
    raised: contextPhrases.triggerRaised(trigger, largest),
    off: contextPhrases.triggerOff(largest),
  };
  return {
    last_prompt_tokens: promptTokens,
    threshold_tokens: trigger,
    context_length: contextLength,
    usage_percent: Math.min(100, Math.round((100 * promptTokens) / contextLength)),
    note: notes[state],
  };
}

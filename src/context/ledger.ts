import type { Message } from "../domain/message.ts";
import type { SystemBlock, ToolSchema } from "../domain/model-client.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Usage } from "../domain/usage.ts";
import { estimateMessage, estimateTokens, familyFor, toolPreamble } from "./estimate-tokens.ts";

/** What a request will carry, as far as counting is concerned. */
export type Counted = {
  readonly runtime: CountedRuntime;
  readonly system: readonly SystemBlock[];
  readonly tools: readonly ToolSchema[];
  readonly messages: readonly Message[];
};

type CountedRuntime = Pick<Runtime, "provider" | "model" | "apiMode" | "traits">;

/** The one source for "how full is the context": the provider's last word plus an estimate of what came since. */
export type ContextLedger = {
  readonly tokens: (request: Counted) => { readonly tokens: number; readonly source: "api+delta" | "estimate" };
  /** The same without the provider's word, so that two numbers can be compared. */
  readonly estimate: (request: Counted) => number;
  /** The request gave this usage. */
  readonly report: (usage: Usage, request: Counted) => void;
  /** After compression, undo, or another model: the anchor no longer fits. */
  readonly drop: () => void;
};

/** How far real counts lie from our estimate, by model; it outlives the session. */
export type Calibration = {
  readonly get: (runtime: CountedRuntime) => number;
  readonly set: (runtime: CountedRuntime, factor: number) => void;
};

type Anchor = { readonly tokens: number; readonly sent: number };

const leastCompared = 200; // tokens: below it the ratio is noise
const inertia = 0.8;

export function createLedger(calibration: Calibration = uncalibrated()): ContextLedger {
  let anchor: Anchor | null = null;
  let scale = "";
  let weighed = new WeakMap<Message, number>(); // messages do not change, so neither does their weight
  const weigh = (message: Message, runtime: CountedRuntime): number => {
    if (scale !== runtime.model) [scale, weighed] = [runtime.model, new WeakMap<Message, number>()];
    const known = weighed.get(message);
    if (known !== undefined) return known;
    const tokens = estimateMessage(message, familyFor(runtime));
    weighed.set(message, tokens);
    return tokens;
  };
  const sum = (messages: readonly Message[], runtime: CountedRuntime): number =>
    messages.reduce((total, message) => total + weigh(message, runtime), 0);
  const overhead = rememberedOverhead();
  const estimate = (request: Counted): number =>
    Math.round(calibration.get(request.runtime) * (overhead(request) + sum(request.messages, request.runtime)));
  return {
    estimate,
    tokens: (request) => {
      const { runtime, messages } = request;
      if (anchor === null || anchor.sent > messages.length) return { tokens: estimate(request), source: "estimate" };
      const since = calibration.get(runtime) * sum(messages.slice(anchor.sent + 1), runtime);
      return { tokens: anchor.tokens + Math.round(since), source: "api+delta" };
    },
    report: (usage, { runtime, messages }) => {
      if (anchor !== null && anchor.sent < messages.length) {
        const appended = sum(messages.slice(anchor.sent + 1), runtime);
        if (appended >= leastCompared) learn(calibration, runtime, (usage.prompt_tokens - anchor.tokens) / appended);
      }
      // The reply itself is the next message: its visible output is counted here, not estimated.
      anchor = { tokens: usage.prompt_tokens + visibleOutput(usage, runtime), sent: messages.length };
    },
    drop: () => void (anchor = null),
  };
}

function learn(calibration: Calibration, runtime: CountedRuntime, ratio: number): void {
  const clamped = Math.min(2, Math.max(0.5, ratio));
  calibration.set(runtime, inertia * calibration.get(runtime) + (1 - inertia) * clamped);
}

/** Thoughts count where they are sent back with the next request. */
function visibleOutput(usage: Usage, { apiMode, traits }: CountedRuntime): number {
  const replayed = apiMode !== "chat_completions" || traits.reasoningEcho !== "off" || traits.reasoningParameter;
  return usage.output_tokens - (replayed ? 0 : usage.reasoning_tokens);
}

function keyOf({ provider, model }: CountedRuntime): string {
  return `${provider}/${model}`;
}

function uncalibrated(): Calibration {
  const factors = new Map<string, number>();
  return {
    get: (runtime) => factors.get(keyOf(runtime)) ?? 1,
    set: (runtime, factor) => void factors.set(keyOf(runtime), factor),
  };
}

type Fixed = Omit<Counted, "messages">;

/** Prompt and tools are the same objects from request to request: they are weighed once. */
function rememberedOverhead(): (request: Fixed) => number {
  let last: (Fixed & { readonly tokens: number }) | null = null;
  return ({ runtime, system, tools }) => {
    if (last?.runtime.model !== runtime.model || last.tools !== tools || !isSame(last.system, system)) {
      last = { runtime, system, tools, tokens: overheadOf({ runtime, system, tools }) };
    }
    return last.tokens;
  };
}

function isSame(one: readonly SystemBlock[], other: readonly SystemBlock[]): boolean {
  return one.length === other.length && one.every(({ text }, index) => text === other[index]?.text);
}

/** What a request carries before its first message. */
function overheadOf({ runtime, system, tools }: Fixed): number {
  const family = familyFor(runtime);
  const fixed = [...system.map((block) => block.text), ...tools.map((tool) => JSON.stringify(tool))];
  const texts = fixed.reduce((total, text) => total + estimateTokens(text, family), 0);
  return texts + (tools.length === 0 ? 0 : toolPreamble(family));
}

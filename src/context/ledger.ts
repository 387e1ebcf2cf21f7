import type { Message } from "../domain/message.ts";
import type { SystemBlock, ToolSchema } from "../domain/model-client.ts";
import type { Usage } from "../domain/usage.ts";
import { estimateMessage, estimateTokens, familyOf } from "./estimate-tokens.ts";

/** What a request will carry, as far as counting is concerned. */
export type Counted = {
  readonly model: string;
  readonly system: readonly SystemBlock[];
  readonly tools: readonly ToolSchema[];
  readonly messages: readonly Message[];
};

/** The one source for "how full is the context": the provider's last word plus an estimate of what came since. */
export type ContextLedger = {
  readonly tokens: (request: Counted) => { readonly tokens: number; readonly source: "api+delta" | "estimate" };
  /** The same without the provider's word, so that two numbers can be compared. */
  readonly estimate: (request: Counted) => number;
  /** `sent` messages gave this usage. */
  readonly report: (usage: Usage, sent: number) => void;
  /** After compression, undo, or another model: the anchor no longer fits. */
  readonly drop: () => void;
};

type Anchor = { readonly tokens: number; readonly sent: number };

export function createLedger(): ContextLedger {
  let anchor: Anchor | null = null;
  const weighed = new WeakMap<Message, number>(); // messages do not change, so neither does their weight
  const weigh = (message: Message, model: string): number => {
    const known = weighed.get(message);
    if (known !== undefined) return known;
    const tokens = estimateMessage(message, familyOf(model));
    weighed.set(message, tokens);
    return tokens;
  };
  const sum = (messages: readonly Message[], model: string): number =>
    messages.reduce((total, message) => total + weigh(message, model), 0);
  const overhead = rememberedOverhead();
  const estimate = (request: Counted): number => overhead(request) + sum(request.messages, request.model);
  return {
    estimate,
    tokens: (request) => {
      const { model, messages } = request;
      if (anchor !== null && anchor.sent <= messages.length) {
        return { tokens: anchor.tokens + sum(messages.slice(anchor.sent + 1), model), source: "api+delta" };
      }
      return { tokens: estimate(request), source: "estimate" };
    },
    report: (usage, sent) => {
      // The reply itself is message number `sent`: its visible output is counted here, not estimated.
      anchor = { tokens: usage.prompt_tokens + usage.output_tokens - usage.reasoning_tokens, sent };
    },
    drop: () => void (anchor = null),
  };
}

type Fixed = Omit<Counted, "messages">;

/** Prompt and tools are the same objects from request to request: they are weighed once. */
function rememberedOverhead(): (request: Fixed) => number {
  let last: (Fixed & { readonly tokens: number }) | null = null;
  return ({ model, system, tools }) => {
    if (last?.model !== model || last.tools !== tools || !isSame(last.system, system)) {
      last = { model, system, tools, tokens: overheadOf({ model, system, tools }) };
    }
    return last.tokens;
  };
}

function isSame(one: readonly SystemBlock[], other: readonly SystemBlock[]): boolean {
  return one.length === other.length && one.every(({ text }, index) => text === other[index]?.text);
}

/** What a request carries before its first message. */
function overheadOf({ model, system, tools }: Fixed): number {
  const family = familyOf(model);
  const fixed = [...system.map((block) => block.text), ...tools.map((tool) => JSON.stringify(tool))];
  return fixed.reduce((total, text) => total + estimateTokens(text, family), 0);
}

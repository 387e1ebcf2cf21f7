import type { Message } from "../../domain/message.ts";
import type { SystemBlock, ToolSchema } from "../../domain/model-client.ts";
import { estimateMessage, estimateTokens, familyOf } from "../estimate-tokens.ts";

/** How many tokens things are, by one estimator, so that any two numbers can be compared. */
export type Scales = {
  readonly message: (message: Message) => number;
  readonly text: (text: string) => number;
  readonly list: (messages: readonly Message[]) => number;
  readonly system: (system: readonly SystemBlock[]) => number;
  readonly tools: (tools: readonly ToolSchema[]) => number;
};

/** Messages and tool lists do not change, so each is weighed once. */
export function scalesFor(model: string): Scales {
  const family = familyOf(model);
  const text = (words: string): number => estimateTokens(words, family);
  const message = remembered((one: Message) => estimateMessage(one, family));
  return {
    text,
    message,
    list: (messages) => messages.reduce((total, one) => total + message(one), 0),
    system: remembered((blocks: readonly SystemBlock[]) =>
      blocks.reduce((total, block) => total + text(block.text), 0),
    ),
    tools: remembered((tools: readonly ToolSchema[]) =>
      tools.reduce((sum, tool) => sum + text(JSON.stringify(tool)), 0),
    ),
  };
}

function remembered<Thing extends object>(weigh: (thing: Thing) => number): (thing: Thing) => number {
  const known = new WeakMap<Thing, number>();
  return (thing) => {
    const before = known.get(thing);
    if (before !== undefined) return before;
    const tokens = weigh(thing);
    known.set(thing, tokens);
    return tokens;
  };
}

import { summaryBudget, type Numbers } from "./numbers.ts";

/** What every request carries however much is summed up, in tokens. */
export type Overhead = { readonly system: number; readonly tools: number; readonly head: number };

export type Guarded = {
  readonly trigger: number;
  readonly state: "plain" | "raised" | "off";
  /** The largest part of what cannot be summed up. */
  readonly largest: "system" | "tools" | "head" | "tail";
};

const tolerable = 0.8; // of the trigger: with less room between the two it would be time again after every message
const usable = 0.85; // of what the output leaves of the window

/** Moves the trigger up where a compression could not get below it, or switches automatic runs off. */
export function guardTrigger(numbers: Numbers, overhead: Overhead, reservedOutput: number): Guarded {
  const { trigger, tail, window } = numbers;
  const fixed = overhead.system + overhead.tools + overhead.head;
  const total = fixed + tail + summaryBudget(Math.max(0, trigger - fixed - tail), numbers);
  const largest = largestOf({ ...overhead, tail });
  if (total <= tolerable * trigger) return { trigger, state: "plain", largest };
  const raised = Math.min(Math.ceil(total / tolerable), Math.floor(usable * (window - reservedOutput)));
  return raised <= total
    ? { trigger: Math.max(trigger, raised), state: "off", largest }
    : { trigger: Math.max(trigger, raised), state: "raised", largest };
}

function largestOf(parts: Overhead & { readonly tail: number }): Guarded["largest"] {
  const names = ["system", "tools", "head", "tail"] as const;
  return names.reduce((largest, name) => (parts[name] > parts[largest] ? name : largest));
}

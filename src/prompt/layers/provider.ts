import { firstChars } from "../../text/code-points.ts";
import type { PromptInputs, PromptLayer } from "../layer.ts";

const longest = 6_000;

/** Honcho speaks before the operator, every other provider behind the person's own files. */
export const providerEarlyLayer: PromptLayer = { id: "provider-early", render: (inputs) => blockOf(inputs, "early") };
export const providerLateLayer: PromptLayer = { id: "provider-late", render: (inputs) => blockOf(inputs, "late") };

function blockOf({ providerBlock }: PromptInputs, slot: "early" | "late"): string | null {
  return providerBlock?.slot === slot ? firstChars(providerBlock.text, longest) : null;
}

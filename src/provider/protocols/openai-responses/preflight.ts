import type { ResponseCreateParamsBase } from "openai/resources/responses/responses";
import { providerWirePhrases } from "../../../text/phrases/provider-wire.ts";
import { isReceived, type Received } from "../received.ts";

const knownKeys: ReadonlySet<string> = new Set<keyof ResponseCreateParamsBase>([
  "background",
  "context_management",
  "conversation",
  "include",
  "input",
  "instructions",
  "max_output_tokens",
  "max_tool_calls",
  "metadata",
  "model",
  "parallel_tool_calls",
  "previous_response_id",
  "prompt",
  "prompt_cache_key",
  "prompt_cache_options",
  "prompt_cache_retention",
  "reasoning",
  "safety_identifier",
  "service_tier",
  "store",
  "stream",
  "stream_options",
  "temperature",
  "text",
  "tool_choice",
  "tools",
  "top_logprobs",
  "top_p",
  "truncation",
  "user",
]);

/** The body as it will be sent, whoever changed it on the way. */
type Checked = { readonly store: boolean; readonly input: readonly unknown[] };

/** Refuses here what the endpoint would refuse after the upload. Items that passed once are not looked at again. */
export function createPreflight(): (body: Checked) => string | null {
  const passed = new WeakSet<Received>();
  return (body) => {
    const unknownKey = Object.keys(body).find((key) => !knownKeys.has(key));
    if (unknownKey !== undefined) return providerWirePhrases.unknownKey(unknownKey);
    if (body.store) return providerWirePhrases.mayNotStore;
    for (const [index, item] of body.input.entries()) {
      if (!isReceived(item)) return providerWirePhrases.badItem(index, providerWirePhrases.notAnItem);
      const problem = passed.has(item) ? null : problemOf(item);
      if (problem !== null) return providerWirePhrases.badItem(index, problem);
      passed.add(item);
    }
    return null;
  };
}

/** What each type of item cannot be without; a message may leave its type out. */
const needs: Readonly<Record<string, readonly string[]>> = {
  message: ["role"],
  reasoning: ["encrypted_content"],
  function_call: ["call_id", "name"],
  function_call_output: ["call_id"],
};

function problemOf(item: Received): string | null {
  const type = typeof item["type"] === "string" ? item["type"] : "message";
  const keys = needs[type];
  if (keys === undefined) return providerWirePhrases.unknownItem(type);
  const missing = keys.find((key) => !isFilled(item, key));
  if (missing !== undefined) return providerWirePhrases.itemWithout(type, missing);
  return type === "message" && item["role"] === "system" ? providerWirePhrases.systemItem : null;
}

function isFilled(item: Received, key: string): boolean {
  const value = item[key];
  return typeof value === "string" && value !== "";
}

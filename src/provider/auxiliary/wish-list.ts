import type { AuxiliaryRequest } from "../../domain/auxiliary.ts";
import type { ProviderFailure } from "../../domain/failure.ts";

/** What a caller would like and an endpoint may not know. null leaves the parameter out, the usual cap included. */
export type Wishes = {
  readonly [Name in WishName]?: AuxiliaryRequest[Name] | null;
};

type WishName = "responseFormat" | "temperature" | "maxTokens";

const words: readonly (readonly [name: WishName, ...words: readonly string[]])[] = [
  ["responseFormat", "response_format", "json_schema", "structured output", "structured_output"],
  ["temperature", "temperature"],
  ["maxTokens", "max_tokens", "max_completion_tokens", "max_output_tokens"],
];

const refusals = ["unsupported", "not support", "unknown", "unrecognized", "deprecated", "not permitted"];

/** The wishes without the one the endpoint would not take, or null when the failure is about something else. */
export function withoutRefused(wishes: Wishes, { status, text }: ProviderFailure): Wishes | null {
  if (status !== 400 && status !== 422) return null;
  if (!refusals.some((refusal) => text.includes(refusal))) return null;
  const refused = words.find(([name, ...names]) => isSent(name, wishes) && names.some((word) => text.includes(word)));
  return refused === undefined ? null : { ...wishes, [refused[0]]: null };
}

/** A cap goes out also where nobody asked for one. */
function isSent(name: WishName, wishes: Wishes): boolean {
  return name === "maxTokens" ? wishes[name] !== null : (wishes[name] ?? null) !== null;
}

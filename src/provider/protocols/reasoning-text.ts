import { isReceived, objectsIn, type Received } from "./received.ts";

const keys = ["summary", "thinking", "content", "text"];

/** The readable part of signed reasoning: each text once, parted by blank lines. */
export function readableReasoning(details: readonly unknown[]): string {
  const texts = details.filter(isReceived).flatMap(readable);
  return [...new Set(texts)].join("\n\n");
}

function readable(detail: Received): readonly string[] {
  return keys.flatMap((key) => textsIn(detail[key])).slice(0, 1);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  const inner = objectsIn(value).flatMap((part) => textsIn(part["text"]));
  return inner.length === 0 ? [] : [inner.join("\n\n")];
}

import { objectsIn, type Received, stringIn } from "../received.ts";
import { isCommentary } from "./frames.ts";

/** What the items of an answer say, to the person and beside it. */
export type Sayings = {
  readonly text: string;
  readonly reasoning: string;
  readonly messages: readonly Received[];
  readonly commented: boolean;
  readonly refused: boolean;
  /** A call that came out as words; the words are worth nothing. */
  readonly leaked: boolean;
};

export function sayings(items: readonly Received[], fallback: string): Sayings {
  const messages = items.filter((item) => item["type"] === "message");
  const final = messages.filter((item) => !isCommentary(item));
  const told = final
    .map(textOf)
    .filter((text) => text !== "")
    .join("\n");
  const text = told === "" && final.length === messages.length ? fallback : told;
  const refusal = final.flatMap((item) => partsOf(item, "refusal")).join("\n");
  const leaked = /\bto=functions\.\w/.test(text);
  return {
    text: leaked ? "" : text || refusal,
    reasoning: items
      .map(reasoningIn)
      .filter((thought) => thought !== "")
      .join("\n\n"),
    messages,
    commented: messages.length > final.length,
    refused: text === "" && refusal !== "",
    leaked,
  };
}

export function isUnfinished(item: Received): boolean {
  return item["status"] === "queued" || item["status"] === "in_progress" || item["status"] === "incomplete";
}

function reasoningIn(item: Received): string {
  if (item["type"] === "message") return isCommentary(item) ? textOf(item) : "";
  if (item["type"] !== "reasoning") return "";
  const summary = objectsIn(item["summary"]).map((part) => stringIn(part, "text"));
  const thoughts = objectsIn(item["content"]).map((part) => stringIn(part, "text"));
  return (summary.length > 0 ? summary : thoughts).filter((text) => text !== "").join("\n\n");
}

function textOf(item: Received): string {
  return partsOf(item, "text").join("\n");
}

function partsOf(item: Received, key: "text" | "refusal"): readonly string[] {
  return objectsIn(item["content"])
    .map((part) => stringIn(part, key))
    .filter((text) => text !== "");
}

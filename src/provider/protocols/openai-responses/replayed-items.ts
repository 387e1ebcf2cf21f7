import { isReceived, objectsIn, type Received, stringIn, without } from "../received.ts";
import type { ReplayedItem } from "./wire-types.ts";

const longestId = 64;

/** Items are stored with the host that issued them; nobody else can read them. */
export function tagged(item: Received, issuer: string): Received {
  return { ...item, issuer };
}

/** Each thought once, without the id: the endpoint stored nothing under it. */
export function replayedReasoning(items: readonly unknown[], issuer: string): readonly ReplayedItem[] {
  const own = objectsIn(items).filter(
    (item) => item["issuer"] === issuer && stringIn(item, "encrypted_content") !== "",
  );
  const once = own.filter((item, index) => index === own.findIndex((other) => identity(other) === identity(item)));
  return once.map((item) => without(item, "id", "issuer")).filter(isReplayable);
}

export function replayedMessages(items: readonly unknown[], issuer: string): readonly ReplayedItem[] {
  return objectsIn(items)
    .filter((item) => item["issuer"] === issuer && isWholeMessage(item))
    .map((item) => (isMessageId(stringIn(item, "id")) ? without(item, "issuer") : without(item, "id", "issuer")))
    .filter(isReplayable);
}

/** Two items of one id are refused; without one, they are just words. */
export function nameless(item: ReplayedItem): ReplayedItem {
  const bare = without(item, "id");
  return isReplayable(bare) ? bare : item;
}

function isWholeMessage(item: Received): boolean {
  return item["role"] === "assistant" && objectsIn(item["content"]).length > 0;
}

function isMessageId(id: string): boolean {
  return id.startsWith("msg") && id.length <= longestId;
}

function identity(item: Received): string {
  return stringIn(item, "id") || stringIn(item, "encrypted_content");
}

function isReplayable(item: unknown): item is ReplayedItem {
  return isReceived(item) && (item["type"] === "reasoning" || item["type"] === "message");
}

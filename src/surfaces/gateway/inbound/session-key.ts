import type { InboundMessage } from "../../../domain/gateway-ledger.ts";
import type { GatewaySettings } from "../gateway-settings.ts";

type Place = Pick<InboundMessage, "platform" | "chatType" | "scopeId" | "chatId" | "threadId" | "userId">;
type Rules = Pick<GatewaySettings, "profile" | "userSessions">;

/**
 * `agent:<profile>:<platform>:<chat_type>[:<scope>]:<chat_id>[:<thread_id>][:<user_id>]`. No two places share one: a
 * topic of a group counts as a thread, a part that is missing before another is empty, and a key with a scope has all
 * parts of its type.
 */
export function sessionKey(place: Place, rules: Rules): string {
  const kind = kindOf(place);
  const { profile } = rules;
  const user = isShared(place, rules) || kind === "dm" ? null : place.userId;
  const inside = insideOf(kind, place.threadId, user);
  const scope = place.scopeId === null ? [] : [place.scopeId];
  const parts = [
    "agent",
    profile,
    place.platform,
    kind,
    ...scope,
    place.chatId,
    ...(place.scopeId === null ? withoutEnd(inside) : inside),
  ];
  return joinedKey(parts);
}

/** Several people speak in it. */
export function isShared(place: Pick<Place, "chatType" | "threadId">, { userSessions }: Rules): boolean {
  const kind = kindOf(place);
  if (kind === "dm") return false;
  return kind === "thread" ? !userSessions.inThreads : !userSessions.inGroups;
}

export function kindOf({ chatType, threadId }: Pick<Place, "chatType" | "threadId">): InboundMessage["chatType"] {
  return chatType === "dm" || threadId === null ? chatType : "thread";
}

function insideOf(kind: InboundMessage["chatType"], thread: string | null, user: string | null) {
  if (kind === "dm") return [thread];
  return kind === "thread" ? [thread, user] : [user];
}

function withoutEnd(parts: readonly (string | null)[]): readonly (string | null)[] {
  return parts.slice(0, parts.findLastIndex((part) => part !== null) + 1);
}

/** Different parts never make the same key. */
export function joinedKey(parts: readonly (string | null)[]): string {
  return parts.map((part) => encoded(part ?? "")).join(":");
}

function encoded(part: string): string {
  return part.replaceAll("%", "%25").replaceAll(":", "%3A");
}

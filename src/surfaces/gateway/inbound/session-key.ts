import type { InboundMessage } from "../../../domain/gateway-ledger.ts";
import type { GatewaySettings } from "../gateway-settings.ts";

type Place = Pick<InboundMessage, "platform" | "chatType" | "scopeId" | "chatId" | "threadId" | "userId">;
type Rules = Pick<GatewaySettings, "profile" | "userSessions">;

/**
 * `agent:<profile>:<platform>:<chat_type>[:<scope>]:<chat_id>[:<thread_id>][:<user_id>]`. No two places share one: a
 * topic of a group counts as a thread, a thread always has the part for its id, and a key with a scope has all parts
 * of its type; a part there is nothing for is empty.
 */
export function sessionKey(place: Place, rules: Rules): string {
  const kind = kindOf(place);
  const { profile } = rules;
  const user = isShared(place, rules) || kind === "dm" ? null : place.userId;
  const inside = insideOf(kind, place.threadId, user);
  const least = place.scopeId === null ? filledIn(inside, kind === "thread" ? 1 : 0) : inside;
  const scope = place.scopeId === null ? [] : [place.scopeId];
  const parts = ["agent", profile, place.platform, kind, ...scope, place.chatId, ...least.map((part) => part ?? "")];
  return parts.map(encoded).join(":");
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

/** Without the parts at the end there is nothing for. */
function filledIn(parts: readonly (string | null)[], least: number): readonly (string | null)[] {
  return parts.slice(0, Math.max(least, parts.findLastIndex((part) => part !== null) + 1));
}

function encoded(part: string): string {
  return part.replaceAll("%", "%25").replaceAll(":", "%3A");
}

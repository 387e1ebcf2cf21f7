import type { Message } from "../domain/message.ts";
import type { ApiMode } from "../domain/runtime.ts";
import { lastSoundPart } from "./is-sound.ts";
import { joinAssistants, joinUsers } from "./join-messages.ts";
import { dropStrayResults, pairCalls } from "./pair-calls.ts";
import { isBlank, isReplayed, isThinkingOnly } from "./wire-rules.ts";

/** What one request sends, and where in it the newest question stands. */
type WireCopy = { readonly messages: readonly Message[]; readonly turnStart: number };

export type WirePass = (messages: readonly Message[], turnStart: number, mode: ApiMode) => WireCopy;

/**
 * The last look before a request: whatever history holds, what is sent keeps the invariants of agent-loop 4.2. Messages
 * that are right go through as they are, and a repaired one is the same object in every request of the turn.
 */
export function createWirePass(): WirePass {
  const isSound = createSoundness();
  let sent: readonly Message[] = [];
  return (messages, turnStart, mode) => {
    if (isSound(messages, mode)) return { messages, turnStart };
    const own = new Set(messages);
    sent = repaired(messages, mode).map((message, index) => (own.has(message) ? message : again(sent[index], message)));
    const question = repaired(messages.slice(0, turnStart + 1), mode).length - 1;
    return { messages: sent, turnStart: question };
  };
}

/** Nearly every list goes on where the one before it ended: only what is new is judged. */
function createSoundness(): (messages: readonly Message[], mode: ApiMode) => boolean {
  let before: { readonly messages: readonly Message[]; readonly mode: ApiMode; readonly lastPart: number } | null =
    null;
  return (messages, mode) => {
    const goesOn = before?.mode === mode && beginsLike(messages, before.messages, before.lastPart);
    const lastPart = lastSoundPart(messages, mode, goesOn ? (before?.lastPart ?? 0) : 0);
    before = lastPart === null ? null : { messages, mode, lastPart };
    return lastPart !== null;
  };
}

function beginsLike(messages: readonly Message[], before: readonly Message[], last: number): boolean {
  for (let at = last; at >= 0; at--) if (messages[at] !== before[at]) return false;
  return true;
}

/** Repairs are made anew and come out equal; what lies behind keys its work by the object. */
function again(before: Message | undefined, message: Message): Message {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(message) ? before : message;
}

type Pass = (messages: readonly Message[], mode: ApiMode) => readonly Message[];

const passes: readonly Pass[] = [
  knownRoles,
  namedCalls,
  spokenOnce,
  dropStrayResults,
  spokenOnce,
  (messages) => pairCalls(messages),
  (messages, mode) => messages.filter((message) => !isThinkingOnly(message, mode)),
  joinUsers,
  asksLast,
  saysSomething,
];

function repaired(messages: readonly Message[], mode: ApiMode): readonly Message[] {
  return passes.reduce((list, pass) => pass(list, mode), messages);
}

const roles: ReadonlySet<string> = new Set(["user", "assistant", "tool"]);

function knownRoles(messages: readonly Message[]): readonly Message[] {
  return messages.filter((message) => roles.has(message.role));
}

/** A call without a name keeps its place, so that its result keeps its call. */
function namedCalls(messages: readonly Message[]): readonly Message[] {
  return messages.map((message) => {
    if (message.role !== "assistant" || message.tool_calls === undefined) return message;
    const { tool_calls: calls, ...rest } = message;
    if (calls.length === 0) return rest;
    if (calls.every((call) => /\S/.test(call.function.name))) return message;
    const named = calls.map((call) =>
      /\S/.test(call.function.name) ? call : { ...call, function: { ...call.function, name: "invalid_tool_call" } },
    );
    return { ...rest, tool_calls: named };
  });
}

/** Replies held back on the Responses wire follow each other; everywhere else two in a row are one. */
function spokenOnce(messages: readonly Message[], mode: ApiMode): readonly Message[] {
  return joinAssistants(messages, (message) => isReplayed(message, mode));
}

/** No endpoint is asked to go on with its own words; held Responses items are input there. */
function asksLast(messages: readonly Message[], mode: ApiMode): readonly Message[] {
  const end = messages.findLastIndex((message) => message.role !== "assistant" || isReplayed(message, mode));
  return messages.slice(0, end + 1);
}

const interrupted = "[response interrupted]";

function saysSomething(messages: readonly Message[], mode: ApiMode): readonly Message[] {
  return messages.map((message, index) => {
    if (message.role === "tool" || index === messages.length - 1 || isReplayed(message, mode)) return message;
    if (message.role === "assistant" && message.tool_calls !== undefined) return message;
    return isBlank(message.content) ? { ...message, content: interrupted } : message;
  });
}

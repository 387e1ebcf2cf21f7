import { isSlash } from "../../../commands/slash/find-command.ts";
import { type InboundMessage, type Route, type StoredMessage, unsaidParts } from "../../../domain/gateway-ledger.ts";
import type { Message } from "../../../domain/message.ts";
import type { ChatType } from "../../../domain/platform.ts";
import { gatewayTalksPhrases as say } from "../../../text/phrases/gateway-talks.ts";
import type { ChatPerson } from "../arrival.ts";
import { authorise } from "../inbound/authorise.ts";
import type { TalkWorld } from "../talk-world.ts";
import type { Talk } from "./talk.ts";

/** A turn that did not come to its end in the process before us. */
export type CutTurn = {
  readonly sessionKey: string;
  readonly route: Route | null;
  /** What it was to answer; empty: it was no message that began it. */
  readonly claimed: readonly StoredMessage[];
};

export function cutTurns({ ledger }: Pick<TalkWorld, "ledger">): readonly CutTurn[] {
  const claimed = Map.groupBy(
    ledger.inbox.open().filter(({ state }) => state === "claimed"),
    ({ sessionKey }) => sessionKey,
  );
  const pending = ledger.routes.all().filter(({ resumePendingMs }) => resumePendingMs !== null);
  const keys = new Set([...pending.map(({ sessionKey }) => sessionKey), ...claimed.keys()]);
  return [...keys].map((sessionKey) => ({
    sessionKey,
    route: ledger.routes.get(sessionKey),
    claimed: claimed.get(sessionKey) ?? [],
  }));
}

/** The message such a turn goes on with, and who is thought to say it: they may speak, and nothing more is known. */
export function beginningOf({ sessionKey, route, claimed }: CutTurn, nowMs: number) {
  const message = claimed.at(-1)?.message ?? unsaid(sessionKey, route, nowMs);
  const person: ChatPerson = { userId: message?.userId ?? "", isAdmin: false, mayUse: () => false };
  return message === null ? null : { message, person };
}

/** Whoever asked may have lost the right to since; of a turn that no message began nobody knows who did. */
function mayStillSpeak({ claimed }: CutTurn, { settings, ledger }: TalkWorld): boolean {
  return claimed.every(({ message }) => {
    const platform = settings.platforms.get(message.platform);
    const isPaired = (userId: string): boolean => ledger.pairing.isApproved(message.platform, userId);
    return platform !== undefined && authorise(message, { platform, everywhere: settings.allowed, isPaired }).allowed;
  });
}

/** Goes on with it, says that it was cut off, or says again what may not have arrived. */
export async function goOn(talk: Talk, cut: CutTurn, autoContinue: boolean): Promise<void> {
  const { world } = talk.common;
  const rows = cut.claimed.map(({ id }) => id);
  const begun = beginningOf(cut, world.clock.now());
  if (begun === null) return;
  if (!mayStillSpeak(cut, world)) return drop(talk, rows);
  const { wasAsked, answer } = stateOf(cut, world);
  const mayAsk = autoContinue && !cut.claimed.some(({ message }) => isSlash(message.text)); // a command is its person's to give
  if (!wasAsked) return mayAsk ? askAnew(talk, cut, begun.person) : told(talk, say.cutOffUnheard, rows);
  if (answer !== null) return deliver(talk, answer, rows);
  if (!autoContinue || !isFresh(cut, world)) return told(talk, say.cutOff, rows);
  talk.add({ ...begun, rows, input: { content: goOnNote, stored: { displayKind: "restart_note" } } });
}

/** How far it came: a turn that was stopped has no answer, whatever its last words are. */
function stateOf({ route, claimed }: CutTurn, { store }: TalkWorld) {
  const { sessionId = null, resumePendingMs = null } = route ?? {};
  const history = sessionId === null ? [] : store.sessions.history(sessionId);
  const from = questionIn(history, claimed);
  const isOver = from !== null && resumePendingMs === null;
  return { wasAsked: from !== null, answer: isOver ? answerIn(history.slice(from)) : null };
}

function isFresh({ route }: CutTurn, { clock, settings }: TalkWorld): boolean {
  const sinceMs = route?.resumePendingMs ?? route?.lastActivityMs ?? 0;
  return clock.now() - sinceMs < settings.limits.continueFreshMs;
}

function askAnew(talk: Talk, { claimed }: CutTurn, person: ChatPerson): void {
  for (const { message, id } of claimed) talk.add({ person, message, rows: [id], input: null });
}

const goOnNote =
  "[Note from the gateway, not from the person] A restart cut off your last turn. Go on with it now. Tool calls that have a result above are finished: do not run them again. If a call was interrupted, look first how far it came. If nothing is left to do, give the answer that is due.";

/** Where in the history the turn begins; null: it was never asked. */
function questionIn(history: readonly Message[], claimed: readonly StoredMessage[]): number | null {
  if (claimed.length === 0) return 0;
  const ids = new Set<unknown>(claimed.map(({ message }) => message.messageId));
  const index = history.findLastIndex(
    (message) => message.role === "user" && ids.has(message.extra?.display_metadata?.["chat_message"]),
  );
  return index === -1 ? null : index;
}

/** The last words where nothing is left to be done behind them. */
function answerIn(turn: readonly Message[]): string | null {
  const last = turn.at(-1);
  if (last?.role !== "assistant" || (last.tool_calls ?? []).length > 0) return null;
  return last.content.trim() === "" ? null : last.content;
}

/** It may wait in the outbox, or have arrived: nobody can know that. */
async function deliver(talk: Talk, answer: string, rows: readonly number[]): Promise<void> {
  const { ledger } = talk.common.world;
  const isOnItsWay = ledger.outbox.open().some(({ sessionKey }) => sessionKey === talk.sessionKey);
  const { sessionKey } = talk;
  if (!isOnItsWay) await talk.voice()?.follow({ sessionKey, replyTo: null }).finish(say.maybeTwice(answer));
  await talk.settle(rows);
}

async function drop({ sessionKey, common, seat }: Talk, rows: readonly number[]): Promise<void> {
  const { ledger, log } = common.world;
  log("info", "gateway.message_dropped", { sessionKey, reason: "the sender is no longer allowed" });
  await ledger.inbox.settle(rows, "dropped");
  await seat.keep({ resumePendingMs: null });
}

async function told(talk: Talk, line: string, rows: readonly number[]): Promise<void> {
  await talk.say(line);
  await talk.settle(rows);
  await talk.seat.keep({ resumePendingMs: null });
}

/** For a turn that no message began, as much as its route and its key tell. */
function unsaid(sessionKey: string, route: Route | null, nowMs: number): InboundMessage | null {
  if (route?.address == null) return null;
  const { platform, chat } = route.address;
  return {
    ...unsaidParts,
    platform,
    ...chat,
    chatType: chatTypeOf(sessionKey),
    messageId: "",
    userId: "",
    text: "",
    receivedAtMs: nowMs,
  };
}

const chatTypes: readonly ChatType[] = ["dm", "group", "channel", "thread"];

function chatTypeOf(sessionKey: string): ChatType {
  const named = sessionKey.split(":")[3];
  return chatTypes.find((type) => type === named) ?? "group";
}

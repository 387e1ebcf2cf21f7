import type { Clock } from "../../../domain/clock.ts";
import type { Log } from "../../../domain/log.ts";
import type {
  ChatAddress,
  ChatQuestion,
  OutboundMedia,
  Platform,
  SendOptions,
  SendResult,
} from "../../../domain/platform.ts";
import { gatewayOutboundPhrases as phrases } from "../../../text/phrases/gateway-outbound.ts";
import { circuitBreaker } from "./circuit-breaker.ts";
import { failed, guardedCall } from "./guarded-call.ts";
import type { Wording } from "./lay-out.ts";

/** The one way to a platform. Nothing rejects; what is said in one chat arrives in the order in which it was said. */
export type PlatformLine = Pick<Platform, "name" | "capabilities"> & {
  readonly send: (chat: ChatAddress, wording: Wording, manner?: Manner) => Promise<SendResult>;
  readonly edit: (chat: ChatAddress, messageId: string, wording: Wording, manner?: Manner) => Promise<SendResult>;
  readonly remove: (chat: ChatAddress, messageId: string) => Promise<SendResult>;
  readonly sendMedia: (chat: ChatAddress, media: OutboundMedia) => Promise<SendResult>;
  readonly ask: (chat: ChatAddress, wording: Wording, question: Omit<ChatQuestion, "text">) => Promise<SendResult>;
  readonly typing: (chat: ChatAddress, isOn: boolean) => void;
  /** Messages that belong together: nothing else that is said whole comes between them. */
  readonly whole: <T>(chat: ChatAddress, work: () => Promise<T>) => Promise<T>;
  /** Somebody speaks there: the chat is not gone, whatever was said of it before. */
  readonly isThere: (chatId: string) => void;
  readonly can: (what: "edit" | "remove" | "buttons") => boolean;
  /** After too many failures it is left alone for so long; 0: it is not. */
  readonly pausedForMs: () => number;
  readonly resume: () => void;
};

export type Manner = { readonly replyTo?: string | null; readonly tries?: number };

export type LineWorld = {
  readonly clock: Clock;
  readonly log: Log;
  /** The end of the gateway. */
  readonly signal: AbortSignal;
  readonly onPaused?: (platform: string, pauseMs: number) => void;
};

const mostTries = 3;
const firstBackOffMs = 1_000;
const longestWaitMs = 60_000;

export function platformLine(platform: Platform, world: LineWorld): PlatformLine {
  const { name, capabilities } = platform;
  const breaker = circuitBreaker(world.clock, (pauseMs) => {
    world.log("warning", "gateway.platform.paused", { platform: name, pause_ms: pauseMs });
    world.onPaused?.(name, pauseMs);
  });
  const gone = new Set<string>();
  const [inOrder, wholeInOrder] = [queues(), queues()];

  const once = async (chat: string, call: (options: Options) => unknown, isMarkup: boolean): Promise<SendResult> => {
    if (gone.has(chat)) return failed("gone", phrases.chatGone);
    const retryAfterMs = breaker.pausedForMs();
    if (retryAfterMs > 0) return { ok: false, kind: "retryable", error: phrases.paused(name), retryAfterMs };
    const result = await guardedCall((signal) => call({ signal, isMarkup }), world);
    breaker.note(result);
    if (!result.ok && result.kind === "gone") gone.add(chat);
    return result;
  };

  const repeated = async (chat: string, call: (options: Options) => unknown, tries: number): Promise<SendResult> => {
    let isMarkup = (capabilities.markup ?? "plain") !== "plain";
    for (let tried = 1; ; tried++) {
      const result = await once(chat, call, isMarkup);
      const mayGoPlain = !result.ok && result.kind === "markup" && isMarkup;
      if (mayGoPlain) isMarkup = false;
      else if (result.ok || tried >= tries || !(await waited(result, tried, world))) return logged(result, name, world);
    }
  };

  const reach = (chat: ChatAddress, call: (options: Options) => unknown, tries = mostTries): Promise<SendResult> =>
    inOrder(keyOf(chat), () => repeated(chat.chatId, call, tries));

  return {
    name,
    capabilities,
    can: (what) => capabilities[what] === true && platform[what === "buttons" ? "ask" : what] !== undefined,
    pausedForMs: breaker.pausedForMs,
    resume: () => {
      gone.clear();
      breaker.resume();
    },
    whole: (chat, work) => wholeInOrder(keyOf(chat), work),
    isThere: (chatId) => void gone.delete(chatId),
    send: (chat, wording, { replyTo = null, tries } = {}) =>
      reach(chat, (options) => platform.send(chat, textOf(wording, options), { ...options, replyTo }), tries),
    edit: (chat, messageId, wording, { replyTo = null, tries } = {}) =>
      reach(
        chat,
        (options) => platform.edit?.(chat, messageId, textOf(wording, options), { ...options, replyTo }),
        tries,
      ),
    remove: (chat, messageId) => reach(chat, ({ signal }) => platform.remove?.(chat, messageId, signal), 1),
    sendMedia: (chat, media) => reach(chat, ({ signal }) => platform.sendMedia?.(chat, media, signal)),
    ask: (chat, wording, question) =>
      reach(chat, (options) =>
        platform.ask?.(chat, { ...question, text: textOf(wording, options) }, { ...options, replyTo: null }),
      ),
    typing: (chat, isOn) => void showTyping(platform, chat, isOn, world),
  };
}

type Options = Omit<SendOptions, "replyTo">;

function textOf({ marked, plain }: Wording, { isMarkup }: Options): string {
  return isMarkup ? marked : plain;
}

function logged(result: SendResult, platform: string, { log }: LineWorld): SendResult {
  if (!result.ok) log("warning", "gateway.send.failed", { platform, kind: result.kind, error: result.error });
  return result;
}

/** False: waiting is of no use, or took too long. */
async function waited(result: SendResult, tried: number, { clock, signal }: LineWorld): Promise<boolean> {
  if (result.ok || result.kind !== "retryable") return false;
  const waitMs = result.retryAfterMs ?? firstBackOffMs * 2 ** (tried - 1);
  if (waitMs > longestWaitMs) return false;
  return clock.sleep(waitMs, signal).then(
    () => true,
    () => false,
  );
}

/** A hint that may be lost; its failures tell nothing. */
async function showTyping(platform: Platform, chat: ChatAddress, isOn: boolean, { log }: LineWorld): Promise<void> {
  if (platform.capabilities.typing !== true) return;
  try {
    await platform.typing?.(chat, isOn);
  } catch (error) {
    log("debug", "gateway.typing.failed", { platform: platform.name, error: String(error) });
  }
}

type InOrder = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Work of one key, one after the other. */
function queues(): InOrder {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    tails.set(key, mine);
    try {
      return await mine;
    } finally {
      if (tails.get(key) === mine) tails.delete(key);
    }
  };
}

function keyOf({ chatId, threadId }: ChatAddress): string {
  return JSON.stringify([chatId, threadId]);
}

import type { Clock } from "../../../domain/clock.ts";
import type { Outbox } from "../../../domain/gateway-ledger.ts";
import type { Log } from "../../../domain/log.ts";
import type { ChatAddress, ChatQuestion, Platform } from "../../../domain/platform.ts";
import { gatewayOutboundPhrases as phrases } from "../../../text/phrases/gateway-outbound.ts";
import type { ChatVoice, Voices } from "../chat-voice.ts";
import type { GatewaySettings, PlatformSettings } from "../gateway-settings.ts";
import { deliveries } from "./deliveries.ts";
import { layOut } from "./lay-out.ts";
import type { MediaRules } from "./outbound-media.ts";
import { platformLine, type PlatformLine } from "./platform-line.ts";
import { readyAnswer, sendAnswer } from "./send-answer.ts";
import { turnShow, type TurnPlace } from "./turn-show.ts";
import { typingSign } from "./typing-sign.ts";

export type VoicesWorld = {
  /** Null: it is not served. */
  readonly platform: (name: string) => Platform | null;
  /** While it is not, answers wait; absent: it always is. */
  readonly isConnected?: (name: string) => boolean;
  readonly settings: GatewaySettings;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly log: Log;
  /** The end of the gateway: nothing is sent after it. */
  readonly signal: AbortSignal;
  readonly redact: (text: string) => string;
  readonly media: MediaRules;
  /** A platform failed so often that it is left alone; told once until something goes well again. */
  readonly onPaused?: (platform: string, pauseMs: number) => void;
};

/** All voices of a gateway, and how its platforms are. */
export type GatewayVoices = Voices & {
  readonly pausedForMs: (platform: string) => number;
  /** Somebody speaks in that chat. */
  readonly heardIn: (platform: string, chatId: string) => void;
  /** A person says that it works again. */
  readonly resume: (platform: string) => boolean;
};

const lookAgainMs = 5_000;
const quiet: PlatformSettings["display"] = { streaming: false, toolProgress: "off", reasoning: false };

export function createVoices(world: VoicesWorld): GatewayVoices {
  const lineTo = linesTo(world);
  const ready = (answer: string, line: PlatformLine): ReturnType<TurnPlace["ready"]> =>
    readyAnswer(answer, line, world.media, world.clock);
  const onTheirWay = deliveries({
    ...world,
    outbox: world.settings.keepsDeliveries ? world.outbox : null,
    pausedForMs: (name) => {
      const line = lineTo(name);
      return line !== null && world.isConnected?.(name) === false ? lookAgainMs : (line?.pausedForMs() ?? null);
    },
    send: async ({ platform, chat, text, replyTo }, skip) => {
      const line = lineTo(platform);
      if (line === null)
        return { result: { ok: false, kind: "retryable", error: phrases.notServed(platform) }, sent: 0 };
      return sendAnswer(ready(text, line), { line, chat, replyTo, skip });
    },
  });

  const voiceOf = (line: PlatformLine, chat: ChatAddress): ChatVoice => {
    const say = (text: string): Promise<string | null> =>
      line.whole(chat, () => sayAll(line, chat, world.redact(text))); // errors quote keys
    const { streaming, platforms } = world.settings;
    const display = platforms.get(line.name)?.display ?? quiet;
    return {
      say,
      change: async (messageId, text) => {
        const [part, ...more] = layOut(world.redact(text), line.capabilities, { isNumbered: false });
        const isChangeable = messageId !== null && part !== undefined && more.length === 0 && line.can("edit");
        const isChanged = isChangeable && (await line.edit(chat, messageId, part)).ok;
        if (!isChanged) await say(text);
      },
      ask: (question) => line.whole(chat, () => ask(line, chat, { ...question, text: world.redact(question.text) })),
      typing: () => typingSign((isOn) => line.typing(chat, isOn), world.clock, world.signal),
      follow: (turn) =>
        turnShow(
          { ...world, line, chat, display, streaming, deliveries: onTheirWay, say, ready: (text) => ready(text, line) },
          turn,
        ),
    };
  };
  return {
    in: (name, chat) => {
      const line = lineTo(name);
      return line === null ? null : voiceOf(line, chat);
    },
    redeliver: onTheirWay.redeliver,
    pausedForMs: (name) => lineTo(name)?.pausedForMs() ?? 0,
    heardIn: (name, chatId) => lineTo(name)?.isThere(chatId),
    resume: (name) => {
      const line = lineTo(name);
      line?.resume();
      if (line !== null) void onTheirWay.redeliver(world.signal);
      return line !== null;
    },
  };
}

/** One line for each platform, kept as long as it is the same platform. */
function linesTo(world: VoicesWorld): (name: string) => PlatformLine | null {
  const lines = new Map<string, { readonly platform: Platform; readonly line: PlatformLine }>();
  return (name) => {
    const platform = world.platform(name);
    if (platform === null) return null;
    const known = lines.get(name);
    if (known?.platform === platform) return known.line;
    const line = platformLine(platform, world);
    lines.set(name, { platform, line });
    return line;
  };
}

/** The id of the first message. */
async function sayAll(line: PlatformLine, chat: ChatAddress, text: string): Promise<string | null> {
  let first: string | null = null;
  for (const [index, part] of layOut(text, line.capabilities, { isNumbered: true }).entries()) {
    const result = await line.send(chat, part);
    if (!result.ok) return first;
    if (index === 0) first = result.messageId;
  }
  return first;
}

/** A long question is said in parts; the buttons stand below the last. */
async function ask(line: PlatformLine, chat: ChatAddress, question: ChatQuestion): Promise<string | null> {
  const { text, ...asked } = question;
  if (!line.can("buttons") || asked.buttons.length === 0) return sayAll(line, chat, withChoices(question));
  const parts = layOut(text, line.capabilities, { isNumbered: false });
  for (const part of parts.slice(0, -1)) await line.send(chat, part);
  const last = parts.at(-1);
  const result = last === undefined ? null : await line.ask(chat, last, asked);
  return result?.ok === true ? result.messageId : sayAll(line, chat, withChoices(question));
}

function withChoices({ text, buttons }: ChatQuestion): string {
  if (buttons.length === 0) return text;
  const choices = buttons.map(({ label }, index) => `${index + 1}. ${label}`);
  return [text, "", ...choices, "", phrases.howToAnswer(buttons.length)].join("\n");
}

import { noLog } from "../domain/log.ts";
import type {
  ButtonPress,
  ChatAddress,
  Platform,
  PlatformLink,
  PlatformMessage,
  SendOptions,
  SendResult,
} from "../domain/platform.ts";

type Lost = Parameters<PlatformLink["lost"]>[0];

/** A platform with a played gateway at the other end of its link. */
export type PlatformBench = {
  readonly platform: Platform;
  readonly connect: (signal?: AbortSignal) => Promise<void>;
  readonly disconnect: () => Promise<void>;
  /** The oldest message it brought that was not asked for yet; waits for one. So do the three below. */
  readonly message: () => Promise<PlatformMessage>;
  readonly press: () => Promise<ButtonPress>;
  readonly event: () => Promise<Readonly<Record<string, unknown>>>;
  readonly lost: () => Promise<Lost>;
  /** Says something in a chat, as an answer would be. */
  readonly send: (chatId: string, text: string, more?: Partial<ChatAddress & SendOptions>) => Promise<SendResult>;
};

export function platformBench(platform: Platform, settings: Readonly<Record<string, unknown>>): PlatformBench {
  const messages = mailbox<PlatformMessage>();
  const presses = mailbox<ButtonPress>();
  const events = mailbox<Readonly<Record<string, unknown>>>();
  const losses = mailbox<Lost>();
  const link: PlatformLink = {
    settings,
    log: noLog,
    message: messages.put,
    press: presses.put,
    event: events.put,
    lost: losses.put,
  };
  return {
    platform,
    connect: (signal = new AbortController().signal) => platform.connect(link, signal),
    disconnect: async () => platform.disconnect(),
    message: messages.take,
    press: presses.take,
    event: events.take,
    lost: losses.take,
    send: (chatId, text, { threadId = null, ...options } = {}) =>
      platform.send({ chatId, threadId }, text, { ...plainly(), ...options }),
  };
}

function plainly(): SendOptions {
  return { signal: new AbortController().signal, isMarkup: true, replyTo: null };
}

/** First in, first out; whoever comes before the letter waits for it. */
function mailbox<Letter>() {
  const letters: Letter[] = [];
  const waiting: ((letter: Letter) => void)[] = [];
  return {
    put: (letter: Letter): void => {
      const next = waiting.shift();
      if (next === undefined) letters.push(letter);
      else next(letter);
    },
    take: (): Promise<Letter> =>
      new Promise((resolve) => {
        const [letter] = letters.splice(0, 1);
        if (letter === undefined) waiting.push(resolve);
        else resolve(letter);
      }),
  };
}

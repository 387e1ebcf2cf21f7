import { z } from "zod";
import type {
  ChatAddress,
  ChatQuestion,
  LengthUnit,
  OutboundMedia,
  Platform,
  PlatformCapabilities,
  PlatformLink,
  PlatformMessage,
  SendOptions,
  SendResult,
} from "../../src/domain/platform.ts";
import { charsIn } from "../../src/text/code-points.ts";

/** Everything that was done to the platform, in order. */
type PlatformAct =
  | ({ readonly did: "send"; readonly text: string } & Place & Manner)
  | ({ readonly did: "edit"; readonly messageId: string; readonly text: string } & Place & Manner)
  | ({ readonly did: "remove"; readonly messageId: string } & Place)
  | ({ readonly did: "typing"; readonly isOn: boolean } & Place)
  | ({ readonly did: "media"; readonly media: OutboundMedia } & Place)
  | ({ readonly did: "ask"; readonly question: ChatQuestion } & Place & Manner)
  | { readonly did: "connect" | "disconnect" };

type Place = { readonly chat: ChatAddress };
type Manner = Omit<SendOptions, "signal">;
type Verb = "send" | "edit" | "remove" | "media" | "ask" | "connect";

/** What one call comes to. Without a script every call goes well. */
export type ScriptedEnd = (signal: AbortSignal) => Promise<unknown>;

export const answers =
  (result: SendResult): ScriptedEnd =>
  async () =>
    result;
export const lies =
  (value: unknown): ScriptedEnd =>
  async () =>
    value;
export const throws =
  (message: string): ScriptedEnd =>
  async () => {
    throw new Error(message);
  };
/** Never answers, not even when it is told to stop. */
export const hangs: ScriptedEnd = () => Promise.withResolvers<unknown>().promise;

export type FakePlatform = Platform & {
  readonly acts: readonly PlatformAct[];
  /** The texts that stand in a chat now, with what was changed and removed. */
  readonly shown: (chatId?: string) => readonly string[];
  /** The next calls of that kind end so, in order; after them all goes well again. */
  readonly script: (verb: Verb, ...ends: readonly ScriptedEnd[]) => void;
  /** The way in; throws while it is not connected. */
  readonly link: () => PlatformLink;
  /** A message of a person in a private chat, unless something else is said. */
  readonly hears: (text: string, more?: Partial<PlatformMessage>) => void;
};

const well: SendResult = { ok: true, messageId: null };

/** A chat platform that keeps what is said; it can do everything unless the capabilities say otherwise. */
export function fakePlatform(
  capabilities: Partial<PlatformCapabilities> = {},
  more: Partial<Pick<Platform, "name" | "label" | "account" | "resolveChat" | "showCommands">> = {},
): FakePlatform {
  const able = { ...everything, ...capabilities };
  const acts: PlatformAct[] = [];
  const board = messageBoard(able.maxLength, able.lengthUnit);
  const { script, run } = scriptedEnds();
  let link: PlatformLink | null = null;
  let heard = 0;
  const connected = (): PlatformLink => {
    if (link === null) throw new Error("the fake platform is not connected");
    return link;
  };

  return {
    name: "fake",
    ...more,
    capabilities: able,
    connect: async (to, signal) => {
      acts.push({ did: "connect" });
      await run("connect", signal, () => well);
      link = to;
    },
    disconnect: () => {
      acts.push({ did: "disconnect" });
      link = null;
    },
    send: (chat, text, { signal, ...manner }) => {
      acts.push({ did: "send", chat, text, ...manner });
      return run("send", signal, () => board.post(chat.chatId, text));
    },
    edit: (chat, messageId, text, { signal, ...manner }) => {
      acts.push({ did: "edit", chat, messageId, text, ...manner });
      return run("edit", signal, () => board.change(messageId, text));
    },
    remove: (chat, messageId, signal) => {
      acts.push({ did: "remove", chat, messageId });
      return run("remove", signal, () => board.erase(messageId));
    },
    typing: (chat, isOn) => void acts.push({ did: "typing", chat, isOn }),
    sendMedia: (chat, media, signal) => {
      acts.push({ did: "media", chat, media });
      return run("media", signal, () => board.post(chat.chatId, `[${media.kind} ${media.name}]`));
    },
    ask: (chat, question, { signal, ...manner }) => {
      acts.push({ did: "ask", chat, question, ...manner });
      return run("ask", signal, () => board.post(chat.chatId, question.text));
    },
    acts,
    shown: (chatId = "c1") => board.shown(chatId),
    script,
    link: connected,
    hears: (text, said = {}) => {
      heard += 1;
      connected().message({ chatId: "c1", chatType: "dm", messageId: `p${heard}`, userId: "u1", text, ...said });
    },
  };
}

type Board = {
  readonly post: (chatId: string, text: string) => SendResult;
  readonly change: (messageId: string, text: string) => SendResult;
  readonly erase: (messageId: string) => SendResult;
  readonly shown: (chatId: string) => readonly string[];
};

/** Refuses what real platforms refuse: texts that are too long or empty, and messages that are not there. */
function messageBoard(maxLength: number, unit: LengthUnit): Board {
  const messages = new Map<string, { readonly chatId: string; readonly text: string } | null>();
  const put = (messageId: string, chatId: string, text: string): SendResult => {
    if (text.trim() === "") return refused("empty");
    if (lengthOf(text, unit) > maxLength) return refused("too long");
    messages.set(messageId, { chatId, text });
    return { ok: true, messageId };
  };
  return {
    post: (chatId, text) => put(`m${messages.size + 1}`, chatId, text),
    change: (messageId, text) => {
      const message = messages.get(messageId) ?? null;
      return message === null ? refused("no such message") : put(messageId, message.chatId, text);
    },
    erase: (messageId) => {
      if ((messages.get(messageId) ?? null) === null) return refused("no such message");
      messages.set(messageId, null);
      return well;
    },
    shown: (chatId) => [...messages.values()].flatMap((message) => (message?.chatId === chatId ? [message.text] : [])),
  };
}

function refused(error: string): SendResult {
  return { ok: false, kind: "rejected", error };
}

type Scripts = {
  readonly script: FakePlatform["script"];
  readonly run: (verb: Verb, signal: AbortSignal, ifWell: () => SendResult) => Promise<SendResult>;
};

function scriptedEnds(): Scripts {
  const ends = new Map<Verb, ScriptedEnd[]>();
  return {
    script: (verb, ...more) => void ends.set(verb, [...(ends.get(verb) ?? []), ...more]),
    run: async (verb, signal, ifWell) => {
      const scripted = ends.get(verb)?.shift();
      return scripted === undefined ? ifWell() : anything.parse(await scripted(signal));
    },
  };
}

const everything = {
  edit: true,
  remove: true,
  buttons: true,
  threads: true,
  typing: true,
  media: ["image", "audio", "video", "document"],
  markup: "markdown",
  maxLength: 4_096,
  lengthUnit: "codepoint",
} as const satisfies PlatformCapabilities;

/** Plugins are written by others: what they return need not be what its type says. */
const anything = z.custom<SendResult>();

function lengthOf(text: string, unit: LengthUnit): number {
  if (unit === "utf16") return text.length;
  return unit === "bytes" ? Buffer.byteLength(text) : charsIn(text);
}

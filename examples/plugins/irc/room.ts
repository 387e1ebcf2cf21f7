import type { PlatformMessage } from "hermes/plugin-sdk";
import type { IrcLine } from "./line.ts";
import { isChannel, sameCase } from "./names.ts";
import { isCtcp, withoutControls } from "./text.ts";

type IrcEvent = { readonly kind: string; readonly chatId: string; readonly userName: string; readonly text: string };

export type Room = {
  /** What a line comes to for the gateway; nothing: it was none of its business. */
  readonly hear: (line: IrcLine) => { readonly message?: PlatformMessage; readonly event?: IrcEvent };
  /** We were thrown out of it, or never let in. */
  readonly isShut: (channel: string) => boolean;
};

type Welcome = { readonly nick: string; readonly vouches: boolean };

/** What we know while we are connected: our own name, what channels are about, and which are closed to us. */
export function createRoom({ nick: welcomedAs, vouches }: Welcome, newId: () => string): Room {
  let ownNick = welcomedAs;
  const topics = new Map<string, string>();
  const shut = new Set<string>();
  const isOwn = (nick: string): boolean => sameCase(nick) === sameCase(ownNick);

  const hearMessage = ({ nick, source, tags, params }: IrcLine): PlatformMessage | null => {
    const [target = "", said = ""] = params;
    if (nick === "" || isCtcp(said)) return null;
    const inChannel = isChannel(target);
    const mention = mentionIn(said, ownNick);
    const text = withoutControls(mention ?? said).trim();
    if (text === "") return null;
    const userId = idOf(source, vouches ? tags : new Map());
    const place = inChannel ? channelPlace(target) : privatePlace(nick, userId);
    return {
      ...place,
      messageId: newId(),
      userId,
      userName: nick,
      text,
      chatTopic: topics.get(place.chatId) ?? null,
      isOwn: isOwn(nick),
      isMention: !inChannel || mention !== null,
    };
  };

  const hearChange = ({ command, nick, params }: IrcLine): IrcEvent | null => {
    const [first = "", second = ""] = params;
    const chatId = sameCase(first);
    if (command === "NICK") {
      if (isOwn(nick)) ownNick = first;
      return { kind: "rename", chatId: "", userName: nick, text: first };
    }
    if (command === "TOPIC") topics.set(chatId, withoutControls(second));
    if (command === "JOIN" && isOwn(nick)) shut.delete(chatId);
    if (command === "KICK" && isOwn(second)) shut.add(chatId);
    return { kind: command.toLowerCase(), chatId, userName: nick, text: withoutControls(second) };
  };

  return {
    hear: (line) => {
      const [, about = "", text = ""] = line.params;
      if (line.command === "PRIVMSG") return { message: hearMessage(line) ?? undefined };
      if (changes.has(line.command)) return { event: hearChange(line) ?? undefined };
      if (line.command === "332") topics.set(sameCase(about), withoutControls(text));
      if (joinErrors.has(line.command)) shut.add(sameCase(about));
      return {};
    },
    isShut: (channel) => shut.has(sameCase(channel)),
  };
}

function channelPlace(name: string) {
  return { chatId: sameCase(name), chatType: "channel", chatName: name, scopeId: null } as const;
}

/** Whoever takes a nick later does not get the conversation with it. */
function privatePlace(nick: string, userId: string) {
  return { chatId: sameCase(nick), chatType: "dm", chatName: nick, scopeId: userId } as const;
}

/** A nick belongs to whoever took it first: only the account that a server vouches for is always the same person. */
function idOf(source: string, tags: IrcLine["tags"]): string {
  const account = tags.get("account") ?? "";
  return account === "" ? source : `account:${account}`;
}

const changes: ReadonlySet<string> = new Set(["JOIN", "PART", "KICK", "NICK", "TOPIC"]);

/** No such channel, too many, full, invited only, banned, key needed, bad name, registered nicks only. */
const joinErrors: ReadonlySet<string> = new Set(["403", "405", "471", "473", "474", "475", "476", "477"]);

/** What is said to us: `nick: hello`, `nick, hello`, `@nick hello`. Null: it is said to nobody or to somebody else. */
function mentionIn(text: string, ownNick: string): string | null {
  const words = withoutControls(text).trimStart();
  const start = words.startsWith("@") ? 1 : 0;
  const end = start + ownNick.length;
  if (sameCase(words.slice(start, end)) !== sameCase(ownNick)) return null;
  const rest = /^(?:[:,]\s*|\s+|$)(?<said>.*)$/su.exec(words.slice(end));
  return rest?.groups?.["said"] ?? null;
}

import type { Log } from "./log.ts";

/**
 * A chat platform: what a plugin registers and the gateway serves. Its promises may fail in any way; the gateway
 * catches, limits and repeats. Texts arrive already cut to `maxLength` and in the platform's own dialect.
 */
export type Platform = {
  /** As in `gateway.platforms.<name>`: small letters, digits, `-` and `_`. */
  readonly name: string;
  /** For people; the name unless given. */
  readonly label?: string;
  readonly capabilities: PlatformCapabilities;
  /** Resolves once messages can come in and go out. Called again after a lost connection; the signal ends the attempt. */
  readonly connect: (link: PlatformLink, signal: AbortSignal) => Promise<void>;
  readonly disconnect: () => Promise<void> | void;
  readonly send: (chat: ChatAddress, text: string, options: SendOptions) => Promise<SendResult>;
  /** Needed where `capabilities.edit` says so, like every other part that a capability names. */
  readonly edit?: (chat: ChatAddress, messageId: string, text: string, options: SendOptions) => Promise<SendResult>;
  readonly remove?: (chat: ChatAddress, messageId: string, signal: AbortSignal) => Promise<SendResult>;
  readonly typing?: (chat: ChatAddress, isOn: boolean) => Promise<void> | void;
  readonly sendMedia?: (chat: ChatAddress, media: OutboundMedia, signal: AbortSignal) => Promise<SendResult>;
  /** A question with buttons; a press comes back through `link.press` with the value of the button. */
  readonly ask?: (chat: ChatAddress, question: ChatQuestion, options: SendOptions) => Promise<SendResult>;
  /** The id of the chat that people call by this name; null: there is none. */
  readonly resolveChat?: (name: string, signal: AbortSignal) => Promise<string | null>;
  /** Slash commands, for platforms that show a menu of them. */
  readonly showCommands?: (
    commands: readonly { readonly name: string; readonly summary: string }[],
    signal: AbortSignal,
  ) => Promise<void>;
  /** What no second gateway may use at the same time, such as a bot's token. Kept as a hash, shown to nobody. */
  readonly account?: string;
};

/** What is not said is not possible. */
export type PlatformCapabilities = {
  readonly edit?: boolean;
  readonly remove?: boolean;
  readonly buttons?: boolean;
  readonly threads?: boolean;
  readonly typing?: boolean;
  readonly media?: readonly MediaKind[];
  /** How answers are marked up; `plain`: not at all. */
  readonly markup?: Markup;
  /** Of one message, in its own unit. */
  readonly maxLength: number;
  readonly lengthUnit?: LengthUnit;
  /** At least so long between two edits of one message. */
  readonly editMinIntervalMs?: number;
};

export type Markup = "plain" | "markdown" | "telegram-markdown" | "slack" | "html";

/** `codepoint` unless told. */
export type LengthUnit = "codepoint" | "utf16" | "bytes";

export type MediaKind = "image" | "audio" | "video" | "document";

/** Where something is said. */
export type ChatAddress = { readonly chatId: string; readonly threadId: string | null };

export type SendOptions = {
  readonly signal: AbortSignal;
  /** False: the text is plain, whatever the platform's markup is; it rejected it before. */
  readonly isMarkup: boolean;
  /** The message this one answers, where the platform shows that. */
  readonly replyTo: string | null;
};

export type SendResult =
  | { readonly ok: true; readonly messageId: string | null }
  | {
      readonly ok: false;
      /** `markup`: the same text may be sent plain. `gone`: the chat is no more, or the bot was thrown out. */
      readonly kind: "retryable" | "markup" | "gone" | "rejected";
      readonly error: string;
      readonly retryAfterMs?: number;
    };

export type OutboundMedia = {
  readonly kind: MediaKind;
  readonly path: string;
  readonly mime: string;
  readonly name: string;
  readonly caption: string | null;
};

/** `approval`: may this be done; `clarify`: the model asks; `confirm`: a command asks. */
export type ChatQuestion = {
  readonly kind: "approval" | "clarify" | "confirm";
  readonly text: string;
  readonly buttons: readonly { readonly label: string; readonly value: string }[];
};

/** The platform's way to us. Safe to call at any time; what comes in malformed is logged and dropped. */
export type PlatformLink = {
  /** `gateway.platforms.<name>.extra`. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly log: Log;
  readonly message: (message: PlatformMessage) => void;
  readonly press: (press: ButtonPress) => void;
  /** Edits, reactions, joins: plugins hear of them. */
  readonly event: (event: Readonly<Record<string, unknown>>) => void;
  /** The connection is gone; retryable: it is made again after a while. */
  readonly lost: (why: { readonly message: string; readonly retryable: boolean }) => void;
};

/** A message as the platform knows it. */
export type PlatformMessage = {
  readonly chatId: string;
  readonly chatType: ChatType;
  /** Unique in its chat; a second delivery of it is dropped. */
  readonly messageId: string;
  readonly userId: string;
  readonly text: string;
  readonly threadId?: string | null;
  /** The workspace or server a chat belongs to, where ids are unique only in there. */
  readonly scopeId?: string | null;
  readonly userName?: string | null;
  /** What the chat is called and about. */
  readonly chatName?: string | null;
  readonly chatTopic?: string | null;
  readonly isBot?: boolean;
  /** Said by us. */
  readonly isOwn?: boolean;
  /** It speaks to us by name, or answers something we said. */
  readonly isMention?: boolean;
  readonly media?: readonly InboundMedia[];
  /** Messages that belong together and come one by one, such as an album. */
  readonly mediaGroup?: string | null;
  readonly replyTo?: ReplyQuote | null;
};

export type ChatType = "dm" | "group" | "channel" | "thread";

/** A file on this machine that the platform has fetched. */
export type InboundMedia = {
  readonly kind: MediaKind;
  readonly path: string;
  readonly mime: string;
  readonly name: string;
};

export type ReplyQuote = {
  readonly messageId: string;
  readonly text: string;
  readonly author: string | null;
  readonly isOwn: boolean;
};

export type ButtonPress = {
  readonly chatId: string;
  /** Not said: as strict as in a group. */
  readonly chatType?: ChatType;
  readonly threadId?: string | null;
  readonly userId: string;
  readonly userName?: string | null;
  /** Of the question that was asked. */
  readonly messageId: string;
  readonly value: string;
};

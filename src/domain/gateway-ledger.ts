import type { ChatAddress, PlatformMessage } from "./platform.ts";

/** A message of a chat on its way to a turn. Everything is said, nothing is left out. */
export type InboundMessage = Required<PlatformMessage> & {
  readonly platform: string;
  readonly receivedAtMs: number;
};

/** What a message has nothing to say about. */
export const unsaidParts = {
  threadId: null,
  scopeId: null,
  userName: null,
  chatName: null,
  chatTopic: null,
  isBot: false,
  isOwn: false,
  isMention: false,
  media: [],
  mediaGroup: null,
  replyTo: null,
} satisfies Partial<InboundMessage>;

/** What a gateway must not lose when it dies. One file, shared by the processes of a home. */
export type GatewayLedger = {
  readonly inbox: Inbox;
  readonly outbox: Outbox;
  readonly routes: Routes;
  readonly pairing: PairingBook;
};

export type InboxId = number;

export type Inbox = {
  /** Null: it was here before. */
  readonly accept: (message: InboundMessage, sessionKey: string) => Promise<InboxId | null>;
  /** A turn is about to answer them. */
  readonly claim: (ids: readonly InboxId[]) => Promise<void>;
  /** Answered, or not for us. */
  readonly settle: (ids: readonly InboxId[], state: "done" | "dropped") => Promise<void>;
  /** Not settled yet, oldest first; `claimed`: a turn on it was begun by a process that is no more. */
  readonly open: () => readonly StoredMessage[];
  /** Settled ones from before that time go; their ids may come again. */
  readonly forget: (beforeMs: number) => Promise<void>;
};

export type StoredMessage = {
  readonly id: InboxId;
  readonly sessionKey: string;
  readonly message: InboundMessage;
  readonly state: "new" | "claimed";
};

export type OutboxId = number;

/** An answer that must arrive. */
export type Delivery = {
  readonly sessionKey: string;
  readonly platform: string;
  readonly chat: ChatAddress;
  readonly text: string;
  readonly replyTo: string | null;
};

export type Outbox = {
  readonly add: (delivery: Delivery) => Promise<OutboxId>;
  /** It is on the wire now: should we die, nobody knows whether it arrived. */
  readonly attempt: (id: OutboxId) => Promise<void>;
  readonly end: (id: OutboxId, end: DeliveryEnd) => Promise<void>;
  /** Those that are pending or were being attempted, oldest first; or that one, if it is. */
  readonly open: (only?: OutboxId) => readonly OpenDelivery[];
  /** Ended ones from before that time go; open ones that are older than `abandonBeforeMs` are abandoned. */
  readonly tidy: (forgetBeforeMs: number, abandonBeforeMs: number) => Promise<void>;
};

/** `again`: it failed and goes back to those that are pending. */
export type DeliveryEnd =
  | { readonly state: "delivered" }
  | { readonly state: "again" | "failed" | "abandoned"; readonly error: string };

export type OpenDelivery = Delivery & {
  readonly id: OutboxId;
  readonly state: "pending" | "attempting";
  readonly attempts: number;
  readonly createdAtMs: number;
};

/** Which session a chat talks to, and what is remembered of the chat itself. */
export type Route = {
  /** Null: the next message begins one. */
  readonly sessionId: string | null;
  readonly lastActivityMs: number;
  /** A turn was cut off by a restart at that time. */
  readonly resumePendingMs: number | null;
  /** Where to answer when nobody has spoken yet. */
  readonly address: { readonly platform: string; readonly chat: ChatAddress } | null;
};

export type Routes = {
  readonly get: (sessionKey: string) => Route | null;
  readonly set: (sessionKey: string, route: Route) => Promise<void>;
  readonly all: () => readonly (Route & { readonly sessionKey: string })[];
  /** Things a platform remembers between starts, such as its home channel. */
  readonly note: (platform: string, name: string) => string | null;
  readonly setNote: (platform: string, name: string, value: string | null) => Promise<void>;
};

export type PairingBook = {
  /** The code for somebody unknown, in clear this one time; or why there is none. */
  readonly request: (platform: string, userId: string, userName: string | null) => Promise<PairingRequest>;
  readonly approve: (platform: string, code: string) => Promise<PairingApproval>;
  readonly isApproved: (platform: string, userId: string) => boolean;
  /** False: nobody of that id was approved. */
  readonly revoke: (platform: string, userId: string) => Promise<boolean>;
  readonly list: () => readonly PairedPerson[];
  /** How many there were. */
  readonly clearPending: (platform: string | null) => Promise<number>;
};

export type PairingRequest =
  | { readonly kind: "code"; readonly code: string }
  /** `recent`: one was given less than ten minutes ago; `full`: too many wait; `locked`: too many wrong codes. */
  | { readonly kind: "silent"; readonly why: "recent" | "full" | "locked" };

export type PairingApproval =
  | { readonly kind: "approved"; readonly userId: string; readonly userName: string | null }
  | { readonly kind: "wrong"; readonly triesLeft: number }
  | { readonly kind: "locked"; readonly untilMs: number };

export type PairedPerson = {
  readonly platform: string;
  readonly userId: string;
  readonly userName: string | null;
  readonly state: "pending" | "approved";
  readonly atMs: number;
};

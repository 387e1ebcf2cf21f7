import { noLog } from "../../src/domain/log.ts";
import type { InboundMessage } from "../../src/domain/gateway-ledger.ts";
import type { PersonShell } from "../../src/domain/person-shell.ts";
import type { Store } from "../../src/store/store.ts";
import type { ChatPerson } from "../../src/surfaces/gateway/arrival.ts";
import type { GatewaySettings, PlatformSettings } from "../../src/surfaces/gateway/gateway-settings.ts";
import { scopeOf } from "../../src/surfaces/gateway/inbound/session-scope.ts";
import type { TalkSession, TalkWish, TalkWorld } from "../../src/surfaces/gateway/talk-world.ts";
import { createTalks, type Talks } from "../../src/surfaces/gateway/talks/talks.ts";
import { FakeClock } from "./fake-clock.ts";
import { playedSession, type Play, type PlayedSession } from "./played-session.ts";
import { recordedVoice, type RecordedVoice } from "./recorded-voice.ts";
import { talkLedger, type TalkLedger } from "./talk-ledger.ts";
import { newSession, temporaryStore } from "./temporary-store.ts";

export const admin: ChatPerson = { userId: "ann", isAdmin: true, mayUse: () => true };

/** Somebody with no more than everybody has. */
export const guest = (userId: string): ChatPerson => ({
  userId,
  isAdmin: false,
  mayUse: (command) => ["help", "whoami", "stop"].includes(command),
});

const irc: PlatformSettings = {
  name: "irc",
  extra: {},
  allowed: { everybody: true, users: new Set() },
  allowedChats: new Set(),
  stranger: "ignore",
  takesBots: false,
  needsMention: false,
  freeChats: new Set(),
  admins: null,
  groupAdmins: null,
  userCommands: new Set(),
  display: { streaming: false, toolProgress: "off", reasoning: false },
  reset: { idleMs: null, atHour: null, processMaxAgeMs: 86_400_000 },
  chats: new Map(),
};

export function talkSettings(
  {
    limits,
    ...overrides
  }: Partial<Omit<GatewaySettings, "limits">> & { limits?: Partial<GatewaySettings["limits"]> } = {},
  platform: Partial<PlatformSettings> = {},
): GatewaySettings {
  return {
    profile: "default",
    busyMode: "interrupt",
    maxConcurrentTurns: 16,
    maxInboundMediaBytes: 1_000,
    keepsDeliveries: true,
    userSessions: { inGroups: true, inThreads: false },
    allowed: { everybody: false, users: new Set() },
    streaming: { editIntervalMs: 800, firstAfterChars: 24, cursor: "" },
    limits: {
      inactivityMs: 1_800_000,
      stillWorkingMs: 0,
      clarifyMs: 600_000,
      drainMs: 60_000,
      continueFreshMs: 3_600_000,
      liveSessions: 128,
      idleSessionMs: 3_600_000,
      ...limits,
    },
    confirms: true,
    platforms: new Map([["irc", { ...irc, ...platform }]]),
    ...overrides,
  };
}

export function inbound(text: string, overrides: Partial<InboundMessage> = {}): InboundMessage {
  return {
    platform: "irc",
    chatId: "room",
    chatType: "dm",
    messageId: `msg ${text}`,
    userId: "ann",
    text,
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
    receivedAtMs: 0,
    ...overrides,
  };
}

export const silentShell: PersonShell = {
  cwd: () => "/code/here",
  run: async () => ({ kind: "stopped" }),
  background: () => [],
  endBackground: async () => [],
  keepBackground: () => false,
  canKeep: () => false,
};

export type TalkStage = {
  readonly talks: Talks;
  readonly clock: FakeClock;
  readonly ledger: TalkLedger;
  readonly store: Store;
  /** The chat of the conversations, whatever their key. */
  readonly voice: RecordedVoice;
  readonly wishes: TalkWish[];
  readonly sessions: PlayedSession[];
  readonly logged: string[];
  /** Something is said, written down and let in; resolves when nothing more comes of it at once. */
  readonly say: (text: string, how?: Said) => Promise<void>;
};

type Said = {
  readonly person?: ChatPerson;
  readonly key?: string;
  readonly message?: Partial<InboundMessage>;
};

type StageOptions = {
  readonly play?: Play;
  readonly settings?: GatewaySettings;
  readonly session?: (wish: TalkWish) => Partial<TalkSession>;
  readonly world?: Partial<TalkWorld>;
  readonly ledger?: TalkLedger;
  readonly store?: Store;
  readonly clock?: FakeClock;
  readonly shell?: PersonShell;
};

export const dmKey = "agent:default:irc:dm:room";

/** Conversations over played sessions: ledger and chat in memory, the store is real. */
export async function talkStage(options: StageOptions = {}): Promise<TalkStage> {
  const { clock = new FakeClock(), ledger = talkLedger(), settings = talkSettings() } = options;
  const store = options.store ?? (await temporaryStore());
  const { play = async ({ text }) => `re ${text}` } = options;
  const voice = recordedVoice();
  const [sessions, wishes, logged]: [PlayedSession[], TalkWish[], string[]] = [[], [], []];
  const open: TalkWorld["open"] = async (wish) => {
    wishes.push(wish);
    const sessionId = wish.sessionId ?? `session-${wishes.length}`;
    if (store.sessions.get(sessionId) === null)
      await store.sessions.create(newSession(sessionId, scopeOf(wish.message, settings)));
    const session = playedSession({ clock, sessionId, play, overrides: options.session?.(wish) ?? {} });
    sessions.push(session);
    return { kind: "opened", session, shell: options.shell ?? silentShell, world: slashPlayed };
  };
  const talks = createTalks({
    ledger,
    settings,
    clock,
    store,
    open,
    log: (level, event) => (level === "error" ? void logged.push(event) : noLog(level, event)),
    voiceIn: () => voice,
    questionOf: ({ text, chatType, userId }) => ({ content: chatType === "dm" ? text : `${userId}: ${text}` }),
    ...options.world,
  });
  const say = async (text: string, { person = admin, key = dmKey, message = {} }: Said = {}): Promise<void> => {
    const whole = inbound(text, { userId: person.userId, ...message });
    const id = await ledger.inbox.accept(whole, key);
    talks.arrive({ sessionKey: key, message: whole, rows: id === null ? [] : [id], person });
    await clock.advance(0);
  };
  return { talks, clock, ledger, store, voice, wishes, sessions, logged, say };
}

export const slashPlayed = {
  switchModel: async (reference: string) => ({ ok: true, text: `switched to ${reference}` }),
  command: async (words: readonly string[]) => ({ code: 0, text: words.join(" ") }),
  git: async () => ({ code: 0, text: "" }),
};

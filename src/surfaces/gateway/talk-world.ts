import type { SlashContext, SlashWorld } from "../../commands/slash/slash-command.ts";
import type { Clock } from "../../domain/clock.ts";
import type { GatewayLedger } from "../../domain/gateway-ledger.ts";
import type { InboundMessage } from "../../domain/gateway-ledger.ts";
import type { Log } from "../../domain/log.ts";
import type { PersonShell } from "../../domain/person-shell.ts";
import type { ChatAddress } from "../../domain/platform.ts";
import type { BackgroundSessions } from "../../session/background-sessions.ts";
import type { Session } from "../../session/session.ts";
import type { TurnInput } from "../../session/turn-input.ts";
import type { ChatVoice } from "./chat-voice.ts";
import type { GatewaySettings } from "./gateway-settings.ts";

/** All that conversations touch of the world. */
export type TalkWorld = {
  readonly ledger: GatewayLedger;
  readonly settings: GatewaySettings;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: SlashContext["store"];
  /** Null: no such platform is served. */
  readonly voiceIn: (platform: string, chat: ChatAddress) => ChatVoice | null;
  readonly open: (wish: TalkWish) => Promise<TalkOpening>;
  /** What a session of this chat would be made of now; where it is another, the open one is opened anew. */
  readonly signature?: (message: InboundMessage) => Promise<string>;
  /** Chats that are neither running nor were used for long are closed first. */
  readonly memoryIsShort?: () => boolean;
  /** `/restart`: the process should end and be started again. */
  readonly restart?: () => void;
  /** `/platform`: how they are, in lines, and taking one up again that was paused (null: all of them). */
  readonly platforms?: {
    readonly status: () => string;
    readonly resume: (name: string | null) => Promise<string>;
  };
  /** A message as the model gets it: who says it, what it answers, what came with it. */
  readonly questionOf: (message: InboundMessage) => TurnInput;
  /** The person's, for what happens at an hour of the day; absent: the machine's. */
  readonly timezone?: string;
};

export type TalkWish = {
  readonly sessionKey: string;
  /** Null: a new one. */
  readonly sessionId: string | null;
  readonly branch?: boolean;
  /** The first message it is opened for: who speaks, where, and what the chat is called. */
  readonly message: InboundMessage;
};

export type TalkSession = Pick<
  Session,
  | "info"
  | "approvals"
  | "send"
  | "interrupt"
  | "clearInterrupt"
  | "steer"
  | "takeSteer"
  | "answer"
  | "invokeSkills"
  | "onNotice"
  | "takeNotice"
  | "hygiene"
  | "setEphemeralPrompt"
  | "compress"
  | "undoCompression"
  | "undo"
  | "lastQuestion"
  | "children"
  | "reloadTools"
  | "goal"
  | "cost"
  | "context"
  | "close"
>;

export type TalkOpening =
  | {
      readonly kind: "opened";
      readonly session: TalkSession;
      readonly shell: PersonShell;
      readonly world: SlashWorld;
      /** Sessions that work beside the conversation; absent: none can. */
      readonly background?: BackgroundSessions;
    }
  | { readonly kind: "refused"; readonly message: string };

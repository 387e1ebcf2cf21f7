import type { SessionWish, SlashContext, SlashWorld } from "../../commands/slash/slash-command.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import type { Session } from "../../session/session.ts";
import type { BusyMode } from "./busy-enter.ts";
import type { Fact, ReasoningView } from "./screen.ts";
import type { Wardrobe } from "./theme/wardrobe.ts";

/** As much of a session as the chat needs. */
export type ChatSession = Pick<
  Session,
  | "info"
  | "approvals"
  | "send"
  | "interrupt"
  | "clearInterrupt"
  | "steer"
  | "answer"
  | "invokeSkills"
  | "onNotice"
  | "takeNotice"
  | "close"
>;

export type ChatOpening =
  | {
      readonly kind: "opened";
      readonly session: ChatSession;
      readonly world: SlashWorld;
      readonly isResumed: boolean;
      readonly shell?: { readonly background: () => readonly string[] };
      /** For the banner; asked once the prompt is there, because they take a look at the disk. */
      readonly facts?: () => readonly Fact[];
    }
  | { readonly kind: "refused"; readonly exitCode: number; readonly message: string };

/** All that a chat touches of the world. */
export type ChatWorld = {
  /** null: what the command line says. */
  readonly open: (wish: SessionWish | null) => Promise<ChatOpening>;
  readonly store: SlashContext["store"];
  readonly clock: Clock;
  readonly log: Log;
  readonly historyFile: string;
  readonly wardrobe: Wardrobe;
  readonly settings: ChatSettings;
};

export type ChatSettings = {
  readonly busyMode: BusyMode;
  readonly confirms: boolean;
  readonly reasoningView: ReasoningView;
  readonly showsDiffs: boolean;
  readonly showsStatusBar: boolean;
  readonly showsRecap: boolean;
  readonly quiet: boolean;
  /** Null: the home itself. */
  readonly profile: string | null;
};

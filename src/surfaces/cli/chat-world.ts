import type { SessionWish, SlashContext, SlashWorld } from "../../commands/slash/slash-command.ts";
import type { Display } from "../../commands/slash/display.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import type { PersonShell } from "../../domain/person-shell.ts";
import type { BackgroundSessions } from "../../session/background-sessions.ts";
import type { Session } from "../../session/session.ts";
import type { ClipboardPicture } from "./input/clipboard-picture.ts";
import type { Edited } from "./input/edit-outside.ts";
import type { Fact } from "./screen.ts";
import type { SecretDesk } from "./secret/secret-desk.ts";
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
> &
  Partial<
    Pick<
      Session,
      | "compress"
      | "undoCompression"
      | "undo"
      | "lastQuestion"
      | "children"
      | "reloadTools"
      | "goal"
      | "cost"
      | "contextTokens"
    >
  >;

export type ChatOpening =
  | {
      readonly kind: "opened";
      readonly session: ChatSession;
      readonly shell: PersonShell;
      readonly world: SlashWorld;
      readonly isResumed: boolean;
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
  readonly userHome: string;
  /** The text in the person's own editor, which has the terminal meanwhile. */
  readonly editOutside: (text: string) => Promise<Edited>;
  readonly clipboardPicture: (signal: AbortSignal) => Promise<ClipboardPicture>;
  /** Names that `/model` would take, as far as they are known without asking anybody. */
  readonly modelNames: (provider: string) => Promise<readonly string[]>;
  /** Files below a folder, without those git ignores; not more than anybody could choose from. */
  readonly listFiles: (folder: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Sessions that work beside the chat; absent: none can. */
  readonly background?: BackgroundSessions;
  /** Where the person is asked for what nobody may see; absent: nowhere. */
  readonly secrets?: SecretDesk;
  readonly wardrobe: Wardrobe;
  readonly settings: ChatSettings;
};

export type ChatSettings = {
  readonly display: Display;
  readonly confirms: boolean;
  readonly showsDiffs: boolean;
  readonly showsRecap: boolean;
  readonly quiet: boolean;
  /** Null: the home itself. */
  readonly profile: string | null;
};

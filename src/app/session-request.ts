import type { PluginHost } from "./open-plugins.ts";
import type { EngineFactory } from "../domain/engine-context.ts";
import type { CommandCall } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Tree } from "../config/tree.ts";
import type { Log } from "../domain/log.ts";
import type { Message } from "../domain/message.ts";
import type { PersonShell } from "../domain/person-shell.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnHooks } from "../domain/turn-hooks.ts";
import type { TurnContextSource } from "../domain/turn-context.ts";
import { type ModelMemory } from "../provider/catalog/model-memory.ts";
import { Session } from "../session/session.ts";
import type { Speaker } from "../session/session-deps.ts";
import type { Store } from "../store/store.ts";
import { type WireChoice } from "./build-model-client.ts";
import type { ShellRequest } from "./build-shell.ts";
import { type ToolExtensions } from "./build-tools.ts";
import { type OpenSettings, type Refusal } from "./open-settings.ts";
import type { PluginSlash, Replaced } from "./open-plugins.ts";
import type { SessionSlash } from "./session-slash.ts";
import { type ProcessMemory } from "./process-memory.ts";

export type SessionRequest = WireChoice & {
  readonly call: CommandCall;
  readonly options: RunOptions;
  /** Settings that beat the file, like flags. */
  readonly settings?: Tree;
  readonly extensions?: ToolExtensions;
  readonly turnHooks?: readonly TurnHooks[];
  /** Each turn leaves a line in the home's `trajectories`. */
  readonly saveTrajectories?: boolean;
  /** What other sessions of the process have learned; nothing, unless given. */
  readonly memory?: ProcessMemory;
  /** Between questions the agent may look back on its own and remember what matters. */
  readonly looksBack?: boolean;
  /** Somebody hears questions and answers them. */
  readonly canBeAsked?: boolean;
  /** Somebody hears questions for permission and answers them. */
  readonly answersPermissions?: boolean;
  /** Somebody can be asked for the password of sudo, past everything that is stored or shown. */
  readonly askPassword?: ShellRequest["askPassword"];
  readonly contextSources?: readonly TurnContextSource[];
  readonly prefill?: readonly Message[];
  readonly overrides?: Readonly<Record<string, unknown>>;
  /** Who speaks, where the surface is shared with others; the session sees no conversations but theirs in that chat. */
  readonly speaker?: Speaker | null;
  /** Where many sessions share a process. */
  readonly pluginHost?: PluginHost;
  /** The session beside which this one runs in the background. */
  readonly startedFrom?: string;
  /** The one before it in the same chat, and why that is over. */
  readonly replaces?: Replaced;
  /** Instead of the one the settings name. */
  readonly contextEngine?: EngineFactory;
  /** Nothing will be sent: no key is needed, and nobody outside is asked. */
  readonly onlyLooks?: boolean;
};

/** What is known once the person's settings were read and the database stands open. */
export type Opened = OpenSettings & {
  readonly log: Log;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly memory: ProcessMemory;
  readonly models: ModelMemory;
};

export type SessionOpening =
  | {
      readonly kind: "opened";
      readonly session: Session;
      readonly shell: PersonShell;
      /** Looks at the disk. */
      readonly skillCount: () => number;
      /** Where its programs run. */
      readonly backend: () => string;
      readonly slash: PluginSlash & SessionSlash;
    }
  | Refusal;

import type { Detours } from "../agent/turn-state.ts";
import type { Purse } from "../agent/session-runtime.ts";
import type { ReplyRules, TurnLimits } from "../agent/turn-rules.ts";
import type { Toolbox } from "../agent/tools/toolbox.ts";
import type { Calibration } from "../context/ledger.ts";
import type { ApprovalSession } from "../domain/approval.ts";
import type { Auxiliary } from "../domain/auxiliary.ts";
import type { ChildControl } from "../domain/child-control.ts";
import type { Clock, Rng } from "../domain/clock.ts";
import type { Emit } from "../domain/event.ts";
import type { EndpointMemory } from "../domain/endpoint-memory.ts";
import type { ImageShrinker } from "../domain/image-shrinker.ts";
import type { Log } from "../domain/log.ts";
import type { Message } from "../domain/message.ts";
import type { MemorySnapshot } from "../domain/memory.ts";
import type { ModelClient, ReasoningSetting } from "../domain/model-client.ts";
import type { ProcessNotices } from "../domain/process-notice.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { TurnHooks } from "../domain/turn-hooks.ts";
import type { ReadPage } from "../domain/web-backend.ts";
import type { ProviderHost } from "../memory/providers/provider-host.ts";
import type { ReviewIntervals } from "../memory/review/review-schedule.ts";
import type { PromptInputs } from "../prompt/layer.ts";
import type { Skill } from "../skills/skill.ts";
import type { SkillLibrary } from "../skills/skill-library.ts";
import type { TaskList } from "../domain/task-list.ts";
import type { SaveTrajectory } from "../domain/trajectory.ts";
import type { TurnContextSource } from "../domain/turn-context.ts";
import type { SessionRow, Store } from "../store/store.ts";
import type { CacheSettings } from "./cache-keeper.ts";
import type { LateTools } from "./late-tools.ts";
import type { SummaryPathSetting, SummaryRoute } from "./choose-summary-path.ts";
import type { EngineSeat } from "./engine-seat.ts";
import type { OpenQuestions } from "./open-questions.ts";

/** Everything a session needs, built once by app/. */
export type SessionDeps = {
  readonly store: Store;
  readonly model: ModelClient;
  readonly runtime: Runtime;
  readonly toolbox: Toolbox;
  readonly skills: SkillLibrary;
  /** Go along with the first question. */
  readonly preloadedSkills?: readonly Skill[];
  readonly detours: Detours;
  readonly auxiliary: Auxiliary;
  readonly compression: CompressionSettings;
  /** The runtime with the window its server gives it by now; asked where a turn begins. */
  readonly windowNow?: (runtime: Runtime) => Runtime;
  readonly calibration?: Calibration;
  /** null: all tools are there from the start. */
  readonly lateTools: LateTools | null;
  /** The same that the toolbox asks through. */
  readonly questions: OpenQuestions;
  /** What may be done without asking, as it stands; children share it. */
  readonly approvals: ApprovalSession;
  readonly endpoints: EndpointMemory;
  readonly shrinkImage: ImageShrinker;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly place: SessionPlace;
  readonly limits: TurnLimits;
  readonly purse: Purse;
  readonly replyRules: ReplyRules;
  readonly turnHooks: readonly TurnHooks[];
  /** Hears every event at the moment it is emitted; must return at once. */
  readonly onEvent?: Emit | undefined;
  /** What came up besides and a person should know; taking it empties it. */
  readonly takeNotices?: () => readonly string[];
  readonly cache: CacheSettings;
  /** The prompt-cache status line. */
  readonly cacheLine: string;
  readonly reasoning: ReasoningSetting | null;
  readonly maxTokens: number | null;
  readonly overrides: Readonly<Record<string, unknown>>;
  /** What the cached prompt is made of, besides files and the runtime. */
  readonly prompt: Pick<
    PromptInputs,
    "rules" | "stores" | "surroundings" | "surface" | "surfaceHint" | "pluginSections"
  >;
  /** Whether files that changed come into the prompt when the history is compressed. */
  readonly refreshPrompt: "changed" | "never" | "always";
  /** Sent in front of every conversation's history, never stored. */
  readonly prefill: readonly Message[];
  /** Asked once per turn for text that goes along with the question. */
  readonly contextSources: readonly TurnContextSource[];
  /** Whether that text goes along with its question in later turns too, so that the prefix keeps its bytes. */
  readonly replaysRecall: boolean;
  /** What programs that are started may see of our environment. */
  readonly childEnv: Readonly<Record<string, string>>;
  /** For pages a person points at; absent for sessions no person talks to. */
  readonly readPage?: ReadPage;
  /** null: the session's tools keep none. */
  readonly tasks: TaskList | null;
  /** What its background processes have to say. */
  readonly notices: ProcessNotices;
  /** What the agent wrote down earlier; taken when a conversation starts and not again. */
  readonly memorySnapshot: () => MemorySnapshot;
  /** What a memory outside the two files says in the prompt; only asked for where a prompt is built. */
  readonly providerBlock: PromptInputs["providerBlock"];
  readonly outsideMemory: ProviderHost | null;
  /** The history became shorter: what the tools have shown may be shown again. */
  readonly forgetShown: () => void;
  readonly memoryRules: MemoryRules;
  /** Part of the cached prompt, fixed for the conversation. */
  readonly systemMessage: string | null;
  /** Sent behind the cached prompt and never stored. */
  readonly ephemeralSystemPrompt: string | null;
  /** null: a person's own session. */
  readonly parent: ParentSession | null;
  /** The session beside which it runs in the background; it is a person's own all the same. */
  readonly startedFrom?: string | null;
  /** Its children and theirs, while they are at work. */
  readonly children: ChildControl;
  readonly saveTrajectory: SaveTrajectory | null;
  /** null: a new conversation. */
  readonly resume: SessionRow | null;
  /** Called once when the session is closed: whatever it was given for itself alone. */
  readonly close: () => Promise<void>;
  /** A new session's id, when the caller wants to choose it. */
  readonly sessionId: string | null;
};

/** Whose child a session is. Its prompt knows nothing of the person's own files. */
type ParentSession = {
  readonly sessionId: string;
  /** Stands in the prompt instead of the child's own start: siblings begin with the same bytes. */
  readonly calledAtMs: number;
};

export type CompressionSettings = {
  readonly seat: EngineSeat;
  readonly enabled: boolean;
  readonly threshold: number; // share of the window at which it is time, for engines that do not say
  readonly targetRatio: number; // share of that which is kept
  readonly maxRounds: number;
  readonly lockTtlMs: number;
  readonly learned: LearnedSizes;
  readonly setting: SummaryPathSetting;
  readonly routeFor: (runtime: Runtime) => SummaryRoute;
  readonly hygiene: {
    readonly mostMessages: number;
    /** How long nothing may come of a summary; 0: as long as any other. */
    readonly quietMs: number;
    /** How long it is not tried again then. */
    readonly restMs: number;
  };
  readonly idleAfterMs: number; // 0: never
};

/** Context sizes that providers named, by model and address. */
export type LearnedSizes = {
  readonly get: (key: string) => number | undefined;
  readonly set: (key: string, tokens: number) => void;
};

type MemoryRules = {
  /** User turns after which the model saves what must outlast a compression; 0: never. */
  readonly flushMinTurns: number;
  /** How often the agent looks back on its own; null: nobody wants it to. */
  readonly reviews: ReviewIntervals | null;
};

/** Where and as what the session runs. */
export type SessionPlace = {
  readonly home: string;
  /** The person's, not the program's. */
  readonly userHome: string;
  readonly contextFileChars: number; // at most, per file of the project
  readonly cwd: string;
  readonly source: string;
  readonly toolsets: readonly string[];
  readonly timezone: string;
  readonly version: string;
  readonly passSessionId: boolean;
  /** Null: the owner, on a surface of their own. */
  readonly speaker: Speaker | null;
};

/** Who speaks and where, on surfaces that many people share. */
export type Speaker = {
  /** Empty: several people speak in one conversation. */
  readonly userId: string;
  readonly chatId: string;
  readonly threadId: string | null;
  readonly sessionKey: string;
};

import type { ContextFiles } from "./context-files/load-context-files.ts";
import type { StoreSnapshot } from "../domain/memory.ts";

/** Gathered once, when a conversation starts. No layer reads a file, a clock or the environment itself. */
export type PromptInputs = {
  /** SOUL.md as the person wrote it, screened and cut, or null. */
  readonly soul: string | null;
  /** The project's own files; not given where they are skipped. */
  readonly context?: ContextFiles;
  readonly systemMessage: string | null;
  /** What the agent wrote down earlier, about the world and about the person. */
  readonly memory: StoreSnapshot | null;
  readonly user: StoreSnapshot | null;
  /** Static text of a memory outside the two files, and where it wants to stand. */
  readonly providerBlock: { readonly slot: "early" | "late"; readonly text: string } | null;
  /** What plugins add, in one text. */
  readonly pluginSections?: string | null;
  /** What MCP servers say about their tools, in one text. */
  readonly serverInstructions?: string | null;
  /** The index of skills, or null when there is nothing to offer. */
  readonly skills: string | null;
  readonly startedAtMs: number;
  readonly timezone: string;
  /** Only when the person asked to pass it on. */
  readonly sessionId: string | null;
  readonly model: string;
  readonly provider: string;
  readonly cwd: string;
  /** Names of the session's tools. */
  readonly tools: ReadonlySet<string>;
  /** Which of the two memory files are in use. */
  readonly stores: { readonly memory: boolean; readonly user: boolean };
  readonly rules: PromptRules;
  readonly surroundings: Surroundings;
  /** Where answers are read: cli, telegram, cron… */
  readonly surface: string;
  readonly surfaceHint: SurfaceHint | null;
};

/** For which models: those we know to need it, all, none, or those whose name holds one of these. */
export type ModelRule = "auto" | boolean | readonly string[];

type PromptRules = {
  readonly taskCompletion: boolean;
  readonly parallelCalls: boolean;
  readonly toolUse: ModelRule;
  readonly execution: ModelRule;
};

/** The person's own words about a surface: instead of ours, or behind them. */
export type SurfaceHint = { readonly replace?: string | undefined; readonly append?: string | undefined };

export type Surroundings = {
  /** "local", or what file and terminal tools act in instead. */
  readonly backend: string;
  readonly os: string; // with its version
  readonly home: string;
  readonly cwd: string;
  readonly shell: string;
  readonly traits: readonly ("wsl" | "windows" | "termux" | "container")[];
  /** What a look into another backend found, or null. */
  readonly probe: string | null;
  /** The operator's own words, taken as they are. */
  readonly operatorHint: string | null;
};

/** One part of the cached system prompt: pure text, or null when it has nothing to say. */
export type PromptLayer = {
  readonly id: string;
  readonly render: (inputs: PromptInputs) => string | null;
};

import type { PluginChoices } from "./plugin-choices.ts";

/** A plugin as a person manages it. */
export type PluginRow = {
  readonly id: string;
  readonly version: string;
  readonly description: string;
  readonly kind: string;
  readonly source: string;
  readonly folder: string;
  readonly enabled: boolean;
  /** Why it does not load; null: it does. */
  readonly why: string | null;
  readonly capabilities: readonly string[];
  readonly granted: readonly string[];
  readonly requiresEnv: readonly string[];
  readonly provides: Readonly<
    Record<"tools" | "hooks" | "commands" | "cli_commands" | "platforms" | "providers", readonly string[]>
  >;
  /** Where it was installed from, pinned; null: somebody put it there. */
  readonly origin: string | null;
};

export type PluginListing = {
  readonly rows: readonly PluginRow[];
  readonly broken: readonly { readonly folder: string; readonly problem: string }[];
};

export type AdminEnd<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "refused"; readonly message: string };

/** One line of a doctor. */
export type Finding = {
  readonly level: "ok" | "warning" | "problem";
  readonly about: string;
  readonly text: string;
};

/** Plugins between sessions. Nothing of them runs here, but for those that are enabled when they are examined. */
export type PluginAdmin = {
  readonly list: () => Promise<PluginListing>;
  /** The id, now on disk and not enabled. */
  readonly install: (spec: string) => Promise<AdminEnd<string>>;
  readonly update: (id: string) => Promise<AdminEnd<string>>;
  readonly remove: (id: string) => Promise<AdminEnd<string>>;
  readonly setEnabled: (id: string, enabled: boolean) => Promise<AdminEnd<string>>;
  /** What a person agreed to, and with it that they were asked. */
  readonly grant: (id: string, capabilities: readonly string[]) => Promise<AdminEnd<string>>;
  readonly choices: () => Promise<PluginChoices>;
  /** Stores what differs, all at once; what changed, in words. Empty: nothing did. */
  readonly choose: (wanted: PluginChoices) => Promise<AdminEnd<readonly string[]>>;
  /** Loads what is enabled, once and for nothing, and says what is wrong with it and with the others. */
  readonly examine: () => Promise<readonly Finding[]>;
};

export type ShellHookRow = {
  readonly event: string;
  readonly matcher: string;
  readonly command: string;
  readonly trusted: boolean;
};

/** The commands of `hooks`, and what a person has agreed to of them. */
export type HookAdmin = {
  /** Every moment there is a hook for. */
  readonly events: readonly string[];
  /** The moment a name stands for; null: none. */
  readonly eventNamed: (name: string) => string | null;
  readonly list: () => { readonly rows: readonly ShellHookRow[]; readonly problems: readonly string[] };
  readonly trust: (row: ShellHookRow) => void;
  readonly revoke: (row: ShellHookRow) => void;
  /** Runs one with an invented payload. One nobody agreed to does not run. */
  readonly test: (row: ShellHookRow, sample: HookSample) => Promise<HookTrial>;
  readonly examine: (row: ShellHookRow) => Promise<readonly Finding[]>;
};

export type HookSample = { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };

/** What a run of a hook came to. */
export type HookTrial =
  | { readonly kind: "not-run"; readonly why: string }
  | {
      readonly kind: "ran";
      readonly verdict: string;
      /** It could not answer: it failed, was late or said what cannot be used. */
      readonly failed: boolean;
      readonly durationMs: number;
      readonly code: number | null;
      readonly out: string;
      readonly err: string;
    };

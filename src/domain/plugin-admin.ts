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
  readonly provides: Readonly<Record<"tools" | "hooks" | "commands", readonly string[]>>;
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

/** Plugins between sessions. Nothing of them runs here. */
export type PluginAdmin = {
  readonly list: () => Promise<PluginListing>;
  /** The id, now on disk and not enabled. */
  readonly install: (spec: string) => Promise<AdminEnd<string>>;
  readonly update: (id: string) => Promise<AdminEnd<string>>;
  readonly remove: (id: string) => Promise<AdminEnd<string>>;
  readonly setEnabled: (id: string, enabled: boolean) => Promise<AdminEnd<string>>;
  /** What a person agreed to, and with it that they were asked. */
  readonly grant: (id: string, capabilities: readonly string[]) => Promise<AdminEnd<string>>;
};

export type ShellHookRow = {
  readonly event: string;
  readonly matcher: string;
  readonly command: string;
  readonly trusted: boolean;
};

/** The commands of `hooks`, and what a person has agreed to of them. */
export type HookAdmin = {
  readonly list: () => { readonly rows: readonly ShellHookRow[]; readonly problems: readonly string[] };
  readonly trust: (row: ShellHookRow) => void;
  readonly revoke: (row: ShellHookRow) => void;
};

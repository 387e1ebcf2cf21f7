import type { Clock } from "../../domain/clock.ts";

/** All the doctor looks at. Who builds the program fills in what lies in other rooms; `systemProbes` has the rest. */
export type DoctorWorld = SystemProbes & {
  readonly clock: Clock;
  readonly home: string;
  /** False where file modes mean nothing or were asked to be left alone. */
  readonly modesMatter: boolean;
  /** What to start for each; a name is looked up in the path. */
  readonly programs: { readonly git: string; readonly ripgrep: string };
  readonly readConfig: () => Promise<ConfigHealth>;
  readonly findRuntime: () => Promise<RuntimeHealth>;
  /** What is wrong with skills, a line each. */
  readonly checkSkills: () => Promise<readonly string[]>;
  /** Why files are not kept before the agent changes them, here; null: they are. */
  readonly checkpointsMissing: () => Promise<string | null>;
  readonly checkDatabase: () => Promise<DatabaseHealth>;
  /** Reads every message into a new search index; how many. */
  readonly rebuildIndex: () => Promise<number>;
  readonly findBackend: (signal: AbortSignal) => Promise<BackendHealth>;
  /** One tiny model call. */
  readonly askModel: (signal: AbortSignal) => Promise<ModelHealth>;
};

/** Where commands run. `chosen`: the settings name it, so it must work. */
type BackendHealth = { readonly name: string; readonly chosen: boolean; readonly problem: string | null };

export type SystemProbes = {
  readonly nodeVersion: string;
  /** Why no pseudo terminal can be had; null: it can. */
  readonly probePty: (signal: AbortSignal) => Promise<string | null>;
  /** SQLite's version and whether full-text search works in it. */
  readonly probeSqlite: () => Promise<{ readonly version: string; readonly fullText: boolean }>;
  /** Bytes this user may still write where the path lies or would lie. */
  readonly freeBytes: (path: string) => Promise<number>;
  /** The first line a program prints for `--version`, null when it cannot be started. */
  readonly versionOf: (program: string, signal: AbortSignal) => Promise<string | null>;
};

type ConfigHealth = {
  readonly file: string;
  /** The file could not be read at all and was left aside. */
  readonly unreadable: boolean;
  readonly problems: readonly string[];
};

type RuntimeHealth =
  | { readonly kind: "ready"; readonly provider: string; readonly model: string; readonly credential: string | null } // its source
  | { readonly kind: "missing"; readonly message: string };

type DatabaseHealth =
  | { readonly kind: "absent" }
  | { readonly kind: "sound"; readonly path: string }
  /** All messages are sound, only searching them is not. */
  | { readonly kind: "stale-index"; readonly path: string }
  | { readonly kind: "damaged"; readonly path: string; readonly problems: readonly string[] };

type ModelHealth =
  | { readonly kind: "answered"; readonly tookMs: number }
  | { readonly kind: "failed"; readonly message: string };

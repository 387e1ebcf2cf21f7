/** The setup of a home as far as it can be seen without starting anything. Names of keys, never values. */
export type SetupReport = {
  readonly version: string;
  readonly home: string;
  readonly profile: string;
  readonly model: ModelReport;
  /** Names of variables that hold a credential. */
  readonly keys: readonly string[];
  readonly sandbox: { readonly backend: string; readonly walls: boolean; readonly why: string | null };
  readonly approvals: { readonly mode: string; readonly edits: string };
  readonly context_engine: string;
  readonly memory: { readonly files: boolean; readonly provider: string | null };
  readonly plugins: readonly { readonly id: string; readonly loads: boolean; readonly why: string | null }[];
  readonly mcp_servers: readonly { readonly name: string; readonly enabled: boolean }[];
  readonly sessions: { readonly count: number; readonly problem: string | null };
  /** Null: none runs. `stale`: the last one died; a pid it cannot be asked for is null. */
  readonly gateway: { readonly state: "running" | "stale"; readonly pid: number | null } | null;
  readonly platforms: readonly string[];
  readonly jobs: number;
  readonly warnings: readonly string[];
};

export type ModelReport =
  | {
      readonly kind: "ready";
      readonly model: string;
      readonly provider: string;
      readonly endpoint: string;
      readonly api_mode: string;
      readonly key_source: string | null;
    }
  | { readonly kind: "missing"; readonly why: string };

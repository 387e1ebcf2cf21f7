import type { ListedModel } from "../catalog/registry.ts";
import type { ApiMode } from "../../domain/runtime.ts";

/** The part of the configuration that names models and endpoints. "" and "auto" mean: not said. */
export type ModelSettings = {
  readonly model: {
    readonly default: string;
    readonly provider: string;
    readonly base_url: string;
    readonly api_mode: ApiMode | "auto";
    readonly context_length: number | "auto";
    readonly aliases: Readonly<Record<string, string>>;
    readonly reasoning_echo?: boolean | undefined;
  };
  readonly providers: Readonly<Record<string, ProviderSettings>>;
};

export type ProviderSettings = {
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  /** Further keys for the same address; with `api_key` they form a pool. */
  readonly api_keys?: readonly string[] | undefined;
  readonly key_env?: string | undefined;
  readonly api_mode?: ApiMode | "auto" | undefined;
  readonly default_model?: string | undefined;
  readonly request_timeout_seconds?: number | undefined;
  readonly stale_timeout_seconds?: number | undefined;
  readonly models?: Readonly<Record<string, ProviderModelSettings>> | undefined;
  readonly extra_headers?: Readonly<Record<string, string>> | undefined;
};

type ModelPrices = {
  readonly input: number;
  readonly output: number;
  readonly cache_read?: number | undefined; // like input, unless given
  readonly cache_write?: number | undefined;
};

export type ProviderModelSettings = {
  readonly timeout_seconds?: number | undefined;
  readonly stale_timeout_seconds?: number | undefined;
  readonly context_length?: number | undefined;
  readonly max_tokens?: number | undefined;
  /** US dollars per million tokens. */
  readonly prices?: ModelPrices | undefined;
  /** Whether the route honours cache markers for this model; wins over the table both ways. */
  readonly prompt_caching?: boolean | undefined;
};

/** What a run asked for itself; it comes before the configuration. */
export type RuntimeChoice = {
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiMode?: ApiMode | undefined;
};

export type RuntimeInputs = {
  readonly choice: RuntimeChoice;
  readonly settings: ModelSettings;
  /** HERMES_INFERENCE_MODEL and HERMES_INFERENCE_PROVIDER, which come after the configuration. */
  readonly environment: { readonly model: string | null; readonly provider: string | null };
  /** A secret by the name of its variable, from wherever the configuration keeps them. */
  readonly secret: (name: string) => string | null;
  /** What a list newer than the shipped one says of a provider's model. */
  readonly listed?: (provider: string, model: string) => ListedModel | null;
  /** What a server of this machine or its network said of the window it gives a model. */
  readonly served?: (model: string, baseUrl: string) => number | null;
};

/** Why there is no runtime, in a line for the person. `exitCode` is that of a command that needed one. */
export type RuntimeProblem = {
  readonly kind: "no-model" | "no-credential" | "unknown-provider" | "no-default-model" | "bad-url";
  readonly message: string;
  readonly exitCode: 2 | 3;
};

export type Resolved<T> =
  | { readonly kind: "ok"; readonly value: T }
  | { readonly kind: "problem"; readonly problem: RuntimeProblem };

const exitCodes = {
  "no-model": 3,
  "no-credential": 3,
  "unknown-provider": 2,
  "no-default-model": 2,
  "bad-url": 2,
} as const;

export function resolved<T>(value: T): Resolved<T> {
  return { kind: "ok", value };
}

export function problem(kind: RuntimeProblem["kind"], message: string): Resolved<never> {
  return { kind: "problem", problem: { kind, message, exitCode: exitCodes[kind] } };
}

/** The first text that says something. */
export function firstSaid(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.map((text) => text?.trim() ?? "").find((text) => text !== "" && text !== "auto") ?? null;
}

import { z } from "zod";
import type { Prices } from "./cost.ts";
import type { Secret } from "./secret.ts";

export const ApiModeSchema = z.enum(["chat_completions", "anthropic_messages", "codex_responses"]);
export type ApiMode = z.infer<typeof ApiModeSchema>;

export const EffortSchema = z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max", "ultra"]);
export type Effort = z.infer<typeof EffortSchema>;

/** Names a runtime where only that matters: in events, rows and messages for people. */
export type RuntimeName = { readonly provider: string; readonly model: string };

/** Everything needed to talk to one model. Resolved before a session starts; a switch replaces it whole. */
export type Runtime = RuntimeName & {
  readonly baseUrl: string;
  readonly apiMode: ApiMode;
  readonly credential: Credential | null; // null: the endpoint asks for none
  readonly headers: Readonly<Record<string, string>>;
  readonly traits: RuntimeTraits;
  readonly contextLength: number;
  readonly maxOutput: number | null;
  readonly timeouts: RuntimeTimeouts;
  /** What it costs, where somebody said so. */
  readonly prices?: Prices;
  /** A prefix with fewer tokens is not cached. */
  readonly minCacheable?: number;
  /** Nobody knows this model: its window is a guess, and may be lowered by one. */
  readonly guessedWindow?: boolean;
  /** The person wrote the window down: nobody else is asked. */
  readonly statedWindow?: boolean;
};

export type Credential = {
  readonly secret: Secret;
  /** Where it came from, for people: an environment variable's name or a config key. Never the value. */
  readonly source: string;
  /** The header it travels in. */
  readonly scheme: "bearer" | "x-api-key";
};

/** What differs between endpoints that speak the same format. Data of the provider catalogue. */
export type RuntimeTraits = {
  /** The endpoint of the model's own vendor: signed thinking is kept there. */
  readonly official: boolean;
  readonly reasoningEcho: "off" | "copy" | "pad";
  /** The chat endpoint understands `reasoning: {enabled, effort}`. */
  readonly reasoningParameter: boolean;
  readonly outputCapKey: "max_tokens" | "max_completion_tokens";
  readonly caching: CachingTrait;
  readonly vision: boolean;
  readonly streaming: boolean;
  /** Loopback, private or container address: longer silences are normal. */
  readonly local: boolean;
  readonly keepDotsInModel: boolean;
  /** It passes requests on to other providers. */
  readonly aggregator: boolean;
};

/** How the endpoint caches a prompt, and the words for it in the status line. */
export type CachingTrait =
  | { readonly kind: "markers"; readonly layout: "native" | "envelope"; readonly source: string }
  | {
      readonly kind: "automatic";
      readonly source: string;
      /** For how long an unused prefix is promised to stay; not given: nobody promises anything. */
      readonly lifeSeconds?: number;
      /** The longer life that may be asked for. */
      readonly retention?: "24h";
      /** Only prefixes that ended at a breakpoint are found. */
      readonly breakpoints?: boolean;
    }
  | { readonly kind: "none"; readonly reason: string };

/** What the user or the catalogue set; null leaves the rule of agent-loop 6.3 in force. */
export type RuntimeTimeouts = {
  readonly requestMs: number | null;
  readonly staleMs: number | null;
  readonly streamReadMs: number | null;
};

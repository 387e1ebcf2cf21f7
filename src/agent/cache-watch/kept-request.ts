import { createHash } from "node:crypto";
import type { SentPrompt } from "../../domain/cache.ts";
import type { LastRequest } from "../../domain/cache-state.ts";
import type { Credential, Runtime } from "../../domain/runtime.ts";
import type { Usage } from "../../domain/usage.ts";

/** A request that was answered. */
export type Observed = {
  readonly sent: SentPrompt;
  readonly runtime: Runtime;
  readonly usage: Usage;
  readonly sentSeconds: number;
};

/** The request before, as this process sent it. */
export type Kept = {
  readonly sent: SentPrompt;
  readonly credential: Credential | null;
  readonly cached: number;
  readonly prompt: number;
  readonly read: number;
  readonly usedAt: number;
  readonly lifeSeconds: number;
};

const dayInSeconds = 86_400;

type Entry = Pick<Kept, "cached" | "usedAt" | "lifeSeconds" | "prompt">;

export function entryOf(before: Kept | LastRequest): Entry {
  if ("sent" in before) return before;
  const { cached, prompt, used_at: usedAt, life_seconds: lifeSeconds } = before;
  return { cached, prompt, usedAt, lifeSeconds };
}

export function keptOf({ sent, runtime, usage, sentSeconds }: Observed): Kept {
  const lifeSeconds = lifeOf(sent, runtime);
  const marked = usage.cache_read_tokens + usage.cache_write_tokens;
  const left = runtime.traits.caching.kind === "markers" ? marked : usage.prompt_tokens;
  const cached = lifeSeconds === 0 || left < (runtime.minCacheable ?? 0) ? 0 : left;
  return {
    sent,
    credential: runtime.credential,
    cached,
    prompt: usage.prompt_tokens,
    read: usage.cache_read_tokens,
    usedAt: sentSeconds,
    lifeSeconds,
  };
}

/** For how long what this request left is promised to stay; 0: nobody promises anything. */
function lifeOf(sent: SentPrompt, { traits }: Runtime): number {
  const { caching } = traits;
  if (caching.kind === "none") return 0;
  if (caching.kind === "automatic") return caching.retention === "24h" ? dayInSeconds : (caching.lifeSeconds ?? 0);
  const last = sent.markers.at(-1);
  return last === undefined ? 0 : last.ttl === "1h" ? 3_600 : 300;
}

/** What a later process can compare its first request with. */
export function storable({ sent, cached, prompt, read, usedAt, lifeSeconds }: Kept): LastRequest {
  const left = { cached, prompt, read, used_at: usedAt, life_seconds: lifeSeconds };
  return { route: sent.route, ...digestsOf(sent), ...left };
}

export function digestsOf({ tools, system, settings }: SentPrompt): Pick<LastRequest, "tools" | "system" | "settings"> {
  return { tools: digest(tools), system: digest(system), settings: digest(settings) };
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}

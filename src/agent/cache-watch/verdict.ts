import type { CacheBreak, Divergence } from "../../domain/cache-break.ts";
import type { SentPrompt } from "../../domain/cache.ts";
import type { LastRequest } from "../../domain/cache-state.ts";
import type { Credential } from "../../domain/runtime.ts";
import { digestsOf, entryOf, type Kept, type Observed } from "./kept-request.ts";
import { changeBetween, type PromptChange } from "./prompt-divergence.ts";

export type CacheReport = {
  /** Tokens the provider should have had ready; 0 where nobody could expect any. */
  readonly expectedRead: number;
  readonly cause: CacheBreak;
  readonly firstDivergence: Divergence | null;
  readonly missedTokens: number;
  /** What reading them would have saved; null: the model has no price. */
  readonly costUsd: number | null;
};

const enough = 0.8; // of what was expected: counts differ a little between what is written and what is read

type Verdict = Pick<CacheReport, "expectedRead" | "cause"> & { readonly at: Divergence | null };
type Situation = {
  readonly change: PromptChange | null;
  readonly isReplaced: boolean;
  readonly isFirst: boolean;
};

/** Why less was read than had been left, if it was. */
export function judge(
  before: Kept | LastRequest | null,
  { usage, sentSeconds }: Observed,
  situation: Situation,
): Verdict {
  const { change, isReplaced, isFirst } = situation;
  if (before === null) return nothingExpected(isFirst ? "first" : "unknown");
  const { cached, usedAt, lifeSeconds } = entryOf(before);
  const isServed = usage.cache_read_tokens >= cached * enough;
  if (isReplaced && !isElsewhere(change)) return nothingExpected("compression");
  if (sentSeconds - usedAt > lifeSeconds) return nothingExpected(isServed ? "none" : "ttl");
  if (isServed) return { expectedRead: cached, cause: "none", at: null };
  return { expectedRead: cached, ...(change ?? unexplained(before)) };
}

function nothingExpected(cause: CacheBreak): Verdict {
  return { expectedRead: 0, cause, at: null };
}

function isElsewhere(change: PromptChange | null): boolean {
  return change?.cause === "model" || change?.cause === "credential";
}

/** Our bytes are the same. Of an earlier process's messages nobody knows that. */
function unexplained(before: Kept | LastRequest): PromptChange {
  return { cause: "sent" in before ? "provider_dropped" : "unknown", at: null };
}

export function priced({ expectedRead, cause, at }: Verdict, { usage, runtime, sent }: Observed): CacheReport {
  const missedTokens = cause === "none" ? 0 : Math.max(0, expectedRead - usage.cache_read_tokens);
  const { prices } = runtime;
  const isHour = sent.markers.at(-1)?.ttl === "1h";
  const written = (isHour ? prices?.cache_write_1h : prices?.cache_write) ?? prices?.cache_write ?? 0;
  const costUsd = prices === undefined ? null : (missedTokens * (written - prices.cache_read)) / 1_000_000;
  return { expectedRead, cause, firstDivergence: at, missedTokens, costUsd };
}

export function changeSince(before: Kept | LastRequest, { sent, runtime }: Observed): PromptChange | null {
  const route = "sent" in before ? before.sent.route : before.route;
  if (route !== sent.route) return { cause: "model", at: null };
  if (!("sent" in before)) return storedChange(before, sent);
  if (!isSameKey(before.credential, runtime.credential)) return { cause: "credential", at: null };
  return changeBetween(before.sent, sent);
}

/** An earlier process left digests: what changed can be said, the messages apart, but not where. */
function storedChange(before: LastRequest, sent: SentPrompt): PromptChange | null {
  const now = digestsOf(sent);
  if (before.tools !== now.tools) return { cause: "tools", at: { section: "tools", block: 0 } };
  if (before.system !== now.system) return { cause: "system", at: { section: "system", block: 0 } };
  return before.settings === now.settings ? null : { cause: "params", at: { section: "messages", block: 0 } };
}

function isSameKey(one: Credential | null, other: Credential | null): boolean {
  return one === other || one?.secret.reveal() === other?.secret.reveal();
}

import { fingerprint } from "../ids.ts";

/** The smallest piece of a prompt that a cache can end at. */
export type PromptBlock = {
  readonly section: "tools" | "system" | "messages";
  /** What the provider compares; markers are not part of it. */
  readonly bytes: string;
  readonly tokens: number;
  readonly marker: Marker | null;
};

export type Marker = { readonly ttlSeconds: number };

/** A prompt in the order in which it is cached. */
export type PromptLayout = {
  /** Model, credential and routing key: nothing is shared across these. */
  readonly scope: string;
  /** Settings whose change loses the messages but neither tools nor system text. */
  readonly settings: string;
  readonly blocks: readonly PromptBlock[];
  /** Asked for the long retention of the OpenAI formats. */
  readonly retained: boolean;
  /** Whether the end of the prompt counts as marked where the vendor does that by itself. */
  readonly implicit: boolean;
};

/** What a request reads, writes and pays in full; the three add up to the whole prompt. */
export type CacheUse = {
  readonly read: number;
  readonly write: number;
  /** The part of `write` that lives for an hour. */
  readonly writeHour: number;
  readonly plain: number;
};

export type CacheEntry = { readonly ttlSeconds: number; readonly usedAt: number };
export type CacheEntries = Map<string, CacheEntry>;

export type Position = {
  readonly key: string;
  /** Tokens from the beginning up to and including this block. */
  readonly tokens: number;
  readonly marker: Marker | null;
};

/** Every place where a cached prefix may end: its key is made of all bytes up to it. */
export function positionsOf({ scope, settings, blocks }: PromptLayout): readonly Position[] {
  const positions: Position[] = [];
  let key = fingerprint(scope);
  let tokens = 0;
  let inMessages = false;
  for (const block of blocks) {
    const entersMessages: boolean = block.section === "messages" && !inMessages;
    inMessages ||= entersMessages;
    key = fingerprint(`${key}\0${block.section}\0${entersMessages ? settings : ""}\0${block.bytes}`);
    tokens += block.tokens;
    positions.push({ key, tokens, marker: block.marker });
  }
  return positions;
}

export function isLive(entry: CacheEntry | undefined, now: number): entry is CacheEntry {
  return entry !== undefined && now - entry.usedAt <= entry.ttlSeconds;
}

/** A use renews what is still there, for as long as it was kept before. */
export function touch(entries: CacheEntries, key: string, now: number): void {
  const old = entries.get(key);
  if (isLive(old, now)) entries.set(key, { ttlSeconds: old.ttlSeconds, usedAt: now });
}

/** Makes an entry, or renews it; a longer life that was paid for is not shortened. */
export function renew(entries: CacheEntries, key: string, ttlSeconds: number, now: number): void {
  const old = entries.get(key);
  const longest = isLive(old, now) ? Math.max(old.ttlSeconds, ttlSeconds) : ttlSeconds;
  entries.set(key, { ttlSeconds: longest, usedAt: now });
}

import type { ApiMode } from "../../domain/runtime.ts";
import { findProvider } from "../catalog/catalog.ts";
import { firstSaid } from "../resolve/model-settings.ts";

/** One way out as the configuration writes it. */
export type FallbackEntry = {
  readonly provider: string;
  readonly model: string;
  readonly base_url?: string | undefined;
  readonly api_key?: string | undefined;
  readonly key_env?: string | undefined;
  readonly api_mode?: ApiMode | "auto" | undefined;
  readonly reasoning_echo?: boolean | undefined;
};

/** Those that name a provider and a model, each once. */
export function usableEntries<Entry extends FallbackEntry>(entries: readonly Entry[]): readonly Entry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = entryKey(entry);
    const isNew = firstSaid(entry.provider) !== null && firstSaid(entry.model) !== null && !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

export function entryKey({ provider, model, base_url: url }: FallbackEntry): string {
  return JSON.stringify([canonical(provider), model.trim(), firstSaid(url)?.replace(/\/+$/, "") ?? ""]);
}

export function canonical(provider: string): string {
  return findProvider(provider.trim())?.id ?? provider.trim();
}

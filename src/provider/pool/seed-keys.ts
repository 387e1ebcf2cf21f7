import type { PoolKey } from "../../domain/credential-pool.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { Secret } from "../../domain/secret.ts";
import { findProvider } from "../catalog/catalog.ts";
import { writtenKeys } from "../resolve/endpoint.ts";
import { firstSaid, type ProviderSettings } from "../resolve/model-settings.ts";

export type KeySources = {
  readonly providers: Readonly<Record<string, ProviderSettings>>;
  readonly secret: (name: string) => string | null;
};

const mostNumbered = 20;

/**
 * All keys that may go where this runtime points. Several are named by `providers.<id>.api_keys`, or by numbering the
 * variable: OPENAI_API_KEY, OPENAI_API_KEY_2, OPENAI_API_KEY_3. They are keys of one place, so the runtime's own key
 * must be one of them: a key given for another address brings no siblings along.
 */
export function seedKeys(runtime: Runtime, sources: KeySources): readonly PoolKey[] {
  const keys = keysOf(runtime, sources);
  const { credential } = runtime;
  const isSibling = keys.some(
    ({ source, secret }) => source === credential?.source && secret.reveal() === credential.secret.reveal(),
  );
  return isSibling ? keys : [];
}

function keysOf({ provider, baseUrl }: Runtime, sources: KeySources): readonly PoolKey[] {
  const entry = sources.providers[provider] ?? {};
  const written = writtenKeys(provider, entry);
  const variable = firstSaid(entry.key_env);
  if (variable !== null) return [...written, ...numbered(variable, sources)];
  if (written.length > 0 || !isAtHome(provider, baseUrl)) return written;
  return (findProvider(provider)?.keyEnv ?? []).flatMap((name) => numbered(name, sources));
}

/** Whether this is the address the catalogue gives the provider: keys from the environment go nowhere else. */
export function isAtHome(provider: string, baseUrl: string): boolean {
  const home = findProvider(provider)?.baseUrl ?? null;
  return home !== null && new URL(home).origin === new URL(baseUrl).origin;
}

function numbered(name: string, { secret }: KeySources): readonly PoolKey[] {
  const names = [name, ...Array.from({ length: mostNumbered - 1 }, (_, index) => `${name}_${index + 2}`)];
  return names.flatMap((source) => {
    const value = firstSaid(secret(source));
    return value === null ? [] : [{ source, secret: new Secret(value) }];
  });
}

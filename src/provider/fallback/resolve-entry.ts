import type { Runtime } from "../../domain/runtime.ts";
import {
  firstSaid,
  type ProviderSettings,
  type Resolved,
  resolved,
  type RuntimeInputs,
} from "../resolve/model-settings.ts";
import { resolveRuntime } from "../resolve-runtime.ts";
import { canonical, type FallbackEntry } from "./entries.ts";

/** Settings and secrets, without what one run asked for. */
export type EntryInputs = Pick<RuntimeInputs, "settings" | "secret">;

/**
 * The runtime an entry describes, by the same rules as any other: its own key goes to its own address, a key of the
 * environment to the provider's. `label` names the entry where its key comes from.
 */
export function resolveEntry(
  entry: FallbackEntry,
  label: string,
  { settings, secret }: EntryInputs,
): Resolved<Runtime> {
  const id = canonical(entry.provider);
  const written = settings.providers[id] ?? {};
  const found = resolveRuntime({
    choice: {
      provider: id,
      model: entry.model.trim(),
      baseUrl: firstSaid(entry.base_url) ?? undefined,
      apiMode: entry.api_mode === "auto" ? undefined : entry.api_mode,
    },
    settings: {
      model: { ...settings.model, reasoning_echo: entry.reasoning_echo },
      providers: { ...settings.providers, [id]: withEntryKey(written, entry) },
    },
    environment: { model: null, provider: null },
    secret,
  });
  return found.kind === "ok" ? resolved(named(found.value, entry, label)) : found;
}

/** An address of its own takes no key that was written for another one. */
function withEntryKey(written: ProviderSettings, entry: FallbackEntry): ProviderSettings {
  const { api_key: _key, api_keys: _keys, key_env: _variable, ...keyless } = written;
  const key = firstSaid(entry.api_key);
  const variable = firstSaid(entry.key_env);
  if (key !== null) return { ...keyless, api_key: key };
  if (variable !== null) return { ...keyless, key_env: variable };
  return isElsewhere(entry.base_url, written.base_url) ? keyless : written;
}

function isElsewhere(url: string | undefined, home: string | undefined): boolean {
  if (firstSaid(url) === null || url === undefined) return false;
  if (home === undefined || !URL.canParse(url) || !URL.canParse(home)) return true;
  return new URL(url).origin !== new URL(home).origin;
}

function named(runtime: Runtime, entry: FallbackEntry, label: string): Runtime {
  if (runtime.credential === null || firstSaid(entry.api_key) === null) return runtime;
  return { ...runtime, credential: { ...runtime.credential, source: `${label}.api_key` } };
}

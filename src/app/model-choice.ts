import { configPath, envPath } from "../config/home.ts";
import { changeConfig, type ConfigChange } from "../config/edit.ts";
import { writeEnv } from "../config/env-writer.ts";
import type { Runtime } from "../domain/runtime.ts";
import { findProvider } from "../provider/catalog/catalog.ts";
import type { Resolved, RuntimeInputs } from "../provider/resolve/model-settings.ts";
import { resolveRuntime } from "../provider/resolve-runtime.ts";
import type { Choice, Route } from "../surfaces/setup/model-state.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import type { OpenSettings } from "./open-settings.ts";

const customKey = "CUSTOM_API_KEY";

/** Where a key given for a provider is kept; a custom endpoint has a variable of its own. */
export function keyNameFor(provider: string, settings: OpenSettings["settings"]): string | null {
  if (provider === "custom") return settings.providers["custom"]?.key_env ?? customKey;
  return settings.providers[provider]?.key_env ?? findProvider(provider)?.keyEnv[0] ?? null;
}

/** What the choice would be once it is written down: the same rules, with its key and address. */
export function runtimeOfChoice(opened: OpenSettings, { route, model }: Choice): Resolved<Runtime> {
  const inputs = runtimeInputs(opened, { model: null, provider: null });
  const { provider, key } = route;
  const { providers } = inputs.settings;
  const isCustomKey = provider.id === "custom" && key !== null;
  const custom: RuntimeInputs["settings"]["providers"] = isCustomKey
    ? { custom: { ...providers["custom"], key_env: provider.keyName ?? customKey } }
    : {};
  const chosen: RuntimeInputs = {
    ...inputs,
    settings: {
      model: {
        ...inputs.settings.model,
        default: model,
        provider: provider.id,
        base_url: addressOf(route) ?? "",
        api_mode: "auto",
        context_length: "auto",
      },
      providers: { ...providers, ...custom },
    },
    environment: { model: null, provider: null },
    secret: (name) => (key !== null && name === provider.keyName ? key.reveal() : inputs.secret(name)),
  };
  return resolveRuntime(chosen);
}

/** null: the provider's own. A server found where its kind usually listens needs no address either. */
function addressOf({ provider, baseUrl }: Route): string | null {
  if (baseUrl === null) return null;
  const usual = findProvider(provider.id)?.baseUrl ?? null;
  return usual !== null && new URL(usual).port === new URL(baseUrl).port && isLoopback(baseUrl) ? null : baseUrl;
}

function isLoopback(address: string): boolean {
  return new URL(address).hostname === "127.0.0.1";
}

/** Model and address go to config.yaml, the key to .env. What belonged to another model goes with it. */
export async function storeChoice({ home }: OpenSettings, choice: Choice): Promise<string | null> {
  const { route, model } = choice;
  const { provider, key } = route;
  const written = await changeConfig(configPath(home), changesFor(choice));
  if (written.kind === "refused") return written.reason;
  if (key === null || provider.keyName === null) return null;
  const kept = writeEnv(envPath(home), provider.keyName, key.reveal());
  return kept.kind === "refused" ? `${model}: ${kept.reason}` : null;
}

function changesFor({ route, model }: Choice): readonly ConfigChange[] {
  const { provider, key } = route;
  const isCustomKey = provider.id === "custom" && key !== null;
  return [
    { key: ["model", "default"], value: model },
    { key: ["model", "provider"], value: provider.id },
    { key: ["model", "base_url"], value: addressOf(route) ?? undefined },
    { key: ["model", "api_mode"], value: undefined },
    { key: ["model", "context_length"], value: undefined },
    ...(isCustomKey ? [{ key: ["providers", "custom", "key_env"], value: provider.keyName }] : []),
  ];
}

/** A model that was named: its provider is known already, so an address in the configuration stays if it is its own. */
export async function storeNamed({ home, settings }: OpenSettings, runtime: Runtime): Promise<string | null> {
  const isSameProvider = findProvider(settings.model.provider)?.id === runtime.provider;
  const foreign = ["base_url", "api_mode"].map((name) => ({ key: ["model", name], value: undefined }));
  const written = await changeConfig(configPath(home), [
    { key: ["model", "default"], value: runtime.model },
    { key: ["model", "provider"], value: runtime.provider },
    ...(isSameProvider ? [] : foreign),
    ...(settings.model.default === runtime.model ? [] : [{ key: ["model", "context_length"], value: undefined }]),
  ]);
  return written.kind === "refused" ? written.reason : null;
}

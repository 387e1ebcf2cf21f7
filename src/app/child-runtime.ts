import type { Settings } from "../config/schema/settings.ts";
import type { Runtime } from "../domain/runtime.ts";
import { resolveEntry } from "../provider/fallback/resolve-entry.ts";
import { resolveRuntime } from "../provider/resolve-runtime.ts";
import type { Resolved } from "../provider/resolve/model-settings.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import type { OpenSettings } from "./open-settings.ts";

/** The parent's runtime, with whatever the section `delegation` puts in its place. */
export function childRuntime(
  opened: Pick<OpenSettings, "settings" | "secrets" | "home">,
  parent: Runtime,
): Resolved<Runtime> {
  const { model, provider, base_url, api_key, api_mode } = opened.settings.delegation;
  if ([model, provider, base_url, api_key, api_mode].every((text) => text === "" || text === "auto"))
    return { kind: "ok", value: parent };
  const inputs = runtimeInputs(opened, { model: null, provider: null });
  const inherits = provider === "";
  const choice = {
    provider: inherits ? parent.provider : provider,
    model: model === "" && inherits ? parent.model : model, // another provider has a default of its own
    baseUrl: base_url === "" && inherits ? parent.baseUrl : base_url,
    apiMode: api_mode === "" || api_mode === "auto" ? undefined : api_mode,
  };
  if (base_url === "" && api_key === "") return resolveRuntime({ ...inputs, choice });
  const { baseUrl, apiMode, ...named } = choice;
  return resolveEntry({ ...named, base_url: baseUrl, api_mode: apiMode, api_key }, "delegation", inputs);
}

/** A chain of other models belongs to the provider it was written beside. */
export function childFallbacks({ delegation, fallback_providers: entries }: Settings): typeof entries {
  return delegation.provider === "" ? entries : [];
}

import type { RunOptions } from "../commands/run-options.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { FallbackMemory } from "../domain/fallback.ts";
import { startRuntime } from "../provider/fallback/start-runtime.ts";
import { registryOf } from "../provider/catalog/registry.ts";
import type { RuntimeInputs } from "../provider/resolve/model-settings.ts";
import { refused, type OpenSettings, type Refusal } from "./open-settings.ts";
import { rememberedWindows } from "./served-windows.ts";

type ModelChoice = Pick<RunOptions, "model" | "provider">;

/** The model to talk to: flags, then config.yaml, then the environment, then whatever has a key; else a fallback. */
export function chooseRuntime(
  opened: OpenSettings,
  choice: ModelChoice,
  memory: FallbackMemory,
): { readonly kind: "runtime"; readonly runtime: Runtime } | Refusal {
  const resolved = startRuntime(runtimeInputs(opened, choice), opened.settings.fallback_providers, memory);
  if (resolved.kind === "ok") return { kind: "runtime", runtime: resolved.value };
  return refused(resolved.problem.message, resolved.problem.exitCode);
}

export function runtimeInputs(
  { settings, secrets, home }: Pick<OpenSettings, "settings" | "secrets" | "home">,
  { model, provider }: ModelChoice,
): RuntimeInputs {
  return {
    choice: { model: model ?? undefined, provider: provider ?? undefined },
    settings,
    environment: {
      model: secrets.variable("HERMES_INFERENCE_MODEL") ?? null,
      provider: secrets.variable("HERMES_INFERENCE_PROVIDER") ?? null,
    },
    secret: (name) => secrets.secret(name)?.reveal() ?? null,
    listed: registryOf(home.path),
    served: rememberedWindows(home.path),
  };
}

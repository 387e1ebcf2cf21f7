import type { RunOptions } from "../commands/run-options.ts";
import type { Runtime } from "../domain/runtime.ts";
import { resolveRuntime } from "../provider/resolve-runtime.ts";
import { refused, type OpenSettings, type Refusal } from "./open-settings.ts";

/** The model to talk to: flags, then config.yaml, then the environment, then whatever has a key. */
export function chooseRuntime(
  { settings, secrets }: OpenSettings,
  { model, provider }: Pick<RunOptions, "model" | "provider">,
): { readonly kind: "runtime"; readonly runtime: Runtime } | Refusal {
  const resolved = resolveRuntime({
    choice: { model: model ?? undefined, provider: provider ?? undefined },
    settings,
    environment: {
      model: secrets.variable("HERMES_INFERENCE_MODEL") ?? null,
      provider: secrets.variable("HERMES_INFERENCE_PROVIDER") ?? null,
    },
    secret: (name) => secrets.secret(name)?.reveal() ?? null,
  });
  if (resolved.kind === "ok") return { kind: "runtime", runtime: resolved.value };
  return refused(resolved.problem.message, resolved.problem.exitCode);
}

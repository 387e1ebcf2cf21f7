import type { RunOptions } from "../commands/run-options.ts";
import type { FallbackMemory } from "../domain/fallback.ts";
import { resolveKeyless } from "../provider/resolve-runtime.ts";
import { chooseRuntime, runtimeInputs } from "./choose-runtime.ts";
import { refused, type OpenSettings } from "./open-settings.ts";

/** The model a session would talk to. A missing key is no obstacle to looking; without any model it is the offline one. */
export function runtimeToLookAt(
  opened: OpenSettings,
  choice: Pick<RunOptions, "model" | "provider">,
  memory: FallbackMemory,
): ReturnType<typeof chooseRuntime> {
  const ready = chooseRuntime(opened, choice, memory);
  if (ready.kind === "runtime") return ready;
  const named = resolveKeyless(runtimeInputs(opened, choice));
  if (named.kind === "ok") return { kind: "runtime", runtime: named.value };
  if (named.problem.kind === "no-model") return runtimeToLookAt(opened, { model: null, provider: "demo" }, memory);
  return refused(named.problem.message, named.problem.exitCode);
}

import type { Runtime } from "../domain/runtime.ts";
import { resolveRuntime } from "../provider/resolve-runtime.ts";
import type { AgentOptions, ModelChoice } from "./agent-options.ts";
import { choiceSettings, sessionRequest } from "./agent-setup.ts";
import { AgentSetupError } from "./agent-setup-error.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import { openSettings } from "./open-settings.ts";

/** The runtime a choice means, with settings and keys as they are now; nothing is changed. */
export async function resolveChoice(options: AgentOptions, choice: ModelChoice): Promise<Runtime> {
  const { call } = sessionRequest(options);
  const settings = await openSettings(call.context, choiceSettings(options, choice));
  if (settings.kind === "refused") throw new AgentSetupError(settings.message, settings.exitCode);
  const resolved = resolveRuntime(runtimeInputs(settings, choice));
  if (resolved.kind === "ok") return resolved.value;
  throw new AgentSetupError(resolved.problem.message, resolved.problem.exitCode);
}

import type { CommandCall, CommandRun } from "../commands/command.ts";
import { fail } from "../commands/fail.ts";
import { noLog } from "../domain/log.ts";
import { findProvider } from "../provider/catalog/catalog.ts";
import { resolveRuntime } from "../provider/resolve-runtime.ts";
import type { ModelEnd } from "../surfaces/setup/model-state.ts";
import { setupPhrases as say } from "../text/phrases/setup.ts";
import { buildAsker, hasTerminal } from "./build-asker.ts";
import { buildModelClient } from "./build-model-client.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import { exitCodes } from "./exit-codes.ts";
import { storeNamed } from "./model-choice.ts";
import { openSettings, type OpenSettings } from "./open-settings.ts";
import { tinyQuestion } from "./tiny-question.ts";

/** `hermes model`: with a name it is checked and stored; without one the person is asked. */
export function modelRun(process: NodeJS.Process): CommandRun {
  return async (call) => {
    const opened = await openSettings(call.context);
    if (opened.kind === "refused") return fail(call, opened.message, opened.exitCode);
    const [reference] = call.positionals;
    if (reference !== undefined && reference.trim() !== "") return useNamed(call, opened, reference.trim());
    if (reference !== undefined || !hasTerminal(call)) return fail(call, say.modelNeedsTerminal, exitCodes.usage);
    return told(call, await askForModel(call, opened, process, false));
  };
}

/** The questions about the model, to their end. */
export async function askForModel(
  call: CommandCall,
  opened: OpenSettings,
  process: NodeJS.Process,
  isFirst: boolean,
): Promise<ModelEnd> {
  const { modelBeginning, modelWorld } = await import("./model-world.ts");
  const { modelFlow } = await import("../surfaces/setup/model-flow.ts");
  const { runFlow } = await import("../surfaces/setup/flow.ts");
  using seat = await buildAsker(call, process);
  return await runFlow(modelFlow, modelBeginning(opened, isFirst), modelWorld(opened, call.context), seat.asker);
}

export function told(call: CommandCall, end: ModelEnd): number {
  switch (end.kind) {
    case "failed":
      return fail(call, end.message, exitCodes.failed);
    case "left":
    case "demo":
      call.terminal.out(`${say.left}\n`);
      return exitCodes.ok;
    case "stored":
      call.terminal.out(`${say.saved(end.provider, end.model)}\n`);
      return exitCodes.ok;
  }
}

/**
 * A provider's name in front is one, whatever the models of the current provider are called. Alone it means the
 * provider's default model, unless a server of one's own is in use: Ollama has a model called mistral.
 */
function namedIn(reference: string, { settings }: OpenSettings) {
  const [prefix = "", ...rest] = reference.split("/");
  const model = rest.join("/");
  const isProvider = findProvider(prefix) !== null || Object.hasOwn(settings.providers, prefix);
  const isServerInUse = findProvider(settings.model.provider)?.keyless ?? false;
  if (!isProvider || (model === "" && isServerInUse)) return { provider: null, model: reference };
  return { provider: prefix, model: model === "" ? null : model };
}

async function useNamed(call: CommandCall, opened: OpenSettings, reference: string): Promise<number> {
  const { context } = call;
  const found = resolveRuntime(runtimeInputs(opened, namedIn(reference, opened)));
  if (found.kind === "problem") return fail(call, found.problem.message, found.problem.exitCode);
  const runtime = found.value;
  if (runtime.credential !== null) {
    const client = await buildModelClient({ ...opened, runtime, log: noLog }, context);
    const answer = await tinyQuestion(client, runtime, context.clock, context.signal);
    if (answer.kind === "failed") {
      const message = answer.isKey ? say.refused : say.unchecked;
      return fail(call, message(runtime.provider, answer.message), exitCodes.failed);
    }
  }
  const problem = await storeNamed(opened, runtime);
  if (problem !== null) return fail(call, problem, exitCodes.failed);
  return told(call, { kind: "stored", provider: runtime.provider, model: runtime.model });
}

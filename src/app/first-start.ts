import type { CommandCall } from "../commands/command.ts";
import { fail } from "../commands/fail.ts";
import type { RunOptions } from "../commands/run-options.ts";
import { setupPhrases as say } from "../text/phrases/setup.ts";
import { exitCodes } from "./exit-codes.ts";
import type { OpenSettings } from "./open-settings.ts";

export type FirstStart =
  | { readonly kind: "ready"; readonly options: RunOptions }
  | { readonly kind: "over"; readonly exitCode: number };

/** The first minute: a model that is found, given or simulated, or everything stays as it was. */
export async function firstStart(
  call: CommandCall,
  opened: OpenSettings,
  options: RunOptions,
  process: NodeJS.Process,
): Promise<FirstStart> {
  const { askForModel } = await import("./model-command.ts");
  const end = await askForModel(call, opened, process, true);
  switch (end.kind) {
    case "left":
      call.terminal.out(`${say.leftFirst}\n`);
      return { kind: "over", exitCode: exitCodes.notConfigured };
    case "failed":
      return { kind: "over", exitCode: fail(call, end.message, exitCodes.failed) };
    case "demo":
      call.terminal.out(`${say.demoStarts}\n`);
      return { kind: "ready", options: { ...options, provider: "demo" } };
    case "stored":
      call.terminal.out(`${say.saved(end.provider, end.model)}\n`);
      return { kind: "ready", options };
  }
}

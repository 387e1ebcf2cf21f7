import type { CommandCall, CommandRun } from "../commands/command.ts";
import { readRunOptions, type RunOptions } from "../commands/run-options.ts";
import { noLog } from "../domain/log.ts";
import { hasPerson } from "../surfaces/once/person.ts";
import { runOnce } from "../surfaces/once/run-once.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import { exitCodes } from "./exit-codes.ts";
import { openSession } from "./open-session.ts";
import { readChunks } from "./process-terminal.ts";
import { stopSources } from "./stop-sources.ts";

/** `run`, `-z`, `chat -q` and whatever has no screen: one prompt, one answer, an exit code. */
export function headlessRun(process: NodeJS.Process): CommandRun {
  return async (call) => {
    const read = readRunOptions(call);
    if (read.kind === "options") return run(call, read.options, process);
    call.terminal.err(say.error(read.message));
    return exitCodes.usage;
  };
}

export async function run(call: CommandCall, options: RunOptions, process: NodeJS.Process): Promise<number> {
  const { terminal, context } = call;
  return runOnce({
    request: options,
    openSession: async () => {
      const opening = await openSession({
        call,
        options,
        canBeAsked: isDialogue(options),
        answersPermissions: isDialogue(options) || hasPerson(options, terminal),
      });
      quickSteps(process);
      return opening;
    },
    terminal,
    readChunks: (signal) => readChunks(process.stdin, signal),
    stops: stopSources(process),
    clock: context.clock,
    log: noLog, // the session keeps its own log in the home, which is not known before it opens
    cwd: context.cwd,
  });
}

/**
 * A turn is over before V8's optimising compilers are warm: simple code at once makes the first steps faster. Only from
 * here on: a start runs most of its code once, and compiling that too would take 25 ms.
 */
function quickSteps(process: NodeJS.Process): void {
  process.getBuiltinModule("node:v8").setFlagsFromString("--always-sparkplug");
}

/** A client that reads questions as they come and can answer them. */
function isDialogue({ inputFormat, outputFormat }: RunOptions): boolean {
  return inputFormat === "stream-json" && outputFormat === "stream-json";
}

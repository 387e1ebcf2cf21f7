import type { CommandCall, CommandRun } from "../commands/command.ts";
import { readRunOptions } from "../commands/run-options.ts";
import { compressRun } from "../commands/sessions/compress.ts";
import { exitCodes } from "./exit-codes.ts";
import { openSession } from "./open-session.ts";
import type { SessionOpening } from "./session-request.ts";
import { refused } from "./open-settings.ts";

/** The session is opened as for a run; without a model to be asked no key is needed either. */
export function compressCommand(): CommandRun {
  return compressRun(open);
}

async function open(call: CommandCall, reference: string, looks: boolean): Promise<SessionOpening> {
  const read = readRunOptions({ flags: { resume: reference, quiet: true }, positionals: [] });
  if (read.kind === "problem") return refused(read.message, exitCodes.usage);
  return openSession({ call, options: read.options, ...(looks ? { onlyLooks: true } : {}) });
}

import { cliPhrases } from "../text/phrases/cli.ts";
import type { CommandCall } from "./command.ts";

/** One line on stderr that begins with the program's name, and the exit code. */
export function fail({ terminal }: Pick<CommandCall, "terminal">, message: string, code: number): number {
  terminal.err(cliPhrases.error(message));
  return code;
}

export function warn({ terminal }: Pick<CommandCall, "terminal">, message: string): void {
  terminal.err(`${cliPhrases.warning(message)}\n`);
}

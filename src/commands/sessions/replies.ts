import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandCall } from "../command.ts";
import { fail } from "../fail.ts";

export const exit = { ok: 0, failed: 1, usage: 2 } as const;

export function usage(call: CommandCall, form: string): number {
  return fail(call, say.usage(form), exit.usage);
}

export function line(call: CommandCall, text: string): number {
  call.terminal.out(`${text}\n`);
  return exit.ok;
}

export function json(call: CommandCall, value: unknown): number {
  return line(call, JSON.stringify(value, null, 2));
}

/** The text of a flag that takes a value. */
export function valueOf(call: CommandCall, flag: string): string | undefined {
  const value = call.flags[flag];
  return typeof value === "string" ? value : undefined;
}

export function has(call: CommandCall, flag: string): boolean {
  return call.flags[flag] === true;
}

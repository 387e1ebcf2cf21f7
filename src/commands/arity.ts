import type { CommandSpec } from "./command.ts";

export type Arity = { readonly least: number; readonly most: number };

/**
 * How many words a command takes, read from its usage: `<must>`, `[may]`, and `...` for any number of the last.
 * A command with subcommands takes none of its own: a word there is a subcommand, or a slip.
 */
export function arityOf({ usage, subcommands }: Pick<CommandSpec, "usage" | "subcommands">): Arity {
  if (subcommands.length > 0) return { least: 0, most: 0 };
  const brackets = /\[[^\]]*\]/g;
  const least = usage.replaceAll(brackets, "").match(/<[^>]+>/g)?.length ?? 0;
  const optional = (usage.match(brackets) ?? []).filter((group) => !group.startsWith("[-")).length; // "[--json]" is a flag
  return { least, most: /\.\.\.|…/.test(usage) ? Infinity : least + optional };
}

import type { CommandRun, CommandSpec } from "./command.ts";

/** A subcommand of a group, named after what it runs. */
export type GroupRow<Name extends string> = Pick<CommandSpec, "usage" | "summary" | "flags"> & { readonly name: Name };

type Group<Name extends string> = {
  readonly name: string;
  readonly summary: string;
  readonly rows: readonly GroupRow<Name>[];
  /** What the group's name alone means. */
  readonly defaultCommand: NoInfer<Name>;
  /** All of them stand in one module, which is loaded when one is called. */
  readonly load: () => Promise<Readonly<Record<Name, CommandRun>>>;
};

/** A command that is nothing but its subcommands. */
export function commandGroup<Name extends string>(group: Group<Name>): CommandSpec {
  const { name, summary, rows, defaultCommand, load } = group;
  const subcommands = rows.map((row) => ({
    ...row,
    subcommands: [],
    load: async (): Promise<CommandRun> => (await load())[row.name],
  }));
  return { name, summary, usage: "", flags: [], subcommands, defaultCommand, load: null };
}

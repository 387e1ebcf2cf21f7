import type { CommandSpec, FlagSpec } from "../command.ts";

/** One place on the command line: what may follow there. */
export type CompletionNode = {
  /** From the program's name on, with single spaces. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly flags: readonly FlagSpec[];
  /** The values of the first argument, where they are known. */
  readonly words: readonly string[];
};

export function completionNodes(root: CommandSpec): readonly CompletionNode[] {
  return nodesBelow([root]);
}

function nodesBelow(path: readonly [CommandSpec, ...CommandSpec[]]): readonly CompletionNode[] {
  const command = path.at(-1) ?? path[0];
  const standIn = command.subcommands.find(({ name }) => name === command.defaultCommand);
  const flags = [...path.flatMap((part) => part.flags), ...(standIn?.flags ?? [])];
  const node = {
    path: path.map(({ name }) => name).join(" "),
    commands: command.subcommands.map(({ name, summary }) => ({ name, summary })),
    flags: distinct(flags).filter((flag) => path.length === 1 || flag.becomes === undefined),
    words: command.choices ?? [],
  };
  return [node, ...command.subcommands.flatMap((child) => nodesBelow([...path, child]))];
}

function distinct(flags: readonly FlagSpec[]): readonly FlagSpec[] {
  return flags.filter((flag, at) => flags.findIndex(({ name }) => name === flag.name) === at);
}

/** As typed: `--model` and `-m`. */
export function spellings({ name, short }: FlagSpec): readonly string[] {
  return short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
}

/** Whether the next word belongs to the flag. An optional value does so only after an equals sign here. */
export function takesWord({ kind }: FlagSpec): boolean {
  return kind === "value" || kind === "repeatable";
}

/** What the value names, read from its placeholder. */
export function valueKind({ value, choices }: FlagSpec): "choices" | "file" | "folder" | "free" {
  if (choices !== undefined) return "choices";
  if (value === "DIR") return "folder";
  return value === "FILE" || value === "PATH" ? "file" : "free";
}

import type { Assignment, Command, SyntaxNode, Word } from "unbash";

/** What a text itself says a variable may hold, by name. */
export type Variables = ReadonlyMap<string, readonly string[]>;

const mostValues = 16;

/** Every value that is assigned to a variable anywhere in the text, loops and function arguments included. */
export function variablesIn(
  nodes: readonly SyntaxNode[],
  known: Variables,
  textsOf: (word: Word, variables: Variables) => readonly string[],
): Variables {
  const found = new Map(known);
  const add = (name: string, values: readonly string[]): void => {
    found.set(name, [...new Set([...(found.get(name) ?? []), ...values])].slice(0, mostValues));
  };
  const functions = new Set(nodes.flatMap((node) => (node.type === "Function" ? [node.name.value] : [])));
  for (const node of nodes) {
    if (node.type === "Assignment") add(node.name, assigned(node, found, textsOf));
    if (node.type === "For")
      add(
        node.name.value,
        (node.wordlist ?? []).flatMap((word) => textsOf(word, found)),
      );
    if (node.type === "Command") for (const [name, values] of parametersOf(node, functions)) add(name, values);
  }
  return found;
}

function assigned(
  { name, value, append }: Assignment,
  known: Variables,
  textsOf: (word: Word, variables: Variables) => readonly string[],
): readonly string[] {
  const texts = (value.type === "Word" ? [value] : value.elements).flatMap((word) => textsOf(word, known));
  if (append !== true) return texts;
  return (known.get(name) ?? [""]).flatMap((before) => texts.map((text) => before + text)).slice(0, mostValues);
}

type Parameter = readonly [name: string, values: readonly string[]];

/** The arguments of a function that the text defines, and those of `set -- …`. */
function parametersOf(command: Command, functions: ReadonlySet<string>): readonly Parameter[] {
  const name = command.name?.value ?? "";
  if (!functions.has(name) && name !== "set") return [];
  const words = command.args.flatMap((arg) => (arg.type === "Word" ? [arg.value] : []));
  return positional(name === "set" ? words.filter((word) => !word.startsWith("-")) : words, 1);
}

export function positional(words: readonly string[], first: number): readonly Parameter[] {
  const numbered = words.map((word, at): Parameter => [String(at + first), [word]]);
  return words.length === 0 ? [] : [...numbered, ["@", words], ["*", words]];
}

import type { Command, CommandArgument, Redirection, SyntaxNode } from "unbash";
import { loadGrammar, parseWith, type Grammar } from "./parse-shell.ts";
import { payloadsOf } from "./payloads.ts";
import { readWord } from "./read-word.ts";
import { redirections } from "./redirections.ts";
import { programOf, simpleCommand, type ShellWord, type SimpleCommand } from "./simple-command.ts";
import { unwrapped } from "./unwrap.ts";
import { positional, variablesIn, type Variables } from "./variables.ts";

/** All that a text would run, and the nodes of every text in it; or why that could not be found out. */
export type ShellReading =
  | { readonly kind: "read"; readonly commands: readonly SimpleCommand[]; readonly nodes: readonly SyntaxNode[] }
  | { readonly kind: "unreadable"; readonly why: string };

const deepest = 8;
const mostCommands = 2_000;

/** Every simple command at every depth: substitutions, wrappers, text handed to another shell. Null: not readable. */
export async function simpleCommands(text: string): Promise<readonly SimpleCommand[] | null> {
  const reading = await readShell(text);
  return reading.kind === "read" ? reading.commands : null;
}

export async function readShell(text: string): Promise<ShellReading> {
  const grammar = await loadGrammar();
  try {
    const nodes: SyntaxNode[] = [];
    const start = { grammar, nodes, variables: new Map(), inputs: [], depth: 0, budget: { left: mostCommands } };
    return { kind: "read", commands: readText(text, start), nodes };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "unreadable", why: error.message };
    throw error;
  }
}

class Unreadable extends Error {}

type Reader = {
  readonly grammar: Grammar;
  readonly nodes: SyntaxNode[];
  readonly variables: Variables;
  readonly inputs: readonly SimpleCommand[];
  readonly depth: number;
  readonly budget: { left: number };
};

function readText(text: string, reader: Reader): readonly SimpleCommand[] {
  if (reader.depth > deepest) throw new Unreadable("text within text is nested too deeply");
  const script = parseWith(reader.grammar, text);
  if (script.kind === "unreadable") throw new Unreadable(script.why);
  const [root] = script.nodes;
  for (const node of script.nodes) reader.nodes.push(node);
  const variables = variablesIn(script.nodes, reader.variables, (word, known) =>
    readWord(word, known, () => []).map((one) => one.text),
  );
  return root === undefined ? [] : read(root, { ...reader, variables });
}

function read(node: SyntaxNode, reader: Reader): readonly SimpleCommand[] {
  switch (node.type) {
    case "Command":
      return readCommand(node, reader);
    case "Pipeline":
      return readInTurn(node.commands, reader);
    case "Redirected": {
      const feed = simpleCommand({ argv: [], ...redirections(node.redirects, reader.variables) });
      const inputs = [...reader.inputs, ...innerOf(node.redirects, reader), feed];
      return [feed, ...read(node.command, { ...reader, inputs })];
    }
    default:
      return below(node, reader);
  }
}

function below(node: SyntaxNode, reader: Reader): readonly SimpleCommand[] {
  const found: SimpleCommand[] = [];
  reader.grammar.forEachChild(node, (child) => void found.push(...read(child, reader)));
  return found;
}

/** Each may read what all before it wrote. */
function readInTurn(nodes: readonly SyntaxNode[], reader: Reader): readonly SimpleCommand[] {
  return nodes.reduce<readonly SimpleCommand[]>(
    (before, node) => [...before, ...read(node, { ...reader, inputs: [...reader.inputs, ...before] })],
    [],
  );
}

function readCommand(command: Command, reader: Reader): readonly SimpleCommand[] {
  const settings = command.prefix.flatMap((one) => (one.type === "Assignment" ? wordsOf(one, reader) : []));
  const name = (command.name === undefined ? [] : wordsOf(command.name, reader)).filter(({ text }) => text !== "");
  const args = command.args.flatMap((arg) => wordsOf(arg, reader));
  const inner = innerOf(command.redirects, reader);
  const parts = {
    settings: settings.map(({ text }) => text),
    inputs: [...reader.inputs, ...inner],
    ...redirections(command.redirects, reader.variables),
  };
  const layers = namesIn(name).flatMap((names) => layersOf(simpleCommand({ ...parts, argv: [...names, ...args] })));
  spend(layers.length, reader);
  const from = [...new Set([...settings, ...name, ...args].flatMap((word) => word.from))];
  return [...from, ...inner, ...layers, ...layers.flatMap((layer) => readPayloads(layer, reader))];
}

/** `$x` may be one of several programs, or a program and its first arguments. */
function namesIn(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  return words.length < 2 ? [words] : words.map((_, at) => words.slice(at));
}

function layersOf(command: SimpleCommand): readonly SimpleCommand[] {
  const layers = unwrapped(command);
  if (layers === null) throw new Unreadable("it is wrapped too often");
  return layers;
}

function spend(commands: number, { budget }: Reader): void {
  budget.left -= commands;
  if (budget.left < 0) throw new Unreadable("it has too many commands");
}

function readPayloads(command: SimpleCommand, reader: Reader): readonly SimpleCommand[] {
  return payloadsOf(command).flatMap(({ text, parameters }) => {
    const variables = new Map([...reader.variables, ...positional(parameters, 0)]);
    const commands = readText(text, { ...reader, variables, depth: reader.depth + 1 });
    return commands.map((one) => ({
      ...one,
      under: [...command.under, programOf(command.words[0]), ...one.under],
      elsewhere: one.elsewhere || command.elsewhere || programOf(command.words[0]) === "ssh",
    }));
  });
}

function wordsOf(argument: CommandArgument, reader: Reader): readonly ShellWord[] {
  if (argument.type === "Word") return readWord(argument, reader.variables, (part) => below(part, reader));
  const values = argument.value.type === "Word" ? [argument.value] : argument.value.elements;
  return values
    .flatMap((word) => readWord(word, reader.variables, (part) => below(part, reader)))
    .map((word) => ({ ...word, text: `${argument.name}=${word.text}` }));
}

/** Commands inside redirections: `< <(curl …)`, `<<< "$(curl …)"`, a here-document that is expanded. */
function innerOf(redirects: readonly Redirection[], reader: Reader): readonly SimpleCommand[] {
  return redirects.flatMap((redirect) => below(redirect, reader));
}

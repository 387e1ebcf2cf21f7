import type { Command, CommandArgument, SyntaxNode, WordPart } from "unbash";
import { sourceOf } from "./known-output.ts";
import { loadGrammar, parseWith, type Grammar } from "./parse-shell.ts";
import { payloadsOf, type Payload } from "./payloads.ts";
import { readWord } from "./read-word.ts";
import { redirections } from "./redirections.ts";
import { programOf, simpleCommand, type ShellWord, type SimpleCommand, type Source } from "./simple-command.ts";
import { unwrapped } from "./unwrap.ts";
import { positional, variablesIn, type Variables } from "./variables.ts";

/** All that a text would run, and the nodes of every text in it; or why that could not be found out. */
export type ShellReading =
  | {
      readonly kind: "read";
      readonly commands: readonly SimpleCommand[];
      readonly nodes: readonly SyntaxNode[];
      /** Texts within the text that could not be read, and why. */
      readonly unread: readonly Unread[];
    }
  | { readonly kind: "unreadable"; readonly why: string };

type Unread = { readonly text: string; readonly why: string };

const deepest = 8;
const mostCommands = 2_000;
const mostWords = 5_000;
const mostInputs = 32;

/** Every simple command at every depth: substitutions, wrappers, text handed to another shell. Null: not readable. */
export async function simpleCommands(text: string): Promise<readonly SimpleCommand[] | null> {
  const reading = await readShell(text);
  return reading.kind === "read" && reading.unread.length === 0 ? reading.commands : null;
}

export async function readShell(text: string): Promise<ShellReading> {
  const grammar = await loadGrammar();
  try {
    const found = { nodes: [], unread: [], budget: { commands: mostCommands, words: mostWords } };
    const commands = readText(text, { ...found, grammar, variables: new Map(), inputs: [], depth: 0 });
    return { kind: "read", commands, nodes: found.nodes, unread: found.unread };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "unreadable", why: error.message };
    throw error;
  }
}

class Unreadable extends Error {}
class TooMuch extends Unreadable {}

type Reader = {
  readonly grammar: Grammar;
  readonly nodes: SyntaxNode[];
  readonly unread: Unread[];
  readonly variables: Variables;
  readonly inputs: readonly Source[];
  readonly depth: number;
  readonly budget: { commands: number; words: number };
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
      const inner = node.redirects.flatMap((redirect) => below(redirect, reader));
      return [feed, ...inner, ...read(node.command, fedBy([...inner, feed], reader))];
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
  const found: SimpleCommand[] = [];
  for (const node of nodes) found.push(...read(node, fedBy(found.slice(-mostInputs), reader)));
  return found;
}

function fedBy(commands: readonly SimpleCommand[], reader: Reader): Reader {
  return { ...reader, inputs: [...reader.inputs, ...commands.map(sourceOf)].slice(-mostInputs) };
}

function readCommand(command: Command, reader: Reader): readonly SimpleCommand[] {
  const inner: SimpleCommand[] = [];
  const words = (argument: CommandArgument): readonly ShellWord[] => wordsOf(argument, reader, inner);
  const settings = command.prefix.flatMap((one) => (one.type === "Assignment" ? words(one) : []));
  const name = (command.name === undefined ? [] : words(command.name)).filter(({ text }) => text !== "");
  const args = command.args.flatMap(words);
  const beside = command.redirects.flatMap((redirect) => below(redirect, reader));
  const parts = {
    settings: settings.map(({ text }) => text),
    inputs: fedBy(beside, reader).inputs,
    ...redirections(command.redirects, reader.variables),
  };
  const layers = namesIn(name).flatMap((names) => layersOf(simpleCommand({ ...parts, argv: [...names, ...args] })));
  spend(layers, reader);
  return [...inner, ...beside, ...layers, ...layers.flatMap((layer) => readPayloads(layer, reader))];
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

/** Rules look at every word and some at the file behind it: beyond a limit that would take too long. */
function spend(layers: readonly SimpleCommand[], { budget }: Reader): void {
  budget.commands -= layers.length;
  budget.words -= Math.max(...layers.map(({ words }) => words.length));
  if (budget.commands < 0) throw new TooMuch("it has too many commands");
  if (budget.words < 0) throw new TooMuch("it has too many words");
}

function readPayloads(command: SimpleCommand, reader: Reader): readonly SimpleCommand[] {
  return payloadsOf(command).flatMap((payload) =>
    readPayload(payload, reader).map((one) => ({
      ...one,
      under: [...command.under, programOf(command.words[0]), ...one.under],
      elsewhere: one.elsewhere || command.elsewhere || programOf(command.words[0]) === "ssh",
    })),
  );
}

/** A text within that cannot be read does not hide what stands around it. */
function readPayload({ text, parameters, typed }: Payload, reader: Reader): readonly SimpleCommand[] {
  const variables = new Map([...reader.variables, ...positional(parameters, 0)]);
  try {
    return readText(text, { ...reader, variables, inputs: typed ? [] : reader.inputs, depth: reader.depth + 1 });
  } catch (error) {
    if (!(error instanceof Unreadable) || error instanceof TooMuch) throw error;
    reader.unread.push({ text, why: error.message });
    return [];
  }
}

/** The words of an argument. Commands inside it are added to `inner`. */
function wordsOf(argument: CommandArgument, reader: Reader, inner: SimpleCommand[]): readonly ShellWord[] {
  const readInner = (part: WordPart): readonly Source[] => {
    const found = below(part, reader);
    inner.push(...found);
    return found.map(sourceOf);
  };
  if (argument.type === "Word") return readWord(argument, reader.variables, readInner);
  if (argument.index !== undefined) inner.push(...below(argument.index, reader)); // x[$(…)]=1
  const values = argument.value.type === "Word" ? [argument.value] : argument.value.elements;
  return values
    .flatMap((word) => readWord(word, reader.variables, readInner))
    .map((word) => ({ ...word, text: `${argument.name}=${word.text}` }));
}

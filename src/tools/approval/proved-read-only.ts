import type { Command, ParameterExpansionPart, Redirection, SyntaxNode, Word } from "unbash";
import { absolutePath, readVerdict, type PathRules } from "../../safety/paths.ts";
import { argumentsOf, commandsOf, literalOf, parseShell } from "../shell/parse-shell.ts";
import { readings } from "../shell/normalise.ts";
import { isFullyCovered } from "../shell/uncovered.ts";
import { expandWord } from "./expand-word.ts";
import { readOnlyCommands, readOnlyGit, type ReadOnlyCommand } from "./read-only-commands.ts";

export type ReadOnlyProof = { readonly proved: true } | { readonly proved: false; readonly why: string };

type Place = { readonly cwds: readonly string[]; readonly paths: PathRules };

const understoodOutputs = new Set<string>([">", ">>", ">|", "&>", "&>>", ">&", "<&"]);
const mostFolders = 64;
const proved: ReadOnlyProof = { proved: true };
const understood = new Set<SyntaxNode["type"]>([
  "Script",
  "Statement",
  "AndOr",
  "Pipeline",
  "Command",
  "Word",
  "Literal",
  "SingleQuoted",
  "DoubleQuoted",
  "AnsiCQuoted",
  "SimpleExpansion",
  "ParameterExpansion",
  "CommandExpansion",
  "Glob",
  "Redirect",
  "HereString",
  "FileDescriptor",
  "Negation",
  "Time",
]);

/** Whether a command line surely changes nothing and reads no secrets. What is not proved counts as writing. */
export async function proveReadOnly(command: string, cwd: string, paths: PathRules): Promise<ReadOnlyProof> {
  for (const text of readings(command)) {
    const script = await parseShell(text);
    if (script.kind === "unreadable") return not(`the command could not be parsed: ${script.why}`);
    const proof = proveScript(script.nodes, text, { cwds: foldersOf(script.nodes, cwd, paths), paths });
    if (!proof.proved) return proof;
  }
  return proved;
}

function proveScript(nodes: readonly SyntaxNode[], text: string, place: Place): ReadOnlyProof {
  for (const node of nodes) {
    const problem = nodeProblem(node, text);
    if (problem !== null) return not(problem);
  }
  const commands = commandsOf(nodes);
  if (commands.length === 0) return not("there is no command in it");
  return commands.map((command) => proveCommand(command, place)).find((proof) => !proof.proved) ?? proved;
}

function nodeProblem(node: SyntaxNode, text: string): string | null {
  if (!understood.has(node.type)) return `${node.type} is not among the constructs that are looked into`;
  switch (node.type) {
    case "Script":
      return isFullyCovered(node, text) ? null : "a part of it could not be read";
    case "Statement":
      return node.background === true ? "it runs in the background" : null;
    case "CommandExpansion":
      return node.script === undefined ? "a substitution could not be read" : null;
    case "ParameterExpansion":
      return isPlainVariable(node) ? null : "an expansion in it may do more than insert a value";
    default:
      return null;
  }
}

function isPlainVariable({ prefix, index, operation }: ParameterExpansionPart): boolean {
  return prefix === undefined && index === undefined && operation === undefined;
}

function proveCommand(command: Command, place: Place): ReadOnlyProof {
  const name = literalOf(command.name);
  if (name === null) return not("the name of the command is not plain text");
  const redirection = command.redirects
    .map((one) => redirectionProblem(one, place))
    .find((problem) => problem !== null);
  if (redirection !== undefined) return not(redirection);
  const words = argumentsOf(command);
  if (name === "cd") return proveCd(words, place);
  return name === "git" ? proveGit(words, place) : prove(name, readOnlyCommands.get(name), words, place);
}

function proveCd(words: readonly Word[], { cwds }: Place): ReadOnlyProof {
  const target = literalOf(words[0]) ?? "~";
  const known = words.length <= 1 && words.every((word) => literalOf(word) !== null) && !/^-|^~[^/]/.test(target);
  return known && cwds.length < mostFolders ? proved : not("cd leads to an unknown folder");
}

function proveGit(words: readonly Word[], place: Place): ReadOnlyProof {
  const rest = literalOf(words[0]) === "--no-pager" ? words.slice(1) : words;
  const sub = literalOf(rest[0]) ?? "";
  return prove(`git ${sub}`, readOnlyGit.get(sub), rest.slice(1), place);
}

function prove(name: string, rule: ReadOnlyCommand | undefined, words: readonly Word[], place: Place): ReadOnlyProof {
  if (rule === undefined) return not(`${name} is not on the list of read-only commands`);
  if (rule.data === true) {
    const flags = words.map(literalOf).filter((word) => word !== null);
    return flags.some((flag) => isForbidden(flag, rule)) ? not(`${name} may write with these flags`) : proved;
  }
  const expanded = words.map((word) => expandWord(word, place.cwds, place.paths.userHome));
  if (expanded.some((values) => values === null)) return not(`an argument of ${name} is only known when it runs`);
  const args = expanded.flatMap((values) => values ?? []);
  if (args.some((arg) => isForbidden(arg, rule)) || rule.check?.(args, place.cwds) === false) {
    return not(`${name} may write, execute or read more with these arguments`);
  }
  const secret = args.find((arg) => namesSecret(arg, place));
  return secret === undefined ? proved : not(`${secret} may hold secrets`);
}

/** `-uo`, `-o`, `--output`, `--outp=x`: a short flag anywhere in its cluster, a long one by any abbreviation. */
function isForbidden(arg: string, { shorts = "", longs = [] }: ReadOnlyCommand): boolean {
  if (arg.startsWith("--")) {
    const given = arg.slice(2).split("=")[0] ?? "";
    return given !== "" && longs.some((long) => long.startsWith(given) || given.startsWith(`${long}-`));
  }
  return arg.startsWith("-") && shorts.split("").some((letter) => arg.slice(1).includes(letter));
}

/** An argument, or the part of it behind `-f`, `=` or `:`, may be a path. */
function namesSecret(arg: string, place: Place): boolean {
  const parts = [
    arg,
    arg.replace(/^-[A-Za-z]/, ""),
    arg.slice(arg.indexOf("=") + 1),
    arg.slice(arg.lastIndexOf(":") + 1),
  ];
  return parts.some((part) => part !== "" && isSecretPath(part, place));
}

function isSecretPath(path: string, { cwds, paths }: Place): boolean {
  return cwds.some((cwd) => readVerdict(absolutePath(path, cwd, paths.userHome), paths).kind === "denied");
}

function redirectionProblem(redirection: Redirection, place: Place): string | null {
  if (redirection.type === "HereString") return null;
  if (redirection.type === "HereDoc") return "a here-document is not looked into";
  const target = literalOf(redirection.target);
  if (target === null) return "a redirection goes to an unknown place";
  if (redirection.operator === "<") return isSecretPath(target, place) ? `${target} may hold secrets` : null;
  if (!understoodOutputs.has(redirection.operator)) return "a redirection is not understood";
  const joins = redirection.operator.endsWith("&") && /^(?:\d|-)$/.test(target); // 2>&1 and the like
  return joins || target === "/dev/null" ? null : "it writes to a file";
}

/** Every folder the commands may be in: where it starts, and wherever a `cd` leads from any of those. */
function foldersOf(
  nodes: readonly SyntaxNode[],
  cwd: string,
  { userHome }: Pick<PathRules, "userHome">,
): readonly string[] {
  return commandsOf(nodes).reduce<readonly string[]>(
    (cwds, command) => {
      if (literalOf(command.name) !== "cd") return cwds;
      const target = literalOf(argumentsOf(command)[0]) ?? "~";
      return [...new Set([...cwds, ...cwds.map((from) => absolutePath(target, from, userHome))])].slice(0, mostFolders);
    },
    [cwd],
  );
}

function not(why: string): ReadOnlyProof {
  return { proved: false, why };
}

import type { Command, SyntaxNode } from "unbash";
import { argumentsOf, commandsOf, literalOf, parseShell, textOfWord } from "../shell/parse-shell.ts";
import { programOf } from "../shell/simple-command.ts";
import { foregroundProblem } from "./foreground-rules.ts";

/** What the terminal has to know about a command line beside its text. Nothing can be said of one that does not parse. */
export type CommandShape = {
  readonly problem: string | null;
  /** Name and first word of the command whose exit code will be reported. */
  readonly last: readonly string[];
  /** The exit code may hide a failure: `… | tail`, `… || echo`. */
  readonly masksFailure: boolean;
  readonly dumpsEnvironment: boolean;
  readonly usesSudo: boolean;
  /** A shell, which would run whatever is written to it. */
  readonly readsCommands: boolean;
};

const dumpers = new Set(["env", "printenv", "export", "set", "declare"]);
const mentionsDumper = /env|export|set|declare/;
const shells = new Set(["sh", "bash", "dash", "zsh", "ksh", "fish", "csh", "tcsh", "pwsh", "su", "ssh"]);
const maskers = new Set(["tail", "head", "tee", "cat"]);

export async function commandShape(text: string): Promise<CommandShape> {
  const script = await parseShell(text);
  if (script.kind === "unreadable") return unreadable;
  const { nodes } = script;
  return {
    problem: foregroundProblem(nodes),
    last: lastCommand(nodes),
    masksFailure: masksFailure(nodes),
    dumpsEnvironment: await dumpsEnvironment(text, nodes),
    usesSudo: commandsOf(nodes).some((command) => literalOf(command.name) === "sudo"),
    readsCommands: commandsOf(nodes).map(wordsOf).some(isShell),
  };
}

/** Also of another machine or a container: `kubectl exec web -- env`. */
async function dumpsEnvironment(text: string, nodes: readonly SyntaxNode[]): Promise<boolean> {
  if (commandsOf(nodes).some((command) => dumpers.has(literalOf(command.name) ?? ""))) return true;
  if (!mentionsDumper.test(text)) return false;
  const { simpleCommands } = await import("../shell/simple-commands.ts");
  const inner = await simpleCommands(text);
  return inner === null || inner.some(({ words: [name] }) => dumpers.has(programOf(name)));
}

const unreadable: CommandShape = {
  problem: null,
  last: [],
  masksFailure: false,
  dumpsEnvironment: true,
  usesSudo: false,
  readsCommands: true,
};

/** `bash -i`, `sudo -s`, `docker exec -it box sh`, `ssh host`; not `bash script.sh`, which has words of its own. */
function isShell(words: readonly string[]): boolean {
  const [name = ""] = words;
  const last = words.findLast((word) => !word.startsWith("-")) ?? "";
  const asks = words.some((word) => word === "-s" || word === "-i");
  if (asks && (name === "sudo" || shells.has(baseName(name)))) return true;
  return name === "ssh" || name === "su" || shells.has(baseName(last));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function wordsOf(command: Command): readonly string[] {
  return [textOfWord(command.name), ...argumentsOf(command).map(textOfWord)];
}

function lastCommand(nodes: readonly SyntaxNode[]): readonly string[] {
  const [root] = nodes;
  let node: SyntaxNode | undefined = root?.type === "Script" ? root.commands.at(-1)?.command : undefined;
  while (node?.type === "AndOr" || node?.type === "Pipeline") node = node.commands.at(-1);
  if (node?.type === "TestCommand") return ["[["];
  return node?.type === "Command" ? wordsOf(node).slice(0, 2) : [];
}

function masksFailure(nodes: readonly SyntaxNode[]): boolean {
  return nodes.some((node) => {
    const last = node.type === "Pipeline" || node.type === "AndOr" ? node.commands.at(-1) : undefined;
    const name = last?.type === "Command" ? textOfWord(last.name) : "";
    if (node.type === "Pipeline") return maskers.has(name);
    return node.type === "AndOr" && node.operators.at(-1) === "||" && ["echo", "true", ":"].includes(name);
  });
}

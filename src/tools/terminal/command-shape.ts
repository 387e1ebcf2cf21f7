import type { SyntaxNode } from "unbash";
import { argumentsOf, commandsOf, literalOf, parseShell, textOfWord } from "../shell/parse-shell.ts";
import { foregroundProblem } from "./foreground-rules.ts";

/** What the terminal has to know about a command line beside its text. Nothing can be said of one that does not parse. */
export type CommandShape = {
  readonly problem: string | null;
  /** Name and first word of the command whose exit code will be reported. */
  readonly last: readonly string[];
  /** The exit code may hide a failure: `… | tail`, `… || echo`. */
  readonly masksFailure: boolean;
  readonly dumpsEnvironment: boolean;
};

const dumpers = new Set(["env", "printenv", "export", "set", "declare"]);
const maskers = new Set(["tail", "head", "tee", "cat"]);

export async function commandShape(text: string): Promise<CommandShape> {
  const script = await parseShell(text);
  if (script.kind === "unreadable") return { problem: null, last: [], masksFailure: false, dumpsEnvironment: true };
  const { nodes } = script;
  return {
    problem: foregroundProblem(nodes),
    last: lastCommand(nodes),
    masksFailure: masksFailure(nodes),
    dumpsEnvironment: commandsOf(nodes).some((command) => dumpers.has(literalOf(command.name) ?? "")),
  };
}

function lastCommand(nodes: readonly SyntaxNode[]): readonly string[] {
  const [root] = nodes;
  let node: SyntaxNode | undefined = root?.type === "Script" ? root.commands.at(-1)?.command : undefined;
  while (node?.type === "AndOr" || node?.type === "Pipeline") node = node.commands.at(-1);
  return node?.type === "Command" ? [textOfWord(node.name), ...argumentsOf(node).map(textOfWord)].slice(0, 2) : [];
}

function masksFailure(nodes: readonly SyntaxNode[]): boolean {
  return nodes.some((node) => {
    const last = node.type === "Pipeline" || node.type === "AndOr" ? node.commands.at(-1) : undefined;
    const name = last?.type === "Command" ? textOfWord(last.name) : "";
    if (node.type === "Pipeline") return maskers.has(name);
    return node.type === "AndOr" && node.operators.at(-1) === "||" && ["echo", "true", ":"].includes(name);
  });
}

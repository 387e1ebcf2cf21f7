import type { Command, SyntaxNode } from "unbash";
import { argumentsOf, commandsOf, parseShell, textOfWord } from "./parse-shell.ts";
import { unwrapped, type SimpleCommand } from "./wrappers.ts";

const shells = new Set(["sh", "bash", "dash", "zsh", "ksh", "ash"]);
const deepest = 8;

/** Every simple command at every depth: substitutions, wrappers, text handed to another shell. Null: not readable. */
export async function simpleCommands(text: string, depth = 0): Promise<readonly SimpleCommand[] | null> {
  if (depth > deepest) return null;
  const script = await parseShell(text);
  if (script.kind === "unreadable") return null;
  const found: SimpleCommand[] = writesOfCompounds(script.nodes);
  for (const command of commandsOf(script.nodes)) {
    for (const simple of unwrapped(plain(command))) {
      found.push(simple);
      const inner = await insideOf([...payloads(simple.words), ...hereTexts(command, simple)], depth);
      if (inner === null) return null;
      found.push(...inner);
    }
  }
  const piped = await insideOf(script.nodes.flatMap(pipedText), depth);
  return piped === null ? null : [...found, ...piped];
}

async function insideOf(texts: readonly string[], depth: number): Promise<readonly SimpleCommand[] | null> {
  const found: SimpleCommand[] = [];
  for (const text of texts) {
    const inner = await simpleCommands(text, depth + 1);
    if (inner === null) return null;
    found.push(...inner);
  }
  return found;
}

function plain(command: Command): SimpleCommand {
  const words = [textOfWord(command.name), ...argumentsOf(command).map(textOfWord)].filter((word) => word !== "");
  return { words, writesTo: command.redirects.flatMap(outputTarget) };
}

function outputTarget(redirect: SyntaxNode): readonly string[] {
  return redirect.type === "Redirect" && redirect.operator.includes(">") ? [textOfWord(redirect.target)] : [];
}

function writesOfCompounds(nodes: readonly SyntaxNode[]): SimpleCommand[] {
  return nodes.flatMap((node) =>
    node.type === "Redirected" ? [{ words: [], writesTo: node.redirects.flatMap(outputTarget) }] : [],
  );
}

/** Text among the words that will be run as shell text. */
function payloads([name = "", ...args]: readonly string[]): readonly string[] {
  const program = name.split("/").at(-1) ?? "";
  if (program === "eval") return [args.join(" ")];
  if (program === "trap" || program === "alias") return args.map((arg) => arg.replace(/^[\w-]+=/, ""));
  if (!shells.has(program) && program !== "su" && program !== "script") return [];
  const flag = args.findIndex((arg) => /^-[a-zA-Z]*c$|^--command$/.test(arg));
  return flag === -1 ? [] : args.slice(flag + 1, flag + 2);
}

function hereTexts(command: Command, { words: [name = ""] }: SimpleCommand): readonly string[] {
  if (!shells.has(name.split("/").at(-1) ?? "")) return [];
  return command.redirects.flatMap((redirect) => {
    if (redirect.type === "HereDoc") return [redirect.body.text];
    return redirect.type === "HereString" ? [textOfWord(redirect.target)] : [];
  });
}

/** `echo '…' | sh` */
function pipedText(node: SyntaxNode): readonly string[] {
  if (node.type !== "Pipeline") return [];
  const [first, ...later] = node.commands.flatMap((command) =>
    command.type === "Command" ? [plain(command).words] : [],
  );
  const [name, ...args] = first ?? [];
  const toShell = later.some((words) =>
    unwrapped({ words, writesTo: [] }).some(({ words: [program = ""] }) => shells.has(program)),
  );
  return toShell && (name === "echo" || name === "printf")
    ? [args.filter((arg) => !/^-[neE]+$/.test(arg)).join(" ")]
    : [];
}

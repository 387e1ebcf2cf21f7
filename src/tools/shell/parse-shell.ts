import type { Command, SyntaxNode, Word } from "unbash";

/** A command line taken apart, or why it could not be. Whoever decides about safety treats the latter as dangerous. */
export type ShellScript =
  | { readonly kind: "parsed"; readonly text: string; readonly nodes: readonly SyntaxNode[] }
  | { readonly kind: "unreadable"; readonly why: string };

export type Grammar = Pick<typeof import("unbash"), "parse" | "forEachChild">;

const deepest = 60; // far below where the parser drops what is nested deeper
const mostHereDocuments = 200; // the parser's time grows with their square

/** 12 ms, so only sessions that run commands load it. */
export function loadGrammar(): Promise<Grammar> {
  return import("unbash");
}

export async function parseShell(text: string): Promise<ShellScript> {
  return parseWith(await loadGrammar(), text);
}

/** Every node at every depth, substitutions included. An error anywhere makes the whole unreadable. */
export function parseWith({ parse, forEachChild }: Grammar, text: string): ShellScript {
  if (text.split("<<").length > mostHereDocuments) return { kind: "unreadable", why: "it has too many here-documents" };
  const nodes: SyntaxNode[] = [];
  const visit = (node: SyntaxNode, depth: number): void => {
    if (depth > deepest) throw new Error("it is nested too deeply");
    if (node.type === "Script" && (node.errors?.length ?? 0) > 0) throw new Error(node.errors?.[0]?.message);
    nodes.push(node);
    forEachChild(node, (child) => visit(child, depth + 1));
  };
  try {
    visit(parse(text), 0);
    return { kind: "parsed", text, nodes };
  } catch (error) {
    return { kind: "unreadable", why: error instanceof Error ? error.message : String(error) };
  }
}

export function commandsOf(nodes: readonly SyntaxNode[]): readonly Command[] {
  return nodes.filter((node): node is Command => node.type === "Command");
}

/** The words of a simple command after its name, assignments such as `FOO=x` among them as text. */
export function argumentsOf(command: Command): readonly Word[] {
  return command.args.flatMap((argument) => (argument.type === "Word" ? [argument] : []));
}

/** What the shell makes of a word, when that needs no expansion; null otherwise. */
export function literalOf(word: Word | undefined): string | null {
  if (word === undefined) return null;
  return (word.parts ?? []).every(isLiteralPart) ? word.value : null;
}

/** The same with expansions left as they were written. */
export function textOfWord(word: Word | undefined): string {
  return word?.value ?? "";
}

function isLiteralPart(part: SyntaxNode): boolean {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return true;
    case "DoubleQuoted":
      return part.parts.every(isLiteralPart);
    default:
      return false;
  }
}

import type { Command, Script, SyntaxNode } from "unbash";

const betweenWords = /^(?:\s|\\\n|;|&&|\|\|?&?|!|time\b|(?<![^\s;|&])#[^\n]*)*$/;

/**
 * Whether a script's words and redirections, with separators and comments between them, are all of its text. The parser
 * recovers from some mistakes by leaving text out, and what it leaves out nobody has looked at.
 */
export function isFullyCovered(script: Script, text: string): boolean {
  if (script.source !== undefined) return false; // decoded text: positions mean something else
  const spans = commandsIn(script).flatMap(({ prefix, name, suffix }) => [
    ...prefix,
    ...(name ? [name] : []),
    ...suffix,
  ]);
  let at = script.pos;
  let gaps = "";
  for (const { pos, end } of spans.toSorted((a, b) => a.pos - b.pos)) {
    gaps += `${text.slice(at, pos)} `;
    at = end;
  }
  return betweenWords.test(gaps + text.slice(at, script.end));
}

/** The simple commands of lists and pipelines. Other constructs have words of their own, which then are gaps. */
function commandsIn(node: SyntaxNode): readonly Command[] {
  switch (node.type) {
    case "Command":
      return [node];
    case "Statement":
      return commandsIn(node.command);
    case "Script":
    case "AndOr":
    case "Pipeline":
      return node.commands.flatMap(commandsIn);
    default:
      return [];
  }
}

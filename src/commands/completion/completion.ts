import type { CommandRun, CommandSpec } from "../command.ts";
import { bashScript } from "./bash-script.ts";
import { completionNodes, type CompletionNode } from "./completion-nodes.ts";
import { fishScript } from "./fish-script.ts";
import { zshScript } from "./zsh-script.ts";

const scripts: Readonly<Record<string, (nodes: readonly CompletionNode[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** `hermes completion <shell>`: made from the command tree, so it knows what the parser knows. */
export function completion(root: CommandSpec): CommandRun {
  return async ({ positionals, terminal }) => {
    const script = scripts[positionals[0] ?? ""];
    if (script === undefined) return 2; // the parser knows the shells and has said so
    terminal.out(script(completionNodes(root)));
    return 0;
  };
}

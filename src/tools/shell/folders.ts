import { isAbsolute, resolve } from "node:path";
import { programOf, type SimpleCommand } from "./simple-command.ts";

const mostFolders = 64;

/** Every folder the commands may be in: where it starts, and wherever each `cd` leads from any of those. */
export function foldersIn(commands: readonly SimpleCommand[], cwd: string, userHome: string): readonly string[] {
  const found = new Set([cwd]);
  let straight = cwd; // when every one of them succeeds
  for (const target of commands.flatMap(({ words }) => changedTo(words, userHome))) {
    const starts = isAbsolute(target) || found.size >= mostFolders ? [straight] : [...found, straight];
    for (const start of starts) found.add(resolve(start, target));
    straight = resolve(straight, target);
  }
  return [...found];
}

/** A path with the home folder put in for its usual spellings. */
export function withHome(path: string, userHome: string): string {
  return path.replace(/^(?:~|\$HOME\b|\$\{HOME\b[^}]*\})(?=\/|$)/, userHome);
}

function changedTo([name, ...args]: readonly string[], userHome: string): readonly string[] {
  const program = programOf(name);
  if (program === "env") return args.flatMap((arg, at) => (arg === "-C" ? args.slice(at + 1, at + 2) : []));
  if (program !== "cd" && program !== "pushd" && program !== "chdir") return [];
  const [target = "~"] = args.filter((arg) => !/^-[LPe@]*$|^--$/.test(arg));
  const folder = withHome(target, userHome);
  return /^[$`]/.test(folder) ? [] : [folder];
}

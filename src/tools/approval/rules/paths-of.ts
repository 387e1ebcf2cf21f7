import { resolve } from "node:path";
import { withHome } from "../../shell/folders.ts";
import type { RulePlace } from "./rule.ts";

/** Where a word may point, from every folder the command may be in. Empty: that is only known when it runs. */
export function pathsOf(word: string, { cwds, paths }: Pick<RulePlace, "cwds" | "paths">): readonly string[] {
  const home = withHome(word, paths.userHome);
  const written = home.replace(/^(?:\$PWD\b|\$\{PWD\})(?=\/|$)/, ".");
  if (written === "" || isUnknown(written)) return [];
  if (/^~[\w-]+(?:\/|$)/.test(written)) return [`/home/${written.slice(1)}`]; // another person's home
  return [...new Set(cwds.map((cwd) => resolve(cwd, written)))];
}

/** It starts with something that is only known when it runs. */
export function isUnknown(word: string): boolean {
  return /^["']?[$`]|^[<>]\(/.test(word);
}

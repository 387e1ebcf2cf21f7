import { join } from "node:path";
import { writeVerdict } from "../../../safety/paths.ts";
import type { RulePlace } from "./rule.ts";

const outsideRules = new Set(["outside workspace", "write_safe_root"]);
const startFiles =
  /^\.(?:bashrc|bash_profile|bash_login|bash_logout|bash_aliases|zshrc|zshenv|zprofile|zlogin|zlogout|profile|kshrc|cshrc|tcshrc|login|inputrc|xinitrc|xprofile|xsession|gitconfig|vimrc|tmux\.conf|screenrc|emacs|pythonrc(?:\.py)?|pdbrc|gdbinit|lldbinit|irbrc|psqlrc|sqliterc|Rprofile|curlrc|wgetrc|nanorc|pam_environment)$|^\.cargo\/config(?:\.toml)?$|^\.(?:emacs\.d|config\/environment\.d)\/|^\.config\/(?:fish|autostart|systemd|nvim|git)\/|^Library\/LaunchAgents\/|^\.local\/share\/systemd\/|^\.config\/pip\/|^(?:\.local\/)?bin\//;
const systemFiles = /^\/(?:usr|bin|sbin|lib\w*|boot|opt|var\/(?:spool|lib)|System|Library)\//;

export function isOutside(path: string, { paths }: RulePlace): boolean {
  const verdict = writeVerdict(path, paths);
  return verdict.kind !== "free" && outsideRules.has(verdict.rule);
}

/** What steers the system, a shell, this program or the agent, or holds credentials. */
export function isSensitive(path: string, { paths }: RulePlace): boolean {
  const verdict = writeVerdict(path, paths);
  if (verdict.kind !== "free" && !outsideRules.has(verdict.rule)) return true;
  if (verdict.kind !== "free" && systemFiles.test(path)) return true;
  const home = join(paths.userHome, "/");
  return path.startsWith(home) && startFiles.test(path.slice(home.length));
}

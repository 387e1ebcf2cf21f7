import { existsSync } from "node:fs";
import { pathsOf } from "./paths-of.ts";
import { hasFlag, operandsOf, type Rule, type RulePlace } from "./rule.ts";

const family = { family: "git loss", ask: "always", persistable: true } as const;

type Loses = (args: readonly string[], place: RulePlace) => boolean;

const has =
  (...words: readonly string[]): Loses =>
  (args) =>
    args.some((arg) => words.includes(arg));
const always: Loses = () => true;

const losing: ReadonlyMap<string, Loses> = new Map<string, Loses>([
  ["reset", (args) => args.some((arg) => /^--(?:hard?|har|merge)$/.test(arg))],
  ["push", pushLoses],
  ["clean", (args) => !hasFlag(args, "nh", ["dry-run", "help"])], // without -f a setting decides
  ["branch", (args) => hasFlag(args, "DMCf", ["force"])],
  ["checkout", checkoutLoses],
  ["switch", (args) => hasFlag(args, "fC", ["force", "force-create", "discard-changes"])],
  ["restore", (args) => !hasFlag(args, "S", ["staged"]) || hasFlag(args, "W", ["worktree"])],
  ["stash", has("drop", "clear")],
  ["reflog", has("expire", "delete")],
  ["gc", (args) => args.some((arg) => /^--prune=(?:now|all)/.test(arg))],
  ["prune", (args) => !hasFlag(args, "n", ["dry-run"])],
  ["update-ref", always],
  ["symbolic-ref", (args) => hasFlag(args, "d", ["delete"])],
  ["tag", (args) => hasFlag(args, "df", ["delete", "force"])],
  ["replace", (args) => hasFlag(args, "df", ["delete", "force"])],
  ["lfs", has("prune")],
  ["notes", has("remove", "prune")],
  ["worktree", (args) => args[0] === "remove" && hasFlag(args, "f", ["force"])],
  ["submodule", (args) => args[0] === "deinit" && hasFlag(args, "f", ["force"])],
  ["rm", (args) => hasFlag(args, "f", ["force"]) && !args.includes("--cached")],
  ["filter-branch", always],
  ["filter-repo", always],
  ["read-tree", (args) => args.includes("--reset")],
  ["checkout-index", (args) => hasFlag(args, "f", ["force"])],
]);

/** The same in other systems. */
const elsewhere: ReadonlyMap<string, RegExp> = new Map([
  ["hg", /^(?:strip|purge|rollback|revert)\b|^up(?:date)?\b.* (?:-C|--clean)\b/],
  ["svn", /^revert\b|--remove-unversioned/],
  ["gh", /^repo sync\b.* --force\b/],
  ["jj", /^(?:abandon|restore)\b|^op(?:eration)? abandon/],
]);

export const gitLossRules: readonly Rule[] = [
  {
    ...family,
    id: "git-loss",
    description: "throw away changes or commits that git could not bring back",
    hits: ({ program, args }, place) => {
      if (program === "git-filter-repo" || program === "bfg") return true;
      if (program !== "git") return elsewhere.get(program)?.test(args.join(" ")) === true;
      const [sub = "", ...rest] = withoutGlobalFlags(args);
      return losing.get(sub)?.(rest, place) === true;
    },
    examples: {
      hit: [
        "git reset --hard",
        "git reset HEAD~1 --hard",
        "git -C sub reset --hard",
        "git -c a.b=c reset --hard",
        "git push --force",
        "git push -f origin main",
        "git push --force-with-lease",
        "git push origin +main",
        "git push origin --delete x",
        "git push origin :x",
        "git clean -f",
        "git clean -xdf",
        "git branch -D x",
        "git branch --delete --force x",
        "git checkout -- .",
        "git checkout .",
        "git checkout -f main",
        "git checkout HEAD -- src/app.ts",
        "git checkout src/app.ts",
        "git restore .",
        "git restore --staged --worktree .",
        "git stash drop",
        "git stash clear",
        "git filter-branch --all",
        "git reflog expire --expire=now --all",
        "git rm -f x",
        "git branch -f main HEAD~5",
        "git switch -C main origin/main",
        "git tag -d v1",
        "git -c clean.requireForce=false clean -d",
        "hg update -C",
      ],
      miss: [
        "git reset --soft HEAD~1",
        "git reset HEAD x",
        "git push",
        "git push -u origin feature",
        "git push origin main:main",
        "git clean -n",
        "git clean -nfd",
        "git branch -d merged",
        "git checkout main",
        "git checkout -b feature/x",
        "git switch -c x",
        "git restore --staged x",
        "git stash",
        "git stash pop",
        "git rm --cached x",
        "git log --grep 'reset --hard'",
      ],
    },
  },
];

const valued = new Set(["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--super-prefix"]);

/** `git -C x --no-pager reset` → `reset` */
export function withoutGlobalFlags(args: readonly string[]): readonly string[] {
  let at = 0;
  for (let arg = args[at]; arg?.startsWith("-") === true; arg = args[at]) at += valued.has(arg) ? 2 : 1;
  return args.slice(at);
}

function pushLoses(args: readonly string[]): boolean {
  const [, ...refs] = operandsOf(args);
  if (hasFlag(args, "n", ["dry-run"]) && args.includes("--dry-run")) return false;
  return (
    hasFlag(args, "fd", []) ||
    args.some((arg) => /^--(?:force|delete|mirror|prune)/.test(arg)) ||
    refs.some((ref) => /^[+:]/.test(ref))
  );
}

function checkoutLoses(args: readonly string[], place: RulePlace): boolean {
  if (hasFlag(args, "B") && operandsOf(args).length > 1) return true;
  if (hasFlag(args, "bB") || args.includes("--orphan")) return hasFlag(args, "f", ["force"]);
  if (hasFlag(args, "f", ["force", "ours", "theirs"])) return true;
  if (args.includes("--") && args.at(-1) !== "--") return true;
  return operandsOf(args).some((word) => word === "." || word === "*" || pathsOf(word, place).some(existsSync));
}

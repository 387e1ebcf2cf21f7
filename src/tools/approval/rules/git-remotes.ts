import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withoutGlobalFlags } from "./git-loss.ts";
import { operandsOf, type Call, type Rule, type RulePlace } from "./rule.ts";

export const gitRemoteRules: readonly Rule[] = [
  {
    family: "publishing",
    ask: "always",
    persistable: true,
    id: "redirect-remote",
    description: "send what is pushed from now on to another host",
    hits: (call, place) => newAddresses(call).some((address) => isElsewhere(address, place)),
    examples: {
      hit: [
        "git remote set-url origin https://elsewhere.example/x/y.git",
        "git remote set-url --push origin git@elsewhere.example:x/y.git",
        "git -C . remote set-url origin ssh://git@elsewhere.example/y",
        "git config remote.origin.pushurl https://elsewhere.example/x",
        "git config set remote.origin.url https://elsewhere.example/x",
      ],
      miss: [
        "git remote set-url origin git@github.com:x/y.git",
        "git remote set-url --push origin https://github.com/x/y",
        "git remote set-url origin ../y.git",
        "git remote add fork https://elsewhere.example/x/y",
        "git config --get remote.origin.url",
        "git remote -v",
      ],
    },
  },
];

function newAddresses({ program, args }: Call): readonly string[] {
  if (program !== "git") return [];
  const [sub, ...words] = operandsOf(withoutGlobalFlags(args));
  if (sub === "remote" && words[0] === "set-url" && !args.includes("--delete")) return words.slice(2, 3);
  if (sub !== "config") return [];
  const at = words.findIndex((word) => /^remote\..+\.(?:push)?url$/i.test(word));
  return at === -1 ? [] : words.slice(at + 1, at + 2);
}

/** A repository that has no remote yet has no place to be led away from. */
function isElsewhere(address: string, { cwds }: RulePlace): boolean {
  const host = hostOf(address);
  const known = cwds.flatMap(hostsOfRemotes);
  return host !== null && known.length > 0 && !known.includes(host);
}

function hostsOfRemotes(folder: string): readonly string[] {
  const lines = settingsOf(folder).matchAll(/^\s*(?:push)?url\s*=\s*(\S+)/gim);
  return [...lines].flatMap(([, address = ""]) => hostOf(address) ?? []);
}

function settingsOf(folder: string): string {
  try {
    return readFileSync(join(folder, ".git", "config"), "utf8");
  } catch {
    return ""; // no repository
  }
}

/** Of `https://me@host:1/x` and `git@host:x`; a path has none. */
function hostOf(address: string): string | null {
  const found = /^[a-z+]+:\/\/(?:[^@/]*@)?([^:/]+)/i.exec(address) ?? /^(?:[^@/:]+@)?([^:/]+):(?!\/\/)/.exec(address);
  return found?.[1]?.toLowerCase() ?? null;
}

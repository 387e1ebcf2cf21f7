import { rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { RestorePlan, RestoreWish } from "../../domain/checkpoints.ts";
import { textOrFailure, type Failure } from "./failure.ts";
import type { Entry } from "./ledger.ts";
import type { ShadowGit } from "./shadow-git.ts";
import type { TreePlace } from "./take-tree.ts";

export type Asking = { readonly git: ShadowGit; readonly signal: AbortSignal };

/** Which files differ between two trees; true: the second one lacks it. */
export type Changes = { readonly kind: "changes"; readonly files: ReadonlyMap<string, boolean> };

export async function changedBetween(from: string, to: string, { git, signal }: Asking): Promise<Changes | Failure> {
  if (from === to) return { kind: "changes", files: new Map() };
  const args = ["diff-tree", "-r", "-z", "--no-renames", "--name-status", from, to];
  const answer = textOrFailure(await git.run({ args }, signal));
  if (answer.kind !== "text") return answer;
  const words = answer.text.split("\0"); // a letter, a name, a letter, a name
  const files = words.flatMap((path, at) => (at % 2 === 1 ? [[path, words[at - 1] === "D"] as const] : []));
  return { kind: "changes", files: new Map(files) };
}

/**
 * What going back from `now` to the first of the entries does. What changed within a turn is the agent's, what changed
 * between turns and since is somebody else's; of a turn that never ended all is taken for the agent's.
 */
export async function planRestore(
  entries: readonly Entry[],
  now: string,
  { all, file }: Pick<RestoreWish, "all" | "file">,
  asking: Asking,
): Promise<RestorePlan | Failure> {
  const target = entries[0]?.before ?? now;
  const differing = await changedBetween(now, target, asking);
  if (differing.kind !== "changes") return differing;
  const authors = await authorsOf(entries, now, asking);
  if (authors.kind !== "authors") return authors;
  const { agents, others } = authors;
  const paths = [...differing.files.keys()].filter((path) => file === null || path === file).toSorted();
  const restored = paths.filter((path) => all || !others.has(path));
  const left = paths.filter((path) => !restored.includes(path));
  return {
    kind: "plan",
    restored,
    removed: restored.filter((path) => differing.files.get(path) === true),
    conflicts: left.filter((path) => agents.has(path)),
    kept: left.filter((path) => !agents.has(path)),
  };
}

type Authors = {
  readonly kind: "authors";
  readonly agents: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
};

async function authorsOf(entries: readonly Entry[], now: string, asking: Asking): Promise<Authors | Failure> {
  const agents = new Set<string>();
  const others = new Set<string>();
  for (const [at, entry] of entries.entries()) {
    const next = entries[at + 1]?.before ?? now;
    const end = entry.after ?? next;
    const own = await changedBetween(entry.before, end, asking);
    if (own.kind !== "changes") return own;
    const foreign = await changedBetween(end, next, asking);
    if (foreign.kind !== "changes") return foreign;
    for (const path of own.files.keys()) agents.add(path);
    for (const path of foreign.files.keys()) others.add(path);
  }
  return { kind: "authors", agents, others };
}

/** Carries a plan out: files that were there get their old content, those that were not are removed. */
export async function performRestore(
  plan: RestorePlan,
  target: string,
  tree: TreePlace,
  { git, signal }: Asking,
): Promise<Failure | null> {
  const removed = new Set(plan.removed);
  for (const path of removed) remove(tree.root, path);
  const written = plan.restored.filter((path) => !removed.has(path));
  if (written.length === 0) return null;
  const args = ["restore", `--source=${target}`, "--worktree", "--pathspec-from-file=-", "--pathspec-file-nul"];
  const answer = textOrFailure(
    await git.run({ args, tree, input: written.map((path) => `${path}\0`).join("") }, signal),
  );
  return answer.kind === "text" ? null : answer;
}

function remove(root: string, path: string): void {
  rmSync(join(root, path), { force: true });
  try {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) rmdirSync(join(root, folder));
  } catch {
    // it holds something else, and so does all above it
  }
}

import { createHash } from "node:crypto";
import { z } from "zod";
import { textOrFailure, type Failure } from "./failure.ts";
import type { ShadowGit } from "./shadow-git.ts";

const Tree = z.string().regex(/^[0-9a-f]{40,64}$/);

const Entry = z.object({
  id: z.string(),
  kind: z.enum(["turn", "rollback"]),
  at_seconds: z.number(),
  session_id: z.string(),
  turn_id: z.string(),
  /** The files before the changes of the turn, and when it was over; null: it never was. */
  before: Tree,
  after: Tree.nullable(),
});
const Ledger = z.object({ root: z.string(), entries: z.array(Entry) });

/** The checkpoints of one project, oldest first. */
export type Ledger = { readonly root: string; readonly entries: readonly Entry[] };
export type Entry = Readonly<z.infer<typeof Entry>>;

type Written = { readonly kind: "written"; readonly entries: readonly Entry[] };
type Found = { readonly kind: "ledger"; readonly commit: string; readonly ledger: Ledger };

const none = "0".repeat(40);
const prefix = "refs/hermes/";
const mostTries = 3;

export function projectId(root: string): string {
  return createHash("sha256").update(root).digest("hex").slice(0, 16);
}

/** All there is of a project lies behind one ref: a commit whose message is the list and whose tree holds the trees. */
export async function readLedger(root: string, git: ShadowGit, signal: AbortSignal): Promise<Found | Failure> {
  const answer = await git.run({ args: ["show", "-s", "--format=%H%n%B", prefix + projectId(root)] }, signal);
  if (answer.kind !== "done") return answer;
  const empty = { kind: "ledger", commit: none, ledger: { root, entries: [] } } as const;
  return answer.ok ? (parse(answer.out) ?? empty) : empty; // not there, or not ours
}

/** Two processes may write at the same time; whoever comes second looks again. */
export async function changeLedger(
  root: string,
  change: (entries: readonly Entry[]) => readonly Entry[],
  git: ShadowGit,
  signal: AbortSignal,
): Promise<Written | Failure> {
  let failure: Failure = { kind: "failed", why: "" };
  for (let tries = 0; tries < mostTries; tries += 1) {
    const found = await readLedger(root, git, signal);
    if (found.kind !== "ledger") return found;
    const entries = change(found.ledger.entries);
    if (entries === found.ledger.entries) return { kind: "written", entries };
    const written = await writeLedger({ root, entries: [...entries] }, found.commit, git, signal);
    if (written.kind !== "failed") return written;
    failure = written;
  }
  return failure;
}

async function writeLedger(
  ledger: Ledger,
  old: string,
  git: ShadowGit,
  signal: AbortSignal,
): Promise<Written | Failure> {
  const written = { kind: "written", entries: ledger.entries } as const;
  const ref = prefix + projectId(ledger.root);
  const run = async (args: readonly string[], input = "") => textOrFailure(await git.run({ args, input }, signal));
  if (ledger.entries.length === 0) {
    const removed = await run(["update-ref", "-d", ref, ...(old === none ? [] : [old])]);
    return removed.kind === "text" ? written : removed;
  }
  const trees = new Set(ledger.entries.flatMap(({ before, after }) => (after === null ? [before] : [before, after])));
  const tree = await run(["mktree"], [...trees].map((id) => `040000 tree ${id}\t${id}\n`).join(""));
  if (tree.kind !== "text") return tree;
  const commit = await run(["commit-tree", tree.text.trim(), "-F", "-"], JSON.stringify(ledger));
  if (commit.kind !== "text") return commit;
  const moved = await run(["update-ref", ref, commit.text.trim(), old]);
  return moved.kind === "text" ? written : moved;
}

/** Every project that has checkpoints. */
export async function allLedgers(
  git: ShadowGit,
  signal: AbortSignal,
): Promise<{ readonly kind: "ledgers"; readonly ledgers: readonly Ledger[] } | Failure> {
  const answer = textOrFailure(
    await git.run({ args: ["for-each-ref", "--format=%(objectname)%0a%(contents)%00", prefix] }, signal),
  );
  if (answer.kind !== "text") return answer;
  const found = answer.text.split("\0").map((text) => parse(text.trimStart()));
  return { kind: "ledgers", ledgers: found.flatMap((each) => (each === null ? [] : [each.ledger])) };
}

function parse(text: string): Found | null {
  const cut = text.indexOf("\n");
  try {
    const ledger = Ledger.safeParse(JSON.parse(text.slice(cut + 1)));
    return ledger.success ? { kind: "ledger", commit: text.slice(0, cut), ledger: ledger.data } : null;
  } catch {
    return null; // not ours
  }
}

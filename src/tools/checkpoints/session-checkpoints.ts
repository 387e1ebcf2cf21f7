import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Clock, type Rng, secondsOf } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import { checkpointPhrases as say } from "../../text/phrases/checkpoints.ts";
import { isUnfit } from "./fit-root.ts";
import type { Failure } from "./failure.ts";
import { dropExcess, kept, type KeepRules } from "./keep.ts";
import { changeLedger, projectId, type Entry } from "./ledger.ts";
import type { ShadowGit } from "./shadow-git.ts";
import { takeTree, type TreePlace, type TreeRules } from "./take-tree.ts";

export type CheckpointDeps = {
  readonly git: ShadowGit;
  /** The folders whose files the session may change. */
  readonly roots: readonly string[];
  readonly rules: TreeRules & KeepRules;
  /** Somebody asked for checkpoints: where there can be none, that is worth a word. */
  readonly wanted: boolean;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
};

type TurnName = { readonly sessionId: string; readonly turnId: string };

export type SessionCheckpoints = {
  /** Before something changes: keeps what is there, once a turn. Never fails, never takes longer than its budget. */
  readonly before: (turn: TurnName, warn: (text: string) => void) => Promise<void>;
  /** The turn is over: what is there now is the agent's work, and what comes once this has resolved is not. */
  readonly after: (turnId: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

const budgetMs = 2_000;
const tidyMs = 10_000;
const neverAborted = new AbortController().signal;

/** One session's checkpoints of the folders it works in. */
export function createSessionCheckpoints(deps: CheckpointDeps): SessionCheckpoints {
  const off = new Set(deps.roots.filter((root) => isUnfit(root, deps.rules.paths)));
  const open = new Map<string, { readonly turnId: string; readonly entryId: string | null }>();
  let queue: Promise<void> = Promise.resolve();
  let isTidy = false;
  const inOrder = (work: () => Promise<void>): Promise<void> => {
    queue = queue
      .then(work)
      .catch((error: unknown) => deps.log("error", "checkpoint.failed", { error: String(error) }));
    return queue;
  };
  const giveUp = (root: string, failure: Failure, warn: (text: string) => void): void => {
    deps.log("warning", "checkpoint.missing", { root, ...failure });
    if (failure.kind === "failed") return; // the next turn may have more luck
    off.add(root);
    if (failure.kind === "late") warn(say.tooSlow(root, budgetMs / 1_000));
    else if (deps.wanted) warn(say.noGit);
  };
  const keepBefore = async (root: string, turn: TurnName, warn: (text: string) => void): Promise<void> => {
    if (off.has(root) || open.get(root)?.turnId === turn.turnId) return;
    const taken = await take(root, turn, deps);
    if (taken.kind !== "taken") giveUp(root, taken, warn);
    open.set(root, { turnId: turn.turnId, entryId: taken.kind === "taken" ? taken.entryId : null });
  };
  const keepAfter = async (root: string, turnId: string): Promise<void> => {
    const at = open.get(root);
    if (at?.turnId !== turnId || at.entryId === null) return;
    open.delete(root);
    const tree = await treeAtEnd(root, deps);
    if (tree !== null) void inOrder(() => close(root, at.entryId, tree, deps)); // nobody need wait for the rest
    if (!isTidy) void inOrder(() => tidy(deps));
    isTidy = true; // once a session
  };
  return {
    before: (turn, warn) =>
      inOrder(async () => {
        for (const root of deps.roots) await keepBefore(root, turn, warn);
      }),
    after: (turnId) =>
      inOrder(async () => {
        for (const root of deps.roots) await keepAfter(root, turnId);
      }),
    close: async () => {
      for (let waited: Promise<void> | null = null; waited !== queue; await waited) waited = queue;
    },
  };
}

type Taken = { readonly kind: "taken"; readonly entryId: string };

async function take(root: string, turn: TurnName, deps: CheckpointDeps): Promise<Taken | Failure> {
  const { git, rules, clock, rng } = deps;
  using deadline = clock.deadline(budgetMs, neverAborted);
  const tree = await takeTree(placeOf(root, git), git, rules, deadline.signal);
  if (tree.kind !== "text") return tree;
  const now = secondsOf(clock);
  const fresh: Entry = {
    id: rng.hex(12),
    kind: "turn",
    at_seconds: now,
    session_id: turn.sessionId,
    turn_id: turn.turnId,
    before: tree.text,
    after: null,
  };
  const add = (entries: readonly Entry[]): readonly Entry[] => {
    const last = entries.at(-1);
    if (last !== undefined && changedNothing(last, tree.text)) return entries; // the same state need not be kept twice
    return kept([...entries, fresh], rules, now);
  };
  const ledger = await changeLedger(root, add, git, deadline.signal);
  return ledger.kind === "written" ? { kind: "taken", entryId: (ledger.entries.at(-1) ?? fresh).id } : ledger;
}

function changedNothing({ before, after }: Entry, tree: string): boolean {
  return before === tree && (after === null || after === tree);
}

async function treeAtEnd(root: string, { git, rules, clock, log }: CheckpointDeps): Promise<string | null> {
  using deadline = clock.deadline(budgetMs, neverAborted);
  const tree = await takeTree(placeOf(root, git), git, rules, deadline.signal);
  if (tree.kind === "text") return tree.text;
  log("warning", "checkpoint.not_closed", { root, ...tree });
  return null;
}

async function close(
  root: string,
  entryId: string | null,
  after: string,
  { git, clock, log }: CheckpointDeps,
): Promise<void> {
  using deadline = clock.deadline(tidyMs, neverAborted);
  const end = (entries: readonly Entry[]): readonly Entry[] =>
    entries.map((entry) => (entry.id === entryId ? { ...entry, after } : entry));
  const done = await changeLedger(root, end, git, deadline.signal);
  if (done.kind !== "written") log("warning", "checkpoint.not_closed", { root, ...done });
}

async function tidy({ git, rules, clock, log }: CheckpointDeps): Promise<void> {
  using deadline = clock.deadline(tidyMs, neverAborted);
  const done = await dropExcess(git, rules, clock, deadline.signal);
  if (done.kind !== "dropped") log("warning", "checkpoint.not_tidied", { ...done });
}

/** What git knows of a folder's files lies beside the store, so that the next time only what changed is read. */
export function placeOf(root: string, { folder }: ShadowGit): TreePlace {
  mkdirSync(join(folder, "indexes"), { recursive: true, mode: 0o700 });
  return { root, index: join(folder, "indexes", projectId(root)) };
}

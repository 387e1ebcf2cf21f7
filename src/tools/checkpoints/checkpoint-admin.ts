import { rmSync } from "node:fs";
import type {
  CheckpointAdmin,
  CheckpointProblem,
  CheckpointView,
  RestorePlan,
  RestoreWish,
} from "../../domain/checkpoints.ts";
import { type Clock, type Rng, secondsOf } from "../../domain/clock.ts";
import { checkpointPhrases as say } from "../../text/phrases/checkpoints.ts";
import { textOrFailure, type Failure } from "./failure.ts";
import { isUnfit } from "./fit-root.ts";
import { dropExcess, kept, storeSize, type KeepRules } from "./keep.ts";
import { allLedgers, changeLedger, readLedger, type Entry } from "./ledger.ts";
import { changedBetween, performRestore, planRestore, type Asking } from "./restore.ts";
import { placeOf } from "./session-checkpoints.ts";
import { takeTree, type TreeRules } from "./take-tree.ts";

const mostNamed = 1_000;

export type AdminDeps = Asking & {
  readonly rules: TreeRules & KeepRules;
  readonly clock: Clock;
  readonly rng: Rng;
};

export function createCheckpointAdmin(deps: AdminDeps): CheckpointAdmin {
  const { git, signal, rules, clock } = deps;
  return {
    list: (root) => list(root, deps),
    preview: (root, wish) => preview(root, wish, deps),
    restore: (root, wish) => restore(root, wish, deps),
    status: () => status(deps),
    prune: async () => {
      const done = await dropExcess(git, rules, clock, signal);
      return done.kind === "dropped" ? { kind: "pruned", dropped: done.count } : problem(done);
    },
    clear: (root) => clear(root, deps),
  };
}

async function list(root: string, deps: AdminDeps): Promise<readonly CheckpointView[] | CheckpointProblem> {
  const found = await entriesOf(root, deps);
  if (found.kind === "problem") return found;
  const now = await presentTree(root, deps);
  if (now.kind !== "text") return problem(now);
  const views: CheckpointView[] = [];
  for (const [at, entry] of found.entries.entries()) {
    const end = entry.after ?? found.entries[at + 1]?.before ?? now.text;
    const changes = await changedBetween(entry.before, end, deps);
    if (changes.kind !== "changes") return problem(changes);
    const { kind, at_seconds: atSeconds, session_id: sessionId } = entry;
    views.unshift({ number: found.entries.length - at, atSeconds, sessionId, kind, files: changes.files.size });
  }
  return views;
}

type Planned = {
  readonly kind: "planned";
  readonly plan: RestorePlan;
  readonly now: string;
  readonly target: string;
};

async function planned(root: string, wish: RestoreWish, deps: AdminDeps): Promise<Planned | CheckpointProblem> {
  const found = await entriesOf(root, deps);
  if (found.kind === "problem") return found;
  const { entries } = found;
  const since = entries.slice(entries.length - wish.number);
  const [first] = since;
  if (wish.number > entries.length || first === undefined) {
    return { kind: "problem", message: say.unknown(wish.number, entries.length) };
  }
  const now = await presentTree(root, deps);
  if (now.kind !== "text") return problem(now);
  const plan = await planRestore(since, now.text, wish, deps);
  if (plan.kind !== "plan") return problem(plan);
  if (wish.file !== null && [plan.restored, plan.conflicts, plan.kept].every(({ length }) => length === 0)) {
    return { kind: "problem", message: say.notInside(wish.file) };
  }
  return { kind: "planned", plan, now: now.text, target: first.before };
}

async function preview(root: string, wish: RestoreWish, deps: AdminDeps): ReturnType<CheckpointAdmin["preview"]> {
  const found = await planned(root, wish, deps);
  if (found.kind === "problem") return found;
  const { plan, now, target } = found;
  if (plan.restored.length === 0) return { ...plan, diff: "" };
  const args = ["diff", "--no-color", "--no-ext-diff", "--no-renames", now, target, ...only(plan.restored)];
  const diff = textOrFailure(await deps.git.run({ args, tree: placeOf(root, deps.git) }, deps.signal));
  return diff.kind === "text" ? { ...plan, diff: diff.text } : problem(diff);
}

/** A command line has an end; of a great many files the whole difference is shown. */
function only(paths: readonly string[]): readonly string[] {
  return paths.length > mostNamed ? [] : ["--", ...paths];
}

/** First the present is kept, then files change: a way back that was a mistake has a way back itself. */
async function restore(root: string, wish: RestoreWish, deps: AdminDeps): ReturnType<CheckpointAdmin["restore"]> {
  const { git, signal, rules, clock, rng } = deps;
  const found = await planned(root, wish, deps);
  if (found.kind === "problem" || found.plan.restored.length === 0)
    return found.kind === "problem" ? found : found.plan;
  const entry: Entry = {
    id: rng.hex(12),
    kind: "rollback",
    at_seconds: secondsOf(clock),
    session_id: "",
    turn_id: "",
    before: found.now,
    after: null,
  };
  const noted = await changeLedger(root, (all) => kept([...all, entry], rules, entry.at_seconds), git, signal);
  if (noted.kind !== "written") return problem(noted);
  const failure = await performRestore(found.plan, found.target, placeOf(root, git), deps);
  const after = await presentTree(root, deps);
  if (after.kind !== "text") return problem(failure ?? after);
  const ended = { ...entry, after: after.text };
  const closed = await changeLedger(
    root,
    (all) => all.map((each) => (each.id === entry.id ? ended : each)),
    git,
    signal,
  );
  if (failure !== null) return problem(failure);
  return closed.kind === "written" ? found.plan : problem(closed);
}

async function status({ git, signal }: AdminDeps): ReturnType<CheckpointAdmin["status"]> {
  const all = await allLedgers(git, signal);
  if (all.kind !== "ledgers") return problem(all);
  const size = await storeSize(git, signal);
  if (size.kind !== "size") return problem(size);
  const projects = all.ledgers.map(({ root, entries }) => {
    return { root, count: entries.length, newestSeconds: entries.at(-1)?.at_seconds ?? 0 };
  });
  return { bytes: size.bytes, projects };
}

async function clear(root: string | null, { git, signal }: AdminDeps): ReturnType<CheckpointAdmin["clear"]> {
  if (root === null) {
    rmSync(git.folder, { recursive: true, force: true });
    return { kind: "cleared" };
  }
  const written = await changeLedger(root, () => [], git, signal);
  if (written.kind !== "written") return problem(written);
  const packed = textOrFailure(await git.run({ args: ["gc", "--quiet", "--prune=2.minutes.ago"] }, signal));
  return packed.kind === "text" ? { kind: "cleared" } : problem(packed);
}

type Entries = { readonly kind: "entries"; readonly entries: readonly Entry[] };

async function entriesOf(root: string, { git, signal, rules }: AdminDeps): Promise<Entries | CheckpointProblem> {
  if (isUnfit(root, rules.paths)) return { kind: "problem", message: say.unfit(root) };
  const found = await readLedger(root, git, signal);
  return found.kind === "ledger" ? { kind: "entries", entries: found.ledger.entries } : problem(found);
}

function presentTree(root: string, { git, rules, signal }: AdminDeps): ReturnType<typeof takeTree> {
  return takeTree(placeOf(root, git), git, rules, signal);
}

function problem(failure: Failure): CheckpointProblem {
  if (failure.kind === "no-git") return { kind: "problem", message: say.gitMissing };
  return {
    kind: "problem",
    message: say.failed(failure.kind === "late" ? "stopped" : (failure.why.split("\n")[0] ?? "")),
  };
}

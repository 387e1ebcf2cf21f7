import { relative, resolve } from "node:path";
import type {
  CheckpointAdmin,
  CheckpointProblem,
  CheckpointView,
  RestorePlan,
  RestoreWish,
} from "../../domain/checkpoints.ts";
import { checkpointPhrases as say } from "../../text/phrases/checkpoints.ts";
import { stagedPhrases } from "../../text/phrases/staged.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";
import { plainText } from "../plain-text.ts";
import { ageOf } from "../sessions/age.ts";

export type CheckpointWorld = {
  readonly kind: "checkpoints";
  readonly admin: CheckpointAdmin;
  /** Of the project the command was called in. */
  readonly root: string;
  readonly limitMb: number;
};

type Refusal = { readonly kind: "refused"; readonly exitCode: number; readonly message: string };
type OpenCheckpoints = (call: CommandCall) => Promise<CheckpointWorld | Refusal>;
type Work = (call: CommandCall, world: CheckpointWorld) => Promise<number>;

export type CheckpointRuns = Readonly<Record<"list" | "diff" | "restore" | "status" | "prune" | "clear", CommandRun>>;

const exit = { failed: 1, usage: 2 } as const;

export function checkpointRuns(open: OpenCheckpoints): CheckpointRuns {
  const run =
    (work: Work): CommandRun =>
    async (call) => {
      const world = await open(call);
      return world.kind === "refused" ? fail(call, world.message, world.exitCode) : work(call, world);
    };
  return {
    list: run(alone("list", list)),
    diff: run(diff),
    restore: run(restore),
    status: run(alone("status", status)),
    prune: run(alone("prune", prune)),
    clear: run(alone("clear", clear)),
  };
}

function alone(name: string, work: Work): Work {
  return async (call, world) =>
    call.positionals.length > 0
      ? fail(call, stagedPhrases.usage(`checkpoints ${name}`), exit.usage)
      : work(call, world);
}

async function list(call: CommandCall, { admin, root }: CheckpointWorld): Promise<number> {
  const views = await admin.list(root);
  if ("kind" in views) return failed(call, views);
  if (isGiven(call.flags, "json")) return print(call, [JSON.stringify(views.map(viewAsJson), null, 2)]);
  return print(call, views.length === 0 ? [say.none] : views.map((view) => row(view, call)));
}

function row({ number, atSeconds, kind, files, sessionId }: CheckpointView, { context }: CommandCall): string {
  const what = say.row(number, ageOf(atSeconds, context.clock.now()), say.before[kind], files);
  return `${what}  ${plainText(sessionId)}`.trimEnd();
}

function viewAsJson({ atSeconds, sessionId, ...view }: CheckpointView) {
  return { ...view, at_seconds: atSeconds, session_id: sessionId };
}

async function diff(call: CommandCall, { admin, root }: CheckpointWorld): Promise<number> {
  const wish = wishOf(call, root);
  if (typeof wish === "string") return fail(call, wish, exit.usage);
  const found = await admin.preview(root, wish);
  if (found.kind === "problem") return failed(call, found);
  if (found.diff !== "") call.terminal.out(shown(found.diff));
  return print(call, planLines(found, say.wouldRestore));
}

async function restore(call: CommandCall, { admin, root }: CheckpointWorld): Promise<number> {
  const wish = wishOf(call, root);
  if (typeof wish === "string") return fail(call, wish, exit.usage);
  const done = await admin.restore(root, wish);
  if (done.kind === "problem") return failed(call, done);
  const { kind: _kind, ...plan } = done;
  if (isGiven(call.flags, "json")) return print(call, [JSON.stringify(plan, null, 2)]);
  return print(call, [...planLines(done, say.restored), ...(done.restored.length === 0 ? [] : [say.undo])]);
}

/** The words of `<n> [file]`, or what is wrong with them. */
function wishOf({ positionals, flags, context }: CommandCall, root: string): RestoreWish | string {
  const [number, file, ...more] = positionals;
  if (number === undefined || more.length > 0) return stagedPhrases.usage("checkpoints diff|restore <n> [file]");
  if (!/^[1-9]\d{0,5}$/u.test(number)) return say.badNumber(number);
  const inside = file === undefined ? null : relative(root, resolve(context.cwd, file));
  return { number: Number(number), all: isGiven(flags, "all"), file: inside };
}

function planLines({ restored, conflicts, kept }: RestorePlan, count: (files: number) => string): readonly string[] {
  return [
    restored.length === 0 ? say.nothing : count(restored.length),
    ...conflicts.map((path) => say.conflict(plainText(path))),
    ...(kept.length === 0 ? [] : [say.kept(kept.length)]),
  ];
}

/** The person's own text, line by line, without what could move a terminal. */
function shown(text: string): string {
  return text
    .split("\n")
    .map((line) => plainText(line))
    .join("\n");
}

async function status(call: CommandCall, { admin, limitMb }: CheckpointWorld): Promise<number> {
  const found = await admin.status();
  if ("kind" in found) return failed(call, found);
  const { bytes, projects } = found;
  if (isGiven(call.flags, "json"))
    return print(call, [JSON.stringify({ bytes, limit_mb: limitMb, projects }, null, 2)]);
  const now = call.context.clock.now();
  return print(call, [
    say.status(bytes, limitMb, projects.length),
    ...projects.map(({ root, count, newestSeconds }) => say.project(plainText(root), count, ageOf(newestSeconds, now))),
  ]);
}

async function prune(call: CommandCall, { admin }: CheckpointWorld): Promise<number> {
  const done = await admin.prune();
  return done.kind === "problem" ? failed(call, done) : print(call, [say.pruned(done.dropped)]);
}

async function clear(call: CommandCall, { admin, root }: CheckpointWorld): Promise<number> {
  if (!isGiven(call.flags, "yes")) {
    const { inIsTty, ask } = call.terminal;
    if (!inIsTty || ask === undefined) return fail(call, say.confirmClear, exit.usage);
    const answer = await ask(say.askClear, call.context.signal);
    if (!/^y(es)?$/iu.test(answer.trim())) return print(call, [say.keptAll]);
  }
  const done = await admin.clear(isGiven(call.flags, "everywhere") ? null : root);
  return done.kind === "problem" ? failed(call, done) : print(call, [say.cleared]);
}

function print({ terminal }: CommandCall, lines: readonly string[]): number {
  for (const line of lines) terminal.out(`${line}\n`);
  return 0;
}

function failed(call: CommandCall, { message }: CheckpointProblem): number {
  return fail(call, message, exit.failed);
}

import { ok, type ToolOutcome } from "../../../domain/outcome.ts";
import type { ToolContext } from "../../../domain/tool.ts";
import { absolutePath } from "../../../safety/paths.ts";
import { siteHere } from "../file-site.ts";
import { type CallDeps, performChanges, shownDiff, type TextChange, type WritingDeps } from "../perform-changes.ts";
import { refuse } from "../present-file.ts";
import { parsePatch, pathsOf } from "./parse-patch.ts";
import { isPatch, type PatchCall } from "./patch-call.ts";
import type { PatchPlan } from "./patch-plan.ts";
import { planPatch } from "./plan-patch.ts";
import { planReplace } from "./plan-replace.ts";

const failuresBeforeAdvice = 3;

export async function performPatch(call: PatchCall, given: WritingDeps, context: ToolContext): Promise<ToolOutcome> {
  const parsed = isPatch(call) ? parsePatch(call.patch ?? "") : null;
  if (parsed?.kind === "problem") return refuse(parsed.message);
  const named = isPatch(call) ? (pathsOf(call.patch ?? "") ?? []) : [call.path ?? "."];
  const { site = siteHere(given.paths) } = given;
  const { signal } = context;
  const deps: CallDeps = { ...given, ...(await site(named[0] ?? ".", context.cwd, signal)) };
  const held: string[] = [];
  for (const path of named) {
    const { real } = await deps.place.look(absolutePath(path, deps.cwd, deps.paths.userHome), signal);
    held.push(deps.place.key(real));
  }
  const work = async (): Promise<ToolOutcome> => {
    const places = { deps, signal };
    const plan = await (parsed === null ? planReplace(call, places) : planPatch(parsed.operations, places));
    return plan.kind === "problem" ? failed(plan, deps) : carryOut(plan, deps, context);
  };
  return deps.memory.changes.locks.holding(held, work, signal);
}

function failed({ message, file }: Extract<PatchPlan, { kind: "problem" }>, { memory }: CallDeps): ToolOutcome {
  if (file === undefined || memory.patchFailed(file) < failuresBeforeAdvice) return refuse(message);
  return refuse(
    `${message}\nThis file has resisted ${failuresBeforeAdvice} times: read it again, or write it whole with write_file.`,
  );
}

async function carryOut(
  plan: Extract<PatchPlan, { kind: "plan" }>,
  deps: CallDeps,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { changes } = plan;
  const stale = changes.some(
    ({ real, stamp }) => stamp !== null && deps.memory.changedBehind(deps.place.key(real), stamp),
  );
  const refusal = changes.length === 0 ? null : await performChanges("patch", changes, deps, context);
  if (refusal !== null) return refusal;
  for (const { real } of changes) deps.memory.patchWorked(real);
  const lint = await newMistakes(changes, deps, context.signal);
  const notes = [plan.note, stale ? "A file had changed since you last read it." : null].filter(
    (note) => note !== null,
  );
  return ok({
    success: true,
    diff: changes.map((change) => namedDiff(change, deps)).join("\n"),
    files_modified: pathsWhere(changes, (change) => change.stamp !== null && change.after !== null),
    files_created: pathsWhere(changes, (change) => change.stamp === null),
    files_deleted: pathsWhere(changes, (change) => change.after === null),
    strategy: plan.strategy,
    replacements: plan.replacements,
    ...(lint === "" ? {} : { lint }),
    ...(notes.length === 0 ? {} : { note: notes.join(" ") }),
  });
}

function pathsWhere(changes: readonly TextChange[], holds: (change: TextChange) => boolean): readonly string[] {
  return changes.filter(holds).map(({ path }) => path);
}

function namedDiff(change: TextChange, deps: CallDeps): string {
  const [before, after] = [change.stamp === null, change.after === null];
  const names = [before ? "/dev/null" : `a/${change.path}`, after ? "/dev/null" : `b/${change.path}`];
  return `--- ${names[0]}\n+++ ${names[1]}\n${shownDiff(change, deps)}`;
}

async function newMistakes(changes: readonly TextChange[], { syntax }: CallDeps, signal: AbortSignal) {
  const found = await Promise.all(
    changes.map(async ({ path, absolute, beforeText: before, afterText: after }) => {
      const problem = after === null ? null : await syntax(absolute, { before, after }, signal);
      return problem === null ? [] : [`${path}: ${problem}`];
    }),
  );
  return found.flat().join("\n");
}

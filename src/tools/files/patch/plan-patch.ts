import type { TextChange } from "../perform-changes.ts";
import type { PresentFile } from "../present-file.ts";
import { restoreMasks } from "../../../safety/masks.ts";
import { applyHunks } from "./apply-hunks.ts";
import { describeFailure } from "./describe-failure.ts";
import { missingFile, patchableFile, type Places } from "./patchable-file.ts";
import type { Operation } from "./parse-patch.ts";
import type { PatchPlan } from "./patch-plan.ts";

/** A file between two operations of one patch. Without text it is not there. */
type Draft = { readonly file: PresentFile; readonly text: string | null; readonly mode: number | null };

type Problem = Extract<PatchPlan, { kind: "problem" }>;

/** Carries a patch out in thought: every operation sees what those before it have done. */
type Drafts = {
  readonly get: (path: string) => Promise<Draft | Problem>;
  readonly put: (draft: Draft, text: string | null, mode?: number | null) => null;
  readonly changes: () => readonly TextChange[];
};

export async function planPatch(operations: readonly Operation[], places: Places): Promise<PatchPlan> {
  const drafts = createDrafts(places);
  const strategies: string[] = [];
  for (const operation of operations) {
    const climbs = namesIn(operation).find((path) => path.split(/[\\/]/).includes(".."));
    if (climbs !== undefined)
      return problem(`The path ${climbs} has ".." in it; name the file without. Nothing was changed.`);
    const wrong = await perform(operation, drafts, strategies, places);
    if (wrong !== null) return wrong;
  }
  const strategy = [...new Set(strategies)].join(", ") || "exact";
  return { kind: "plan", changes: drafts.changes(), strategy, replacements: strategies.length, note: null };
}

function namesIn(operation: Operation): readonly string[] {
  if (operation.kind === "move") return [operation.path, operation.to];
  return operation.kind === "update" ? [operation.path, operation.moveTo ?? ""] : [operation.path];
}

async function perform(
  operation: Operation,
  drafts: Drafts,
  strategies: string[],
  places: Places,
): Promise<Problem | null> {
  const draft = await drafts.get(operation.path);
  if ("message" in draft) return draft;
  if (operation.kind === "add") return add(operation, draft, drafts);
  if (draft.text === null) return problem(`${await missingFile(draft.file, places)} Nothing was changed.`);
  switch (operation.kind) {
    case "delete":
      return drafts.put(draft, null);
    case "move":
      return move(draft, draft.text, operation.to, drafts);
    case "update":
      return update(operation, { ...draft, text: draft.text }, drafts, { strategies, places });
  }
}

function add({ path, text }: Extract<Operation, { kind: "add" }>, draft: Draft, drafts: Drafts): Problem | null {
  if (draft.text !== null) return problem(`${path} is there already: use Update File. Nothing was changed.`);
  const repaired = restoreMasks(text, draft.file.text);
  if (repaired.kind === "text") return drafts.put(draft, repaired.text);
  const failure = { kind: "mask", line: repaired.line, mask: repaired.mask } as const;
  return problem(describeFailure(failure, { path, old: "", text: "" }, (plain) => plain));
}

async function update(
  { path, hunks, moveTo }: Extract<Operation, { kind: "update" }>,
  draft: Draft & { readonly text: string },
  drafts: Drafts,
  { strategies, places }: { readonly strategies: string[]; readonly places: Places },
): Promise<Problem | null> {
  const patched = applyHunks(draft.text, hunks);
  if (patched.kind === "no-hint") {
    return problem(
      `${path} has no line with ${JSON.stringify(patched.hint)}, the @@ hint; nothing was changed.`,
      draft,
    );
  }
  if (patched.kind === "failed") {
    const attempt = { path, old: patched.hunk.old.join("\n"), text: patched.text };
    return problem(describeFailure(patched.why, attempt, places.deps.redact), draft);
  }
  strategies.push(...patched.strategies);
  return moveTo === null ? drafts.put(draft, patched.text) : move(draft, patched.text, moveTo, drafts);
}

async function move(from: Draft, text: string, path: string, drafts: Drafts): Promise<Problem | null> {
  const to = await drafts.get(path);
  if ("message" in to) return to;
  if (to.text !== null) return problem(`${path} is there already; nothing was moved or changed.`);
  drafts.put(from, null);
  return drafts.put(to, text, from.mode);
}

function problem(message: string, draft?: Draft): Problem {
  return draft === undefined ? { kind: "problem", message } : { kind: "problem", message, file: draft.file.real };
}

function createDrafts(places: Places): Drafts {
  const drafts = new Map<string, Draft>();
  return {
    get: async (path) => {
      const file = await patchableFile(path, places);
      if (typeof file === "string") return problem(`${file} Nothing was changed.`);
      return drafts.get(file.real) ?? { file, text: file.text, mode: file.mode };
    },
    put: ({ file }, text, mode = file.mode) => {
      drafts.set(file.real, { file, text, mode });
      return null;
    },
    changes: () => [...drafts.values()].filter(({ file, text }) => file.text !== text).map(changeOf),
  };
}

function changeOf({ file, text, mode }: Draft): TextChange {
  const after = text === null ? null : Buffer.from(text);
  return { ...file, mode, before: file.bytes, beforeText: file.text, after, afterText: text };
}

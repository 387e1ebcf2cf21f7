import { resolve } from "node:path";
import type { PruneFilter } from "../../store/store.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { secondsOfAge } from "./age.ts";
import { confirmDeletion } from "./confirm.ts";
import { withStore } from "./open.ts";
import { exit, has, line, usage, valueOf } from "./replies.ts";

/** Deletes conversations that ended long ago: first how many, then only with --yes or a yes. */
export const prune: CommandRun = async (call) => {
  if (call.positionals.length > 0)
    return usage(call, "prune --older-than 90d [--source S] [--workspace P] [--dry-run] [--yes]");
  const age = valueOf(call, "older-than");
  if (age === undefined) return fail(call, say.ageMissing, exit.usage);
  const seconds = secondsOfAge(age);
  if (seconds === null) return fail(call, say.badAge(age), exit.usage);
  return withStore(call, async (store) => {
    const ids = store.archive.prunable(filterOf(call, seconds)).map(({ id }) => id);
    if (ids.length === 0) return line(call, say.nothingToPrune);
    line(call, say.pruneCount(ids.length, age));
    if (has(call, "dry-run")) return line(call, ids.join("\n"));
    const refusal = await confirmDeletion(call, ids.length);
    if (refusal !== null) return refusal;
    const removal = await store.sessions.remove(ids);
    if (removal.kind === "in-use") return fail(call, say.inUse(removal.id, removal.holder), exit.failed);
    return line(call, say.deleted(removal.count));
  });
};

function filterOf(call: CommandCall, ageSeconds: number): PruneFilter {
  const source = valueOf(call, "source");
  const workspace = valueOf(call, "workspace");
  return {
    beforeSeconds: call.context.clock.now() / 1_000 - ageSeconds,
    ...(source === undefined ? {} : { source }),
    ...(workspace === undefined ? {} : { workspace: resolve(call.context.cwd, workspace) }),
  };
}

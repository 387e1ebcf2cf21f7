import { checkpointRuns, type CheckpointRuns, type CheckpointWorld } from "../commands/checkpoints/checkpoint-runs.ts";
import type { CommandCall } from "../commands/command.ts";
import type { CheckpointAdmin } from "../domain/checkpoints.ts";
import { realPath } from "../safety/paths.ts";
import { createCheckpointAdmin } from "../tools/checkpoints/checkpoint-admin.ts";
import { gitOf, rulesOf, type CheckpointRequest } from "./build-checkpoints.ts";
import { openSettings, type Refusal } from "./open-settings.ts";
import { workspaceRoot } from "./workspace-root.ts";

/** For commands, and for `/rollback` of a running session. */
export function buildCheckpointAdmin(
  request: Omit<CheckpointRequest, "log" | "options">,
  signal: AbortSignal,
): CheckpointAdmin {
  const rules = rulesOf({ ...request, options: { addDirs: [] } });
  return createCheckpointAdmin({ git: gitOf(request), rules, signal, ...request.context });
}

export function checkpointCommandRuns(): CheckpointRuns {
  return checkpointRuns(openCheckpoints);
}

async function openCheckpoints({ context }: CommandCall): Promise<CheckpointWorld | Refusal> {
  const opened = await openSettings(context);
  if (opened.kind === "refused") return opened;
  const admin = buildCheckpointAdmin({ ...opened, context, workspace: context.cwd }, context.signal);
  const root = realPath(workspaceRoot(context.cwd));
  return { kind: "checkpoints", admin, root, limitMb: opened.settings.checkpoints.max_total_size_mb };
}

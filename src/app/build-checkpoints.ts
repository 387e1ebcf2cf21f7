import { join } from "node:path";
import type { CommandCall, CommandContext } from "../commands/command.ts";
import { checkpointRuns, type CheckpointRuns, type CheckpointWorld } from "../commands/checkpoints/checkpoint-runs.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Home } from "../config/home.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { CheckpointAdmin } from "../domain/checkpoints.ts";
import type { Log } from "../domain/log.ts";
import type { TurnHooks } from "../domain/turn-hooks.ts";
import { realPath } from "../safety/paths.ts";
import { checkpointPhrases as say } from "../text/phrases/checkpoints.ts";
import { createCheckpointAdmin } from "../tools/checkpoints/checkpoint-admin.ts";
import { createSessionCheckpoints, type SessionCheckpoints } from "../tools/checkpoints/session-checkpoints.ts";
import { isUnfit } from "../tools/checkpoints/fit-root.ts";
import { createShadowGit, hasGit, type ShadowGit } from "../tools/checkpoints/shadow-git.ts";
import { pathRules } from "./build-tools.ts";
import { openSettings, type Refusal } from "./open-settings.ts";
import { workspaceRoot } from "./workspace-root.ts";

type CheckpointRequest = {
  readonly home: Home;
  readonly settings: Settings;
  readonly context: Pick<CommandContext, "env" | "clock" | "rng">;
  readonly options: Pick<RunOptions, "addDirs" | "checkpoints">;
  readonly workspace: string;
  readonly log: Log;
};

const megabyte = 1_048_576;

/** null: somebody does not want them. */
export function buildCheckpoints(request: CheckpointRequest): SessionCheckpoints | null {
  const { settings, context, options, log } = request;
  const wish = options.checkpoints ?? settings.checkpoints.enabled;
  if (wish === false) return null;
  const rules = rulesOf(request);
  return createSessionCheckpoints({
    git: gitOf(request),
    roots: [...new Set(rules.paths.roots.map(realPath))],
    rules,
    wanted: wish === true,
    clock: context.clock,
    rng: context.rng,
    log,
  });
}

/** Tells the checkpoints that a turn is over. */
export function checkpointHooks(checkpoints: SessionCheckpoints | null): readonly TurnHooks[] {
  if (checkpoints === null) return [];
  return [{ name: "checkpoints", onSessionEnd: ({ turnId }) => checkpoints.after(turnId) }];
}

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

/** For the doctor; null: they are kept in the folder the command was called in. */
export async function whyNoCheckpoints(
  { home, settings }: Pick<CheckpointRequest, "home" | "settings">,
  context: CommandContext,
): Promise<string | null> {
  if (settings.checkpoints.enabled === false) return say.switchedOff;
  const root = realPath(workspaceRoot(context.cwd));
  const { paths } = rulesOf({ home, settings, context, workspace: context.cwd, options: { addDirs: [] } });
  if (isUnfit(root, paths)) return say.unfit(root);
  return (await hasGit(context.env["PATH"])) ? null : say.gitMissing;
}

function gitOf({ home, context }: Pick<CheckpointRequest, "home" | "context">): ShadowGit {
  return createShadowGit(join(home.path, "checkpoints", "store"), context.env["PATH"]);
}

function rulesOf(
  request: Pick<CheckpointRequest, "home" | "settings" | "context" | "workspace"> & {
    readonly options: Pick<RunOptions, "addDirs">;
  },
) {
  const { max_file_size_mb, max_snapshots, max_total_size_mb, retention_days } = request.settings.checkpoints;
  return {
    paths: pathRules(request),
    now: request.context.clock.now,
    mostFileBytes: max_file_size_mb * megabyte,
    mostPerProject: max_snapshots,
    mostBytes: max_total_size_mb * megabyte,
    oldestSeconds: retention_days === 0 ? null : retention_days * 86_400,
  };
}

import { join } from "node:path";
import type { CommandContext } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Home } from "../config/home.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { Log } from "../domain/log.ts";
import type { TurnHooks } from "../domain/turn-hooks.ts";
import { realPath } from "../safety/paths.ts";
import { checkpointPhrases as say } from "../text/phrases/checkpoints.ts";
import type { SessionCheckpoints } from "../tools/checkpoints/session-checkpoints.ts";
import { isUnfit } from "../tools/checkpoints/fit-root.ts";
import { createShadowGit, hasGit, type ShadowGit } from "../tools/checkpoints/shadow-git.ts";
import { pathRules } from "./build-tools.ts";
import { later } from "./later.ts";
import { workspaceRoot } from "./workspace-root.ts";

export type CheckpointRequest = {
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
  return untilChanged(async () => {
    const { createSessionCheckpoints } = await import("../tools/checkpoints/session-checkpoints.ts");
    const rules = rulesOf(request);
    const roots = [...new Set(rules.paths.roots.map(realPath))];
    const { clock, rng } = context;
    return createSessionCheckpoints({ git: gitOf(request), roots, rules, wanted: wish === true, clock, rng, log });
  });
}

/** Loaded by the first change: a turn that changes nothing has nothing to keep, and nothing to close. */
function untilChanged(load: () => Promise<SessionCheckpoints>): SessionCheckpoints {
  let kept: SessionCheckpoints | null = null;
  const opened = later(async () => (kept = await load()));
  return {
    before: async (turn, warn) => (await opened()).before(turn, warn),
    after: async (turnId) => kept?.after(turnId),
    close: async () => kept?.close(),
  };
}

/** Tells the checkpoints that a turn is over. */
export function checkpointHooks(checkpoints: SessionCheckpoints | null): readonly TurnHooks[] {
  if (checkpoints === null) return [];
  return [{ name: "checkpoints", onSessionEnd: ({ turnId }) => checkpoints.after(turnId) }];
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

export function gitOf({ home, context }: Pick<CheckpointRequest, "home" | "context">): ShadowGit {
  return createShadowGit(join(home.path, "checkpoints", "store"), context.env["PATH"]);
}

export function rulesOf(
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

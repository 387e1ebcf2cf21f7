import { createHash } from "node:crypto";
import { join } from "node:path";
import type { RunOptions } from "../commands/run-options.ts";
import { addToConfigList } from "../config/edit.ts";
import { configPath, type Home } from "../config/home.ts";
import type { Settings } from "../config/schema/settings.ts";
import { writeFileAtomic } from "../disk/atomic-write.ts";
import { ensurePrivateFolder } from "../disk/folders.ts";
import type { ApprovalHooks, Approver } from "../domain/approval.ts";
import type { Auxiliary } from "../domain/auxiliary.ts";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { PathRules } from "../safety/paths.ts";
import { redactSecrets } from "../safety/redact.ts";
import type { ApprovalState } from "../tools/approval/approval-state.ts";
import { createApprover } from "../tools/approval/approver.ts";
import { detectDanger } from "../tools/approval/detect-danger.ts";
import type { CommandFacts } from "../tools/approval/finding.ts";
import type { ApproverPolicy } from "../tools/approval/policy.ts";
import { createReviewer, type Review } from "../tools/approval/smart-reviewer.ts";
import { autoApproval } from "./child-approver.ts";

export type ApproverParts = {
  readonly home: Home;
  readonly settings: Settings;
  readonly options: Pick<RunOptions, "allow" | "source">;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly log: Log;
  readonly paths: PathRules;
  /** Of the files that tools write, which may be elsewhere; absent: the same. */
  readonly filePaths?: PathRules;
  /** Shared by a session and its children. */
  readonly approvals: ApprovalState;
  readonly facts: Pick<CommandFacts, "isolation" | "wroteFile" | "startedProcess">;
  /** A file the model's text went to. */
  readonly noteWritten: (path: string) => void;
  readonly approver?: Approver;
  readonly hooks?: readonly ApprovalHooks[];
  /** Side models and the runtime they start from; without them mode `smart` asks like `manual`. */
  readonly side?: { readonly auxiliary: Auxiliary; readonly runtime: Runtime };
  /** The goal of the child this is for. */
  readonly child?: string | undefined;
};

/** With the rules and the grammar they read commands with: too much to be loaded before something has to be decided. */
export function approverOf(parts: ApproverParts): Approver {
  return createApprover(approverPolicy(parts));
}

/** The settings, flags and surroundings as what decisions go by. */
export function approverPolicy(parts: ApproverParts): ApproverPolicy {
  const { settings, options, env, clock, log, paths, home, child } = parts;
  const { approvals, delegation } = settings;
  return {
    state: parts.approvals,
    paths,
    ...(parts.filePaths === undefined ? {} : { filePaths: parts.filePaths }),
    detect: detectDanger,
    get isolation() {
      return parts.facts.isolation;
    },
    wroteFile: parts.facts.wroteFile,
    startedProcess: parts.facts.startedProcess,
    allow: [...options.allow, ...settings.command_allowlist],
    deny: approvals.deny,
    hasSudoPassword: () => (env["SUDO_PASSWORD"] ?? "") !== "",
    unattended: unattended(settings, options),
    standIn: child !== undefined && delegation.auto_approve ? autoApproval : null,
    person: parts.approver ?? null,
    child: child ?? null,
    review: reviewerOf(parts),
    reviewerLimit: approvals.denial_breaker_threshold,
    timeoutMs: approvals.timeout === 0 ? null : approvals.timeout * 1_000,
    remember: (entries) => remember(configPath(home), entries),
    saveScript: (text) => saveScript(join(home.path, "cache", "scripts"), text, parts.noteWritten),
    redact: (text) => redactSecrets(text),
    clock,
    log,
    hooks: parts.hooks ?? [],
  };
}

function unattended({ approvals }: Settings, { source }: Pick<RunOptions, "source">): ApproverPolicy["unattended"] {
  const key = source === "cron" ? "cron_mode" : "headless_mode";
  return { approve: approvals[key] === "approve", key: `approvals.${key}` };
}

function reviewerOf({ side, settings }: ApproverParts): Review | null {
  if (side === undefined) return null;
  const { auxiliary, runtime } = side;
  return createReviewer({ auxiliary, runtime: () => runtime, policy: settings.approvals.smart_policy });
}

async function remember(path: string, entries: readonly string[]): Promise<string | null> {
  const edit = await addToConfigList(path, ["command_allowlist"], entries);
  return edit.kind === "refused" ? edit.reason : null;
}

/** The same text goes to the same file, which only its owner can read. */
function saveScript(folder: string, text: string, noteWritten: (path: string) => void): string {
  const path = join(folder, `${createHash("sha256").update(text).digest("hex").slice(0, 16)}.sh`);
  ensurePrivateFolder(folder);
  writeFileAtomic(path, text);
  noteWritten(path);
  return path;
}

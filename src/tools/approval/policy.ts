import type {
  ApprovalChannel,
  ApprovalHooks,
  ApprovalRequest,
  ApprovalVerdict,
  Approver,
} from "../../domain/approval.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import type { PathRules } from "../../safety/paths.ts";
import type { ApprovalState } from "./approval-state.ts";
import type { CommandFacts, DetectDanger, Finding } from "./finding.ts";
import type { Review } from "./smart-reviewer.ts";

/** What decisions go by. All of it is the session's; only `state` changes. */
export type ApproverPolicy = Pick<CommandFacts, "isolation" | "wroteFile" | "startedProcess"> & {
  readonly state: ApprovalState;
  readonly paths: PathRules;
  /** The same for files that tools write, where those are on another machine. */
  readonly filePaths?: PathRules;
  readonly detect: DetectDanger;
  /** `--allow` and `command_allowlist`: globs, exact commands, rule ids. */
  readonly allow: readonly string[];
  /** `approvals.deny`. */
  readonly deny: readonly string[];
  /** There is a password for sudo; without one `sudo -S` is guessing. */
  readonly hasSudoPassword: () => boolean;
  /** What becomes of doubtful things where nobody can be asked, and the setting that says so. */
  readonly unattended: { readonly approve: boolean; readonly key: string };
  /** Who decides in the place of a person that is not there; without one `unattended` does. */
  readonly standIn: Approver | null;
  /** A program's own approver, asked instead of putting questions. */
  readonly person: Approver | null;
  /** The goal of the child this is for. */
  readonly child: string | null;
  /** The side model's opinion in mode `smart`. */
  readonly review: Review | null;
  readonly reviewerLimit: number; // denials in a row before the model is told to stop
  readonly timeoutMs: number | null;
  /** Adds to `command_allowlist`; a sentence says why it could not. */
  readonly remember: (entries: readonly string[]) => Promise<string | null>;
  /** Keeps a text that is too long to be checked; the path it went to. */
  readonly saveScript: (text: string) => string;
  readonly redact: (text: string) => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly hooks: readonly ApprovalHooks[];
};

/** A reason to ask. `every-time`: no earlier yes, no flag and no setting stands for this one. */
export type Concern = Pick<Finding, "rule" | "description" | "persistable" | "words"> & {
  readonly ask: Finding["ask"] | "every-time";
  readonly family?: string;
};

/** A yes to what nobody could read says nothing about the next text that nobody can read. */
export function lastsOnce({ ask, family }: Concern): boolean {
  return ask === "every-time" || family === "unreadable";
}

export type Asked = {
  readonly request: ApprovalRequest;
  readonly policy: ApproverPolicy;
  readonly signal: AbortSignal;
  readonly channel: ApprovalChannel;
  /** Found out once, when the first step wants to know. */
  readonly concerns: () => Promise<readonly Concern[]>;
};

/** One question of the order; null leaves it to the next. */
export type Step = {
  readonly name: string;
  readonly decide: (asked: Asked) => Promise<ApprovalVerdict | null>;
};

export function factsOf({ request, policy }: Pick<Asked, "request" | "policy">): CommandFacts {
  const { paths, isolation, wroteFile, startedProcess } = policy;
  const fetchedBefore = policy.state.fetched.holds;
  return { cwd: request.cwd, paths, isolation, wroteFile, startedProcess, fetchedBefore };
}

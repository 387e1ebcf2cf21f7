import type { ApprovalRequest, ApprovalVerdict, Approver } from "../../domain/approval.ts";
import { writeVerdict, type PathRules } from "../../safety/paths.ts";
import { readings } from "../shell/normalise.ts";
import { simpleCommands } from "../shell/simple-commands.ts";
import { allowedBy, forbiddenBy } from "./command-globs.ts";
import { hardFloor } from "./hard-floor.ts";
import { proveReadOnly } from "./proved-read-only.ts";

export type HeadlessPolicy = {
  /** `--yolo`, or `approvals.mode: off`, or `approvals.headless_mode: approve`. */
  readonly yolo: boolean;
  /** `--allow` and `command_allowlist`. */
  readonly allow: readonly string[];
  /** `approvals.deny`. */
  readonly deny: readonly string[];
  /** A password for sudo was configured; without one `sudo -S` is guessing. */
  readonly sudoPassword: boolean;
  readonly paths: PathRules;
  /** Somebody who may decide what the rules leave open; without one the answer is no. */
  readonly ask?: Approver;
};

const name = "headless";

/** Decides where no person is present: what is proved harmless or was allowed beforehand runs, all else does not. */
export function createHeadlessApprover(policy: HeadlessPolicy): Approver {
  return {
    name,
    decide: async (request, signal) => {
      try {
        const { verdict, open } = await decide(request, policy);
        return open && policy.ask !== undefined ? await policy.ask.decide(request, signal) : verdict;
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return deny("check-failed", `the check itself failed (${why})`, null).verdict; // closed, not open
      }
    },
  };
}

async function decide(request: ApprovalRequest, policy: HeadlessPolicy): Promise<Decision> {
  switch (request.kind) {
    case "command":
      return decideCommand(request, policy);
    case "write":
      return decideWrite(request, policy);
    case "code":
    case "tool":
      return policy.yolo ? allow("yolo") : deny(request.kind, "it needs a person's yes", "--yolo");
    case "memory": // asked only where a person wants to see every write: --yolo is not that person
      return deny("memory.write_approval", "writes to memory wait for the user", "approving it in a chat");
  }
}

async function decideCommand({ action, cwd }: ApprovalRequest, policy: HeadlessPolicy): Promise<Decision> {
  const { paths } = policy;
  const floor = await hardFloor(action, cwd, paths.userHome);
  if (floor !== null) return deny(floor.rule, floor.description, null);
  if (!policy.sudoPassword && (await guessesPassword(action)))
    return deny("sudo-password", "sudo would read a guessed password", null);
  const forbidden = await forbiddenBy(action, policy.deny);
  if (forbidden !== null) return deny("approvals.deny", `the user's rule "${forbidden}" forbids it`, null);
  if (policy.yolo) return allow("yolo");
  const allowed = await allowedBy(action, cwd, policy.allow, paths);
  if (allowed !== null) return allow(`allow:${allowed}`);
  const proof = await proveReadOnly(action, cwd, paths);
  if (proof.proved) return allow("read-only", { changesNothing: true });
  return deny(
    "not-read-only",
    proof.why,
    `--allow ${JSON.stringify(action)} (one simple command, * as wildcard) or --yolo`,
  );
}

function decideWrite({ action }: ApprovalRequest, policy: HeadlessPolicy): Decision {
  const verdict = writeVerdict(action, policy.paths);
  switch (verdict.kind) {
    case "free":
      return allow(null);
    case "denied":
      return deny(verdict.rule, verdict.because, null);
    case "ask":
      return deny(verdict.rule, verdict.because, "making the change, or an interactive session");
    case "consent":
      return policy.yolo ? allow("yolo") : deny(verdict.rule, verdict.because, "--add-dir <folder> or --yolo");
  }
}

async function guessesPassword(command: string): Promise<boolean> {
  const commands = await Promise.all(readings(command).map((text) => simpleCommands(text)));
  return commands
    .flatMap((found) => found ?? [])
    .some(
      ({ words: [program = "", ...args] }) =>
        program.endsWith("sudo") && args.some((arg) => /^-[a-zA-Z]*[SA]$|^--(?:stdin|askpass)$/.test(arg)),
    );
}

/** `open`: a person could still say yes. */
type Decision = { readonly verdict: ApprovalVerdict; readonly open: boolean };

function allow(rule: string | null, more: { readonly changesNothing?: boolean } = {}): Decision {
  return { verdict: { decision: "allow", by: name, rule, ...more }, open: false };
}

/** For the model: the rule, that it stands, and what the person could change. */
function deny(rule: string, because: string, remedy: string | null): Decision {
  const hope = remedy === null ? "Nothing allows this." : `Only the user can allow it: ${remedy}.`;
  const reason = `Not run (rule ${rule}): ${because}. Nobody is here to approve it. ${hope} Do not retry, rephrase or work around this; say what you would need.`;
  return { verdict: { decision: "deny", by: name, rule, reason }, open: remedy !== null };
}

/** Why a command would run, be refused or be asked about, for `hermes approvals test`. */
export type ApprovalExplanation = {
  readonly command: string;
  readonly cwd: string;
  /** The simple commands in it, at every depth; null: the text cannot be read. */
  readonly commands: readonly (readonly string[])[] | null;
  readonly read_only: boolean;
  readonly findings: readonly ExplainedFinding[];
  /** The steps in their order, up to the one that decided. */
  readonly steps: readonly string[];
  readonly verdict: "allow" | "deny" | "ask";
  readonly rule: string | null;
  /** What the model would be told; null where it may go on. */
  readonly reason: string | null;
  /** What a person could answer; empty where nobody is asked. */
  readonly choices: readonly string[];
  /** What "always" would add to `command_allowlist`. */
  readonly always: readonly string[];
  /** What becomes of it where nobody is there. */
  readonly headless: "allow" | "deny";
  /** What would let it pass; null: it passes, or nothing would. */
  readonly remedy: string | null;
};

export type ExplainedFinding = {
  readonly rule: string;
  readonly description: string;
  readonly ask: string;
  readonly persistable: boolean;
};

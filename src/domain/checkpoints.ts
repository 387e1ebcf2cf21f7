/** A state of a project that can be gone back to. */
export type CheckpointView = {
  /** 1 is the newest. */
  readonly number: number;
  readonly atSeconds: number;
  readonly sessionId: string;
  /** What came after it: the changes of a turn, or a way back. */
  readonly kind: "turn" | "rollback";
  /** How many files that changed. */
  readonly files: number;
};

/** What going back does, file by file. */
export type RestorePlan = {
  readonly kind: "plan";
  readonly restored: readonly string[];
  /** Of those the ones that did not exist then. */
  readonly removed: readonly string[];
  /** Changed by the agent and by somebody else since: left as they are. */
  readonly conflicts: readonly string[];
  /** Changed by somebody else alone: left as they are. */
  readonly kept: readonly string[];
};

export type CheckpointProblem = { readonly kind: "problem"; readonly message: string };

export type RestoreWish = {
  readonly number: number;
  /** Conflicts and what others changed go back too. */
  readonly all: boolean;
  /** Only this file, relative to the root; null: all of them. */
  readonly file: string | null;
};

type CheckpointStatus = {
  readonly bytes: number;
  readonly projects: readonly { readonly root: string; readonly count: number; readonly newestSeconds: number }[];
};

/** Checkpoints as people work with them, on the command line and in a chat. */
export type CheckpointAdmin = {
  readonly list: (root: string) => Promise<readonly CheckpointView[] | CheckpointProblem>;
  /** What going back would do, with its diff. */
  readonly preview: (
    root: string,
    wish: RestoreWish,
  ) => Promise<(RestorePlan & { readonly diff: string }) | CheckpointProblem>;
  /** Keeps the present state as a checkpoint first. */
  readonly restore: (root: string, wish: RestoreWish) => Promise<RestorePlan | CheckpointProblem>;
  readonly status: () => Promise<CheckpointStatus | CheckpointProblem>;
  /** Lets go of what is too old or too much; how many checkpoints went. */
  readonly prune: () => Promise<{ readonly kind: "pruned"; readonly dropped: number } | CheckpointProblem>;
  /** All of one project, or of all projects. */
  readonly clear: (root: string | null) => Promise<{ readonly kind: "cleared" } | CheckpointProblem>;
};

/** Where the session's programs run: this machine, a sandbox on it, a container, another machine. */
export type ShellBackend = {
  readonly name: "local" | "bubblewrap" | "docker" | "ssh";
  /** What stands between a program and the person's files. In a container nothing of the host can be reached. */
  readonly isolation: "none" | "sandbox" | "container";
  /** Starts a program in a process group of its own. A program that cannot start is a value, never a rejection. */
  readonly start: (program: ProgramStart) => Promise<StartedProgram | StartProblem>;
  /** A folder of this machine that programs in it find under the same path; absent: they share none with us. */
  readonly exchangeFolder?: () => Promise<string>;
  /** Ends what still runs in it. */
  readonly close: () => Promise<void>;
};

export type ProgramStart = {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Whether something will be written to it; without that it reads an end of file at once. */
  readonly input: boolean;
  readonly terminal: { readonly columns: number; readonly rows: number } | null;
  /** Output, errors merged into it, in the order of arrival. */
  readonly onOutput: (bytes: Uint8Array) => void;
  /** What it writes to file descriptor 3; null: it gets none. */
  readonly onAside: ((bytes: Uint8Array) => void) | null;
};

export type StartProblem = {
  readonly kind: "not-started";
  readonly why: string;
  /** The place programs run in cannot be reached just now; nothing is wrong with the program. */
  readonly degraded?: true;
};

export type StartedProgram = {
  readonly kind: "started";
  /** As this machine's process table knows it; null where it runs elsewhere. */
  readonly pid: number | null;
  /** Something the model should know about this start, such as a sandbox that had to be started again. */
  readonly note: string | null;
  /** 128 + n where signal n ended it. */
  readonly exit: Promise<number>;
  /** Its output has ended too; a child it left behind may hold that open. */
  readonly closed: Promise<void>;
  readonly write: (text: string) => void;
  readonly endInput: () => void;
  /** To the whole group. */
  readonly signal: (name: "SIGTERM" | "SIGKILL" | "SIGINT") => void;
  /** Once it has exited: why its end is not known, where the way to it was lost. */
  readonly lost?: () => string | null;
  /** Lets go of pipes that a process left behind still holds. */
  readonly release: () => void;
};

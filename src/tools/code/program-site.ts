import type { ShellSnapshot } from "../terminal/shell-state.ts";
import type { Language, ProgramParts } from "./program-files.ts";
import type { ProgramRun } from "./run-program.ts";
import type { Answering } from "./rpc-line.ts";

/** A program to be run, wherever that is. */
export type ProgramPlan = ProgramParts & {
  readonly wanted: Language | "auto";
  /** In its own folder, with an interpreter that is not the project's. */
  readonly strict: boolean;
  /** The session's folder and variables, where programs run. */
  readonly shell: ShellSnapshot;
  readonly passthrough: readonly string[];
  readonly answer: Answering;
};

/** All is in its place, and the program's calls reach us. */
export type OpenProgram = AsyncDisposable & {
  readonly kind: "open";
  readonly folder: string;
  readonly run: Pick<ProgramRun, "argv" | "cwd" | "env" | "ended" | "broken">;
  /** Nothing is left of it, neither process nor folder. Null, or why that is not known. */
  readonly close: () => Promise<string | null>;
};

export type SiteProblem = {
  readonly kind: "problem";
  readonly message: string;
  /** Programs cannot be reached just now, and why. */
  readonly unreachable?: string;
};

/** How programs are run here or elsewhere; all that differs between backends. */
export type ProgramSite = (plan: ProgramPlan, signal: AbortSignal) => Promise<OpenProgram | SiteProblem>;

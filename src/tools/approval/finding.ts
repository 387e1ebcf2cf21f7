import type { ShellBackend } from "../../domain/shell-backend.ts";
import type { PathRules } from "../../safety/paths.ts";

/** Something in a shell text that a person should be asked about. */
export type Finding = {
  readonly rule: string;
  readonly family: string;
  /** For people: what the command would do. */
  readonly description: string;
  /** `once`: the first yes of a session covers this rule until the session ends. */
  readonly ask: "always" | "once";
  /** "Always" may be offered. */
  readonly persistable: boolean;
  /** The words of the simple command that it is about, wrappers taken off. */
  readonly words: readonly string[];
};

/** What the rules may know of the session a command runs in. */
export type CommandFacts = {
  readonly cwd: string;
  readonly paths: PathRules;
  readonly isolation: ShellBackend["isolation"];
  /** The session wrote or changed this file (absolute, resolved). */
  readonly wroteFile: (path: string) => boolean;
  /** An earlier command of the session brought this in from the network; null or absent: none did. */
  readonly fetchedBefore?: ((path: string) => boolean) | null;
  /** A process the session started in the background. */
  readonly startedProcess: (pid: number) => boolean;
};

/** Rejects never: what cannot be read is a finding itself. An empty list: nothing to ask about. */
export type DetectDanger = (command: string, facts: CommandFacts) => Promise<readonly Finding[]>;

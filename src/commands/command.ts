import type { Clock, Rng } from "../domain/clock.ts";
import type { Terminal } from "../domain/terminal.ts";

/** A subcommand as a table row: enough to parse, complete and print help without loading what it does. */
export type CommandSpec = {
  readonly name: string;
  readonly summary: string;
  /** What follows the name in the usage line, such as "<key> <value>". */
  readonly usage: string;
  readonly flags: readonly FlagSpec[];
  /** The only values its first argument may have. */
  readonly choices?: readonly string[];
  readonly subcommands: readonly CommandSpec[];
  /** The subcommand that is meant when none is named. */
  readonly defaultCommand?: string;
  /** Everything after the name is the command's own, flags included; only --help stays ours. */
  readonly takesRest?: boolean;
  /** What an unknown subcommand may still be; `problem` is what to say if it is nothing. */
  readonly stranger?: (name: string, problem: string) => CommandSpec;
  /** Loaded on use; a command that only groups others has none. */
  readonly load: (() => Promise<CommandRun>) | null;
};

export type FlagSpec = {
  readonly name: string; // without dashes
  readonly short?: string;
  readonly kind: "boolean" | "value" | "optional-value" | "repeatable";
  readonly value?: string; // placeholder in the help, such as "N"
  readonly summary: string;
  /** The only values allowed. */
  readonly choices?: readonly string[];
  /** The value is a number above zero. */
  readonly number?: "whole" | "decimal";
  /** With an optional value: leaves the next word to the command while the command still lacks its own argument. */
  readonly yields?: boolean;
  /** Stands for a subcommand, whose first argument is the value. */
  readonly becomes?: string;
};

/** Resolves to the exit code. Bad input is answered in one line on stderr and never thrown. */
export type CommandRun = (call: CommandCall) => Promise<number>;

export type CommandCall = {
  readonly positionals: readonly string[];
  readonly flags: FlagValues;
  readonly terminal: Terminal;
  readonly context: CommandContext;
};

export type FlagValues = Readonly<Record<string, string | true | readonly string[] | undefined>>;

/** What every command may need of the world. `app/` fills it; heavy parts are opened by the command that wants them. */
export type CommandContext = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly signal: AbortSignal;
  readonly profile: string | null;
  readonly configuration: ConfigurationFlags;
  readonly version: string;
};

/** Global flags about which settings count. */
type ConfigurationFlags = {
  readonly strict: boolean;
  readonly ignoreUserConfig: boolean;
  readonly envFile: string | null;
};

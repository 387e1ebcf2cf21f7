/** What one command leaves to the next: the folder it ended in and the variables it exported. */
export type ShellSnapshot = { readonly cwd: string; readonly env: Readonly<Record<string, string>> };

/** The state of a session's shell. `cwd` is where relative paths of the session start. */
export type ShellState = {
  /** Where the session began: the way back when the current folder is gone. */
  readonly start: ShellSnapshot;
  readonly current: () => ShellSnapshot;
  readonly replace: (snapshot: ShellSnapshot) => void;
};

export function createShellState(start: ShellSnapshot): ShellState {
  let state = start;
  return { start, current: () => state, replace: (snapshot) => void (state = snapshot) };
}

/**
 * Runs its first argument, then writes folder and environment to descriptor 3, whichever way the command ends.
 * Standard error joins standard output in the shell itself, so that the order is that of writing. The command does not
 * see the descriptor: a process it leaves behind must not hold it open.
 */
export const wrapper = `exec 2>&1 8>&3 3>&-
__hermes_end() {
  __hermes_code=$?
  [ -n "$__hermes_done" ] || { __hermes_done=1; { { command printf '%s\\0' "$PWD"; command -p env -0; } >&8; } 2>/dev/null; }
  return $__hermes_code
}
trap __hermes_end EXIT
__hermes_command=$1; shift
eval "$__hermes_command" 8>&-
__hermes_end`;

const ofTheWrapper = new Set(["_", "SHLVL", "PWD"]);

/** Null when the command replaced the shell or was killed: then nothing has changed. */
export function parseSnapshot(bytes: Buffer): ShellSnapshot | null {
  const [cwd = "", ...entries] = bytes.toString("utf8").split("\0");
  if (!cwd.startsWith("/") || entries.at(-1) !== "") return null;
  const env = entries
    .slice(0, -1)
    .map((entry) => [entry.slice(0, entry.indexOf("=")), entry.slice(entry.indexOf("=") + 1)] as const)
    .filter(([name]) => name !== "" && !ofTheWrapper.has(name));
  return { cwd, env: Object.fromEntries(env) };
}

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

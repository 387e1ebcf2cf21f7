/** What a command line needs around it. */
export type ScriptNeeds = {
  /** Folder and environment are written to descriptor 3 when it ends. */
  readonly snapshot: boolean;
  /** The first line of its input is a password for `sudo`. */
  readonly sudo: boolean;
  /** The rest of its input is the command's own; without it the command reads an end of file. */
  readonly input: boolean;
  /** What has to be done before it. */
  readonly lines: readonly string[];
};

/** The arguments that make a shell run a command line. Standard error joins standard output in the shell itself, so
 * that the order is that of writing. */
export function shellArguments(shell: string, command: string, needs: ScriptNeeds): readonly [string, ...string[]] {
  const script = [
    "exec 2>&1",
    ...(needs.sudo ? [passwordForSudo] : []),
    ...(needs.sudo && !needs.input ? ["exec </dev/null"] : []),
    ...(needs.snapshot ? [snapshotAtEnd] : []),
    ...needs.lines,
    "__hermes_command=$1; shift",
    needs.snapshot ? 'eval "$__hermes_command" 8>&-\n__hermes_end' : 'eval "$__hermes_command"',
  ];
  return [shell, "-c", script.join("\n"), shell, command];
}

/** Written whichever way the command ends. The command does not see the descriptor: a process it leaves behind must not
 * hold it open. */
const snapshotAtEnd = `exec 8>&3 3>&-
__hermes_end() {
  __hermes_code=$?
  [ -n "\${__hermes_done:-}" ] || { __hermes_done=1; { { command printf '%s\\0' "$PWD"; command -p env -0; } >&8; } 2>/dev/null; }
  return $__hermes_code
}
trap __hermes_end EXIT`;

/**
 * The password goes from a variable that is never exported through a builtin into the input of a \`sudo\` that runs
 * nothing: neither arguments nor environment of any process hold it, and the command's own input stays what it was.
 */
const passwordForSudo = `IFS= read -r __hermes_word
sudo() {
  command sudo -n -v 2>/dev/null || command printf '%s\\n' "$__hermes_word" | command sudo -S -p '' -v || return 1
  command sudo -n "$@"
}`;

/** An exit code in words; `expected` says that the command did what it was asked to. */
export type ExitMeaning = { readonly text: string; readonly expected: boolean };

const codes: Readonly<Record<number, string>> = {
  126: "The command was found but cannot be executed",
  127: "Command not found",
  129: "Hung up (SIGHUP)",
  130: "Interrupted (SIGINT)",
  131: "Quit (SIGQUIT)",
  132: "Illegal instruction (SIGILL)",
  134: "Aborted (SIGABRT)",
  135: "Bus error (SIGBUS)",
  136: "Arithmetic error (SIGFPE)",
  137: "Killed (SIGKILL), likely out of memory",
  139: "Segmentation fault (SIGSEGV)",
  141: "Nobody read its output any more (SIGPIPE)",
  143: "Terminated (SIGTERM)",
};

/** What some commands mean by their own numbers. */
const ownCodes: Readonly<Record<string, string>> = {
  "curl 6": "The host name could not be resolved",
  "curl 7": "No connection to the host",
  "curl 22": "The server answered with an HTTP error",
  "curl 28": "The time limit was reached",
  "timeout 124": "timeout ended the command",
};

/** Commands for which 1 is an answer. */
const answers: Readonly<Record<string, string>> = {
  grep: "No line matched",
  egrep: "No line matched",
  fgrep: "No line matched",
  rg: "No line matched",
  "git grep": "No line matched",
  diff: "The files differ",
  cmp: "The files differ",
  "git diff": "There are differences",
  test: "The condition is false",
  "[": "The condition is false",
  "[[": "The condition is false",
  which: "Not found",
  pgrep: "No process matched",
};

/** `lastCommand` is the one whose code the shell reported: name, or name and subcommand. */
export function exitMeaning(code: number, lastCommand: readonly string[]): ExitMeaning | null {
  const [path = "", sub = ""] = lastCommand;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const answer = code === 1 ? (answers[`${name} ${sub}`] ?? answers[name]) : undefined;
  if (answer !== undefined) return { text: `${answer} (not an error)`, expected: true };
  const text = ownCodes[`${name} ${code}`] ?? codes[code];
  return text === undefined ? null : { text, expected: false };
}

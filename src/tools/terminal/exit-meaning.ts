/** An exit code in words; `expected` says that the command did what it was asked to. */
export type ExitMeaning = { readonly text: string; readonly expected: boolean };

const codes: Readonly<Record<number, string>> = {
  126: "The command was found but cannot be executed",
  127: "Command not found",
  134: "Aborted (SIGABRT)",
  137: "Killed (SIGKILL), likely out of memory",
  139: "Segmentation fault (SIGSEGV)",
  141: "Nobody read its output any more (SIGPIPE)",
  143: "Terminated (SIGTERM)",
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
  which: "Not found",
  pgrep: "No process matched",
};

/** `lastCommand` is the one whose code the shell reported: name, or name and subcommand. */
export function exitMeaning(code: number, lastCommand: readonly string[]): ExitMeaning | null {
  const [name = "", sub = ""] = lastCommand;
  const answer = code === 1 ? (answers[`${name} ${sub}`] ?? answers[name]) : undefined;
  if (answer !== undefined) return { text: `${answer} (not an error)`, expected: true };
  const text = codes[code];
  return text === undefined ? null : { text, expected: false };
}

/** What is said about `quick_commands`. */
export const quickCommandPhrases = {
  runs: (command: string) => `runs ${command}`,
  standsFor: (target: string) => `stands for ${target}`,
  badName: (name: string) => `quick_commands.${name}: a name is letters, digits, - and _`,
  shadows: (name: string) => `quick_commands.${name}: /${name} exists already`,
  cycle: (path: readonly string[]) => `quick_commands.${path[0] ?? ""}: ${path.join(" -> ")} leads in a circle`,
  tooLong: (name: string, most: number) => `quick_commands.${name}: leads over more than ${most} other commands`,
  noShell: "commands cannot be run here",
  blocked: (rule: string) => `not run (${rule})`,
  notStarted: (why: string) => `could not be started: ${why}`,
  timedOut: (seconds: number) => `ended after ${seconds} seconds`,
  interrupted: "interrupted",
  noOutput: "(no output)",
  exitCode: (code: number) => `exit code ${code}`,
  cut: (chars: number) => `... ${chars} more characters`,
};

/** What `hermes logs` says. */
export const logsPhrases = {
  none: (path: string) => `nothing is written in ${path} yet`,
  noMatch: "no line matches",
  badSince: (text: string) => `--since ${text} is no time: write 30s, 15m, 2h, 3d or a date such as 2026-01-31T12:00`,
  unreadable: (path: string, reason: string) => `${path} cannot be read: ${reason}`,
};

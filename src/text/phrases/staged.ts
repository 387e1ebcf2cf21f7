export const stagedPhrases = {
  none: "Nothing waits for you.",
  unknown: (which: string) => `Nothing with the id ${JSON.stringify(which)} waits for you.`,
  approved: (id: string) => `${id} is written.`,
  notWritten: (id: string, why: string) => `${id} still waits: ${why}`,
  rejected: (id: string) => `${id} is thrown away.`,
  usage: (form: string) => `Usage: hermes ${form}`,
} as const;

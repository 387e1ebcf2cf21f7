export const promptPhrases = {
  fileTooLong: (label: string, bytes: number) =>
    `${label} was not loaded: it has ${bytes} bytes, more than the 10 MiB a context file may have.`,
  fileNotText: (label: string) => `${label} was not loaded: it is not UTF-8 text.`,
  fileElsewhere: (label: string) =>
    `${label} was not loaded: it is a link to a file that may not be read into a prompt.`,
  fileUnreadable: (label: string, code: string) => `${label} was not loaded: it cannot be read (${code}).`,
  fileCut: (label: string, chars: number, limit: number, setting: string) =>
    `${label} was cut: it has ${chars} characters, the limit is ${limit} (${setting}).`,
  fileBlocked: (label: string, ids: readonly string[]) =>
    `${label} was not loaded: it looks like prompt injection (${ids.join(", ")}). Rephrase it if it is yours.`,
  serverBlocked: (server: string, ids: readonly string[]) =>
    `The instructions of the MCP server ${server} were left out: they look like prompt injection (${ids.join(", ")}).`,
  serverCut: (server: string, chars: number, shown: number) =>
    `The instructions of the MCP server ${server} were cut from ${chars} to ${shown} characters.`,
  serverLeftOut: (server: string, limit: number) =>
    `The instructions of the MCP server ${server} were left out: those of others fill the ${limit} characters for all.`,
} as const;

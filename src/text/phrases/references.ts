/** About what a person pointed at with `@`: they read it, and so does the model. */
export const referencePhrases = {
  missing: (token: string) => `${token}: no such file or folder`,
  refused: (token: string, because: string) => `${token}: not attached, ${because}`,
  isFolder: (token: string) => `${token}: it is a folder; write @folder: to attach its tree`,
  isNoFolder: (token: string) => `${token}: it is not a folder`,
  special: (token: string, name: string) => `${token}: not attached, it is a ${name}`,
  unreadable: (token: string, why: string) => `${token}: cannot be read, ${why}`,
  binary: (token: string, type: string, bytes: number) =>
    `${token}: not attached, it is not text (${type}, ${bytes} bytes)`,
  tooLarge: (token: string, bytes: number) => `${token}: not attached, it is too large (${bytes} bytes)`,
  notUtf8: (token: string) => `${token}: it is not UTF-8; what could not be read was replaced`,
  noGit: (token: string) => `${token}: git could not be started`,
  gitFailed: (token: string, why: string) => `${token}: git failed${why === "" ? "" : `, ${why}`}`,
  gitTooSlow: (token: string) => `${token}: git was stopped before it had finished`,
  noWeb: (token: string) => `${token}: web pages cannot be attached, there is no tool for it`,
  emptyPage: (token: string) => `${token}: the page holds no text`,
  badUrl: (token: string) => `${token}: only http and https addresses can be attached`,
  large: (tokens: number, percent: number) =>
    `the attached context is about ${tokens} tokens, ${percent} % of the window`,
  overflow: (tokens: number, percent: number) =>
    `nothing was attached: the references are worth about ${tokens} tokens, ${percent} % of the window, and 50 % is the limit`,
} as const;

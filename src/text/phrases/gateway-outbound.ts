/** What the gateway says in chats besides answers, and why something could not be said. */
export const gatewayOutboundPhrases = {
  gatewayEnds: "the gateway is ending",
  noAnswer: (seconds: number) => `the platform did not answer within ${seconds} s`,
  unknownError: "the platform failed without saying why",
  notAResult: "the platform returned something that is no result",
  chatGone: "the chat is gone, or we were thrown out of it",
  paused: (platform: string) => `${platform} is paused after too many failures`,
  notServed: (platform: string) => `${platform} is not served now`,
  abandoned: "it was tried too often, or for too long",
  earlierTools: (count: number) => `… ${count} earlier`,
  toolLine: (name: string, preview: string) => (preview === "" ? name : `${name}: ${preview}`),
  toolFailed: (line: string) => `${line} (failed)`,
  children: (count: number, note: string) =>
    `${count} ${count === 1 ? "subagent" : "subagents"}${note === "" ? "" : `: ${note}`}`,
  howToAnswer: (count: number) => `Answer with a number from 1 to ${count}.`,
  mayBeDuplicate: "(this may be a duplicate: the gateway was restarted while it was being sent)",
  saidAgain: "(the connection failed in between: part of this may stand above already)",
  noSuchFile: (name: string) => `(${name} is not attached: there is no such file)`,
  fileNotAllowed: (name: string) => `(${name} is not attached: files from there are not sent)`,
  kindNotPossible: (name: string) => `(${name} is not attached: this platform cannot take it)`,
  attachmentFailed: (name: string) => `(${name} could not be attached)`,
};

/** What is said about an answer that is none. */
export const providerWirePhrases = {
  endedEmpty: "The stream ended without an answer",
  notAnObject: "The answer is not an object",
  noChoices: "The answer has no choices",
  noContentList: "The answer has no content list",
  noContent: "The answer has no content",
  noOutput: "The answer has no output",
  noMessage: "The provider reported an error without a message",
  noReason: "the provider gave no reason",
  unknownKey: (key: string) => `Unknown request key: ${key}`,
  mayNotStore: "A request may not be stored by the endpoint (store must be false)",
  badItem: (index: number, problem: string) => `Input item ${index}: ${problem}`,
  notAnItem: "not an object",
  unknownItem: (type: string) => `unknown type ${type}`,
  itemWithout: (type: string, key: string) => `${type} without ${key}`,
  systemItem: "system text belongs into the instructions",
} as const;

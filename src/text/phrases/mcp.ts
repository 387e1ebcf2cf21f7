/** About MCP servers and their commands. */
export const mcpPhrases = {
  bothWays: "it has both a command and a url; one of them must go",
  noWay: "it has neither a command nor a url",
  badUrl: "its url is no http(s) address",
  passwordInUrl: "its url holds a password; use headers instead",
  connectionLost: "the connection was lost",
  serverEnded: (words: string) => `the server ended (${words})`,
  loginNeeded: (name: string) => `it wants a login: hermes mcp login ${name}`,
};

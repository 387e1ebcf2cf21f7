/** About MCP servers and their commands. */
export const mcpPhrases = {
  bothWays: "it has both a command and a url; one of them must go",
  noWay: "it has neither a command nor a url",
  badUrl: "its url is no http(s) address",
  passwordInUrl: "its url holds a password; use headers instead",
  connectionLost: "the connection was lost",
  serverEnded: (words: string) => `the server ended (${words})`,
  loginNeeded: (name: string) => `it wants a login: hermes mcp login ${name}`,
  noServers: "No MCP servers are configured. Add one: hermes mcp add <name> -- <command>, or --url <address>",
  unknownServer: (name: string, guess: string | null, names: readonly string[]) =>
    `No MCP server is called ${JSON.stringify(name)}.${guess === null ? "" : ` Did you mean ${guess}?`} Configured: ${names.join(", ") || "none"}`,
  disabled: "disabled",
  loggedIn: "logged in",
  loggedOut: "not logged in",
  badName: (name: string) =>
    `${JSON.stringify(name)} cannot be a server's name: up to 40 letters, digits, dashes and underscores`,
  badPair: (flag: string, text: string) =>
    `--${flag} takes NAME=VALUE, not ${JSON.stringify(text.replace(/[=:].*/su, "=…"))}`,
  bothGiven: "Give either --url or a command, not both",
  nothingGiven: "Say how to reach it: hermes mcp add <name> -- <command> [argument...], or --url <address>",
  envNeedsCommand: "--env is for servers that are started by a command; use --header with --url",
  headersNeedUrl: "--header and --oauth are for servers with a --url; use --env with a command",
  notAnAddress: (url: string) =>
    `${JSON.stringify(url.replace(/\/\/[^/@]*@/u, "//…@"))} is no http(s) address without a password in it`,
  alreadyThere: (name: string) => `There is a server called ${name} already; --force replaces it`,
  added: (name: string, path: string, wantsLogin: boolean) =>
    `Added ${name} to ${path}. Next: hermes mcp ${wantsLogin ? "login" : "test"} ${name}`,
  removed: (name: string, path: string) => `Removed ${name} from ${path}`,
  notInFile: (name: string, path: string) => `${name} is not set in ${path}`,
  isDown: (name: string, reason: string) => `${name}: not reachable: ${reason}`,
  isReady: (name: string, tookMs: number, tools: number, tokens: number) =>
    `${name}: ready after ${Math.round(tookMs)} ms, ${tools} ${tools === 1 ? "tool" : "tools"}, about ${tokens} tokens`,
  hasInstructions: (name: string, tokens: number, inPrompt: boolean) =>
    `  instructions: about ${tokens} tokens, ${inPrompt ? "part of the prompt" : `not in the prompt (mcp_servers.${name}.instructions is off)`}`,
  noLoginHere: (name: string) => `${name} is started by a command; only servers with a url take a login`,
  wasLoggedOut: (name: string) => `Nobody was logged in to ${name}`,
  nowLoggedOut: (name: string) => `Logged out of ${name}; its tokens are deleted here`,
  openThis: (address: string) => `Open this address in a browser and agree:\n\n  ${address}\n`,
  noAnswer: (seconds: number) => `no answer within ${seconds} s`,
  pasteHere: "Waiting for the browser. If it runs elsewhere, paste the address it ended up at: ",
};

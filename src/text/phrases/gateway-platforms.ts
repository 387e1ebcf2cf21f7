/** What is said about the platforms a gateway serves. One line each. */
export const gatewayPlatformsPhrases = {
  noneConfigured:
    "No chat platform is configured: enable one under gateway.platforms, with a plugin that brings it (see docs/plugins.md)",
  noneServed: "None of the configured platforms can be served",
  notBrought: (name: string) =>
    `gateway.platforms.${name} is enabled, but no enabled plugin brings this platform: install one with \`hermes plugins install <package, git address or folder>\` and enable it`,
  notEnabled: (name: string, plugin: string) =>
    `gateway.platforms.${name} is enabled, but the plugin that brings it is not: \`hermes plugins enable ${plugin}\``,
  accountTaken: (label: string, holder: string) => `${label}: its account is in use by ${holder}, so it is not served`,
  accountUnsure: (label: string, why: string) =>
    `${label}: whether its account is in use elsewhere could not be found out (${why}), so it is not served`,
  connected: (label: string) => `${label}: connected`,
  failing: (label: string, reason: string, seconds: number) =>
    `${label}: no connection (${reason}); trying again in ${seconds} s, and from then on`,
  givenUp: (label: string, reason: string) => `${label}: given up (${reason})`,
  allGivenUp: "Every platform is given up, so nothing can come in any more: change the settings and start again",
  connectLate: (seconds: number) => `it did not connect within ${seconds} s`,
  noReason: "it did not say why",
  states: {
    connecting: "connecting",
    connected: "connected",
    closed: "closed",
    paused: (seconds: number) => `left alone for ${seconds} s after too many failures; /platform resume tries it now`,
    waiting: (reason: string, seconds: number) => `no connection (${reason}); next attempt in ${seconds} s`,
    givenUp: (reason: string) => `given up (${reason})`,
  },
  resumed: (names: readonly string[]) =>
    names.length === 0 ? "No platform was paused." : `Trying again: ${names.join(", ")}`,
  unknownPlatform: (name: string) => `${name} is not served here.`,
} as const;

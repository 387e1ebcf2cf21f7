/** What strangers of a chat are told, and what is wrong with the settings of the gateway. */
export const gatewayInboundPhrases = {
  pairing: (profile: string, platform: string, code: string) =>
    `I do not know you yet. Ask whoever runs me to type: hermes${profile === "default" ? "" : ` --profile ${profile}`} pairing approve ${platform} ${code} (the code is good for an hour)`,
  nobodyAllowed: (platform: string, variable: string) =>
    `Nobody may speak to ${platform} yet: set gateway.platforms.${platform}.allowed_users or ${variable}`,
  onlyPairing: (platform: string, variable: string) =>
    `Nobody may speak to ${platform} but who is paired (hermes pairing): set gateway.platforms.${platform}.allowed_users or ${variable} to allow others`,
  everybodyAllowed: (platform: string) => `Everybody who finds ${platform} may speak to it and have commands run`,
  star: (name: string) => `${name}: * is nobody's id and was left out; allow_all_users lets everybody in`,
  badFlag: (name: string) => `${name} must be true or false; it counts as false`,
  badPlatformName: (name: string) =>
    `gateway.platforms: ${name} is no name of a platform (small letters, digits, - and _) and was left out`,
} as const;

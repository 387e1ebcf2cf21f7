/** What `hermes pairing` says. Codes never come up here. */
export const pairingPhrases = {
  nobody: "Nobody is paired, and nobody waits.",
  state: { pending: "waits", approved: "approved" },
  howToApprove: "Approve with: hermes pairing approve <platform> <code>",
  approved: (person: string, platform: string) => `${person} may talk to Hermes on ${platform} now.`,
  wrong: (platform: string, triesLeft: number) =>
    `that is no code somebody waits with on ${platform} (codes last an hour); ${triesLeft === 1 ? "one more try" : `${triesLeft} more tries`}`,
  locked: (platform: string, minutes: number) =>
    `too many wrong codes for ${platform}; it is closed for ${minutes === 1 ? "a minute" : `${minutes} minutes`}`,
  revoked: (userId: string, platform: string) => `${userId} may no longer talk to Hermes on ${platform}.`,
  notPaired: (userId: string, platform: string) =>
    `nobody with the id ${userId} was approved on ${platform}; hermes pairing list shows who was`,
  cleared: (count: number) => (count === 1 ? "1 request removed." : `${count} requests removed.`),
};

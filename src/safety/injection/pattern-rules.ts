const homes = String.raw`(?:~|\$\{?HOME\}?|%USERPROFILE%|\$env:USERPROFILE)`;

/** What is told by a few signs rather than by words. Every pattern is bounded: its time grows with the text alone. */
export const patternRules: Readonly<Record<string, readonly RegExp[]>> = {
  ssh_access: [new RegExp(String.raw`${homes}[\\/]\.ssh\b`, "i")],
  hermes_env: [
    /\.hermes[\\/](?:profiles[\\/][\w-]{1,60}[\\/])?\.env(?![\w.-]*\.(?:example|sample|template|dist))\b/i,
    /\$\{?(?:env:)?HERMES_HOME\}?[\\/]\.env\b/i,
  ],
  hardcoded_secret: [
    /(?:key|token|secret|password)\w{0,20}["'`]?\s{0,4}[=:]\s{0,4}["'`]?[A-Za-z0-9_\-./+=]{20}/i,
    /\b(?:sk-[A-Za-z0-9_-]{16}|ghp_[A-Za-z0-9]{20}|xoxb-[A-Za-z0-9-]{16}|AKIA[0-9A-Z]{16}|AIza[\w-]{30})/,
  ],
};

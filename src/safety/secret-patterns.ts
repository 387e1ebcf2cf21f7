/** A secret that was hidden, and what stands in its place. */
export type RedactionHit = { readonly mask: string; readonly original: string };

/** One way a secret shows itself. The named group `secret` is what gets masked; the rest of the match stays. */
export type SecretPattern = {
  readonly name: string;
  /** Linear on any input: a start that cannot lie inside its own match, and bounded repetitions everywhere. */
  readonly pattern: RegExp;
  /** Characters without which it cannot match: most texts are done with by looking for them. */
  readonly needs?: string;
  /** Further proof, where the shape alone also fits ordinary text. */
  readonly proof?: (groups: Readonly<Record<string, string | undefined>>) => boolean;
};

/** A token starts here, also behind the `\\n` of a text inside JSON. */
const edge = String.raw`(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))`;
const rest = "[A-Za-z0-9_-]";

/** Prefix and the least number of characters after it. */
const vendorPrefixes: readonly (readonly [string, number])[] = [
  ["sk-ant-", 16],
  ["sk-or-", 16],
  ["sk-proj-", 16],
  ["sk-svcacct-", 16],
  ["sk_live_", 16],
  ["sk_test_", 16],
  ["rk_live_", 16],
  ["rk_test_", 16],
  ["whsec_", 16],
  ["ghp_", 20],
  ["gho_", 20],
  ["ghu_", 20],
  ["ghs_", 20],
  ["ghr_", 20],
  ["github_pat_", 20],
  ["glpat-", 16],
  ["gldt-", 16],
  ["glptt-", 16],
  ["glcbt-", 16],
  ["gloas-", 16],
  ["glsa_", 20],
  ["glrt-", 16],
  ["xox[a-z]-", 10],
  ["xapp-", 10],
  ["AIza", 30],
  ["ya29\\.", 20],
  ["hf_", 20],
  ["npm_", 30],
  ["pypi-", 30],
  ["dop_v1_", 30],
  ["doo_v1_", 30],
  ["SG\\.", 20],
  ["key-", 32],
  ["r8_", 30],
  ["gsk_", 20],
  ["xai-", 20],
  ["pplx-", 20],
  ["nvapi-", 20],
  ["fw_", 20],
  ["tgp_v1_", 20],
  ["csk-", 20],
  ["tvly-", 16],
  ["fc-", 24],
  ["exa_", 20],
  ["lin_api_", 20],
  ["ntn_", 30],
  ["secret_", 32],
  ["dckr_pat_", 20],
  ["shp(?:at|ca|pa|ss)_", 24],
  ["sbp_", 30],
  ["hv[sbr]\\.", 20],
  ["pul-", 30],
  ["tskey-", 16],
  ["EAAA", 40],
  ["figd_", 20],
  ["ATATT3", 30],
  ["bb_live_", 16],
  ["dp\\.pt\\.", 20],
  ["PMAK-", 20],
  ["NRAK-", 20],
  ["sq0(?:atp|csp)-", 20],
  ["rubygems_", 20],
  ["sntry[su]_", 20],
  ["lsv2_(?:pt|sk)_", 20],
  ["phx_", 20],
  ["sb_secret_", 16],
  ["syt_", 20],
  ["CFPAT-", 20],
  ["AGE-SECRET-KEY-1", 40],
];

/** Longer than any secret, and short enough for the stack of the matcher, which an endless run would exhaust. */
const most = 100_000;

const vendorTokens = vendorPrefixes.map(([prefix, length]) => `${prefix}[A-Za-z0-9_.-]{${length},${most}}`).join("|");

export const secretPatterns: readonly SecretPattern[] = [
  { name: "vendor token", pattern: new RegExp(`${edge}(?<secret>${vendorTokens})`, "g"), proof: random },
  {
    name: "sk- key",
    needs: "sk-",
    pattern: new RegExp(`${edge}(?<secret>sk-${rest}{16,${most}})`, "g"),
    proof: random,
  },
  {
    name: "aws key id",
    pattern: new RegExp(`${edge}(?<secret>(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16})(?![A-Za-z0-9])`, "g"),
  },
  {
    name: "telegram bot token",
    pattern: new RegExp(`(?:${edge}|(?<=/bot))(?<secret>\\d{8,10}:${rest}{35})(?!${rest})`, "g"),
  },
  {
    name: "json web token",
    needs: "eyJ",
    pattern: new RegExp(`${edge}(?<secret>eyJ${rest}{8,${most}}\\.${rest}{8,${most}}\\.${rest}{8,${most}})`, "g"),
  },
  {
    name: "authorization header",
    pattern:
      /\b(?:proxy-)?authorization\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?:(?:bearer|basic|token|apikey)\s{1,4})?(?<secret>[^\s"',;\\]{8,100000})/gi,
    proof: literal,
  },
  { name: "bearer token", pattern: /\bbearer\s{1,4}(?<secret>[A-Za-z0-9._~+/=-]{16,100000})/gi, proof: random },
  {
    name: "api key header",
    pattern:
      /\b(?:x-(?:goog-)?api-key|api-key|x-auth-token|x-access-token|private-token)\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?(?<secret>[^\s"',;\\]{8,100000})/gi,
    proof: literal,
  },
  {
    name: "connection string",
    needs: "@",
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"']{0,128}:(?<secret>[^\s@/"']{1,256})@/gi,
    proof: ({ secret = "" }) => !isPlaceholder(secret),
  },
  {
    name: "url parameter",
    needs: "=",
    pattern:
      /[?&#](?:[a-z0-9_-]{0,32}[_-])?(?:(?:access|auth|bearer|id|refresh|session|user)?token|api_?key|(?:access|secret)?key|(?:client)?secret|password|passwd|pwd|sig|signature|auth|jwt|credentials?)=(?<secret>[^\s&#"'<>\\]{4,100000})/gi,
    proof: ({ secret = "" }) => !isPlaceholder(secret),
  },
  {
    name: "quoted assignment",
    pattern:
      /(?<quote>\\?["'])(?<key>[\w.-]{1,64})\k<quote>\s{0,4}[:=]\s{0,4}\k<quote>(?<secret>[^"'\s\\]{8,100000})\k<quote>/g,
    proof: named,
  },
  {
    name: "yaml assignment",
    pattern:
      /^[ \t-]{0,40}(?<key>[\w.-]{1,64}):[ \t]{1,8}["']?(?<secret>[^\s"'#,;(){}[\]<>$]{16,100000})["']?[ \t]{0,8}\r?$/gm,
    proof: named,
  },
];

/** Only where the text is a dump of the environment: in source code `NAME=value` is ordinary. */
export const environmentPatterns: readonly SecretPattern[] = [
  {
    name: "environment assignment",
    pattern: /^(?:export |declare -x )?(?<key>[A-Za-z_]\w{0,127})=["']?(?<secret>[^\s"'][^"'\n]{0,4096})/gm,
    proof: ({ key = "", secret = "" }) => isSecretVariable(key) && !isMasked(secret),
  },
];

const secretName =
  /(?:api[_-]?key|secret|token|password|passwd|pwd|passphrase|credentials?|creds|private[_-]?key|access[_-]?key|secret[_-]?key|bearer|dsn|webhook(?:[_-]?url)?)$/i;

function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** In a dump a bare `KEY` at the end is one too, and so is the second of several. */
function isSecretVariable(name: string): boolean {
  return isSecretName(name) || /(?:^|_)(?:KEYS?|PASS|PAT|PASSWORD|TOKEN|SECRETS?|AUTH)(?:_?\d+)?$/i.test(name);
}

function isMasked(value: string): boolean {
  return value.includes("…") || value.startsWith("***");
}

function isPlaceholder(value: string): boolean {
  return isMasked(value) || /^[$<{%]|\$\{|^(.)\1*$/.test(value);
}

function literal({ secret = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return !isPlaceholder(secret) && /\d|[a-z][A-Z]/.test(secret); // encoded text mixes its letters, words do not
}

function random({ secret = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return !isMasked(secret) && /\d|[A-Z]/.test(secret);
}

function named({ key = "", secret = "" }: Readonly<Record<string, string | undefined>>): boolean {
  return isSecretName(key) && !isPlaceholder(secret) && /\d/.test(secret) && /[A-Za-z]/.test(secret);
}

const secretSegments = new Set(
  "KEY KEYS TOKEN TOKENS SECRET SECRETS PASSWORD PASSWD PASS CREDENTIAL CREDENTIALS APIKEY PAT JWT COOKIE COOKIES".split(
    " ",
  ),
);

/** Whether a variable's name says that it holds a secret: `API_KEY` and `githubToken`, not `MONKEY_HOST`. */
export function isSecretName(name: string): boolean {
  return name.split(/_|(?<=[a-z])(?=[A-Z])/).some((segment) => secretSegments.has(segment.toUpperCase()));
}

const secretBase =
  /^(?:\.netrc|\.pgpass|\.npmrc|\.pypirc|\.git-credentials|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|.{0,60}\.(?:key|p12|pfx|ppk|jks|keystore)|.{0,60}key.{0,20}\.pem|credentials\.json)$/i;
const environmentFile = /^\.env(?:\.[\w-]{1,40}){0,3}$/i;
const sharedEnvironment = /\.(?:example|sample|template|dist)$/i;
const secretEnding = /(?:^|\/)(?:\.aws\/credentials|\.kube\/config|\.hermes\/auth\.json|\.docker\/config\.json)$/i;

/** Whether a word of a command is a file that holds secrets. */
export function isSecretFile(word: string): boolean {
  if (word.length > 4_000) return false;
  const path = word.replaceAll("\\", "/").replace(/[.,:]{1,3}$/, "");
  const base = path.slice(path.lastIndexOf("/") + 1);
  if (environmentFile.test(base)) return !sharedEnvironment.test(base);
  return secretBase.test(base) || secretEnding.test(path);
}

/** `credentials` alone is a file only where a command stands that reads nothing but files. */
export function isCredentialsFile(word: string): boolean {
  return /(?:^|[/\\])credentials$/i.test(word);
}

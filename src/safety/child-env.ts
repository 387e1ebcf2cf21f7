import { secretVariables } from "./secret-variables.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const secretSegments = new Set(
  "KEY KEYS TOKEN SECRET SECRETS PASSWORD PASSWD PASSPHRASE CREDENTIAL CREDENTIALS CREDS BEARER APIKEY DSN WEBHOOK PAT".split(
    " ",
  ),
);
const knownSecrets = new Set(secretVariables);

/**
 * What a command may see of our environment: all but secrets. `passthrough` names secret-looking variables to hand on
 * all the same; the keys of model providers and chat platforms never go through.
 */
export function childEnvironment(environment: Environment, passthrough: readonly string[]): Record<string, string> {
  const wanted = new Set(passthrough);
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => {
      const [name, value] = entry;
      if (value === undefined || isKnownSecret(name)) return false;
      return wanted.has(name) || !looksSecret(name);
    }),
  );
}

/** `OPENAI_API_KEY_2` is a key too: providers may have several. */
function isKnownSecret(name: string): boolean {
  return knownSecrets.has(name.toUpperCase().replace(/_\d+$/, ""));
}

/** By whole words, so that SSH_AUTH_SOCK, KEYBOARD and MAX_TOKENS stay. */
function looksSecret(name: string): boolean {
  const words = name.toUpperCase().split(/[_-]/);
  return words.at(-1) === "AUTH" || words.some((word) => secretSegments.has(word) || word.endsWith("APIKEY"));
}

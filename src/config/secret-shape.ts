const credentialName = /^[A-Z][A-Z0-9_]*_(API_KEY|TOKEN|SECRET|PASSWORD)(_\d+)?$/;
const secretSegment = /(^|[_-])(key|api_keys|token|secret|password|passwd|credential|credentials|authorization)$/i;
const secretParents = new Set(["headers", "extra_headers", "env", "docker_env"]);

export const mask = "***";

/** Environment names that hold a credential: they belong in `.env`, never in config.yaml. */
export function isCredentialName(name: string): boolean {
  return credentialName.test(name);
}

/** Config keys whose value must not be shown: `providers.x.api_key`, anything under `headers`. */
export function isSecretKey(key: string): boolean {
  const segments = key.split(".");
  return secretSegment.test(segments.at(-1) ?? "") || segments.slice(0, -1).some((name) => secretParents.has(name));
}

/** A URL may carry a password of its own. */
export function withoutUserInfo(text: string): string {
  return text.replace(/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, `$1${mask}@`);
}

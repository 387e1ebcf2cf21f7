const secretName =
  /(?:^|[_-])(?:token|api[_-]?key|key|secret|password|passwd|pass|pwd|access[_-]?key(?:[_-]?id)?|sig|signature|auth|authorization|credentials?|code|session(?:[_-]?id)?|jwt)$/iu;

/** Whether somebody who is shown this URL could act as the person: such a URL is handed to no service. */
export function carriesCredentials(url: URL): boolean {
  if (url.username !== "" || url.password !== "") return true;
  const inFragment = new URLSearchParams(url.hash.slice(1)); // where OAuth puts what no server should see
  return [...url.searchParams.keys(), ...inFragment.keys()].some(isSecretName);
}

/** `accessToken` and `X-Amz-Signature` are what `access_token` is. */
function isSecretName(name: string): boolean {
  return secretName.test(name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, "_"));
}

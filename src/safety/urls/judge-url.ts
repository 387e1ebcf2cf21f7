import { isIP } from "node:net";
import { matchesGlob } from "node:path";
import { domainToASCII } from "node:url";
import { addressClass, type AddressClass } from "./address-class.ts";
import { parseAddress } from "./parse-address.ts";

export type UrlRules = {
  /** Addresses of this machine and its network are fine; those that hand out credentials never are. */
  readonly allowPrivate: boolean;
  /** Names, which stand for everything below them too, and globs over names. */
  readonly blockedHosts: readonly string[];
};

export type UrlVerdict =
  | { readonly kind: "allowed"; readonly url: URL }
  | { readonly kind: "blocked"; readonly reason: string };

const metadataNames = new Set(["metadata.google.internal", "metadata.goog", "instance-data.ec2.internal"]);

/** What can be said before a name is looked up. Non-ASCII hosts come out in punycode. */
export function judgeUrl(text: string | URL, rules: UrlRules): UrlVerdict {
  const url = URL.parse(String(text));
  if (url === null) return blocked("it is no URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") return blocked("only http and https are fetched");
  const host = hostOf(url);
  if (host === "") return blocked("it names no host");
  if (metadataNames.has(host)) return blocked(`${host} is a cloud metadata service`);
  if (rules.blockedHosts.some((glob) => matchesHost(host, glob))) return blocked(`${host} is on the block list`);
  if (parseAddress(host) === null) return { kind: "allowed", url };
  return judgeAddress(host, rules) ?? { kind: "allowed", url };
}

/** null: it may be connected to. */
export function judgeAddress(
  address: string,
  { allowPrivate }: Pick<UrlRules, "allowPrivate">,
): Extract<UrlVerdict, { kind: "blocked" }> | null {
  const found: AddressClass = addressClass(address);
  if (found === "metadata") return blocked(`${address} is a cloud metadata address`);
  return found === "private" && !allowPrivate ? blocked(`${address} is not a public address`) : null;
}

/** Lower case, without brackets and the final dot of a full name. */
export function hostOf({ hostname }: URL): string {
  const bare = hostname.replace(/^\[(.*)\]$/u, "$1").toLowerCase();
  return isIP(bare) === 0 ? bare.replace(/\.+$/u, "") : bare;
}

function matchesHost(host: string, glob: string): boolean {
  const pattern = inPunycode(glob.trim().toLowerCase().replace(/\.$/u, ""));
  if (pattern === "") return false;
  if (/[*?[{]/u.test(pattern)) return matchesGlob(host, pattern);
  return host === pattern || host.endsWith(`.${pattern}`);
}

/** Label by label: a glob is no name. */
function inPunycode(pattern: string): string {
  if (/^[\p{ASCII}]*$/u.test(pattern)) return pattern;
  return pattern
    .split(".")
    .map((label) => domainToASCII(label) || label)
    .join(".");
}

function blocked(reason: string): Extract<UrlVerdict, { kind: "blocked" }> {
  return { kind: "blocked", reason };
}

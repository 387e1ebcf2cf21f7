import { isIP, isIPv6, type LookupFunction } from "node:net";
import { hostOf, judgeAddress, judgeUrl, type UrlRules } from "./judge-url.ts";
import type { Resolve } from "./system-resolve.ts";

export type CheckedUrl =
  | { readonly kind: "allowed"; readonly url: URL; readonly addresses: readonly string[] }
  | { readonly kind: "blocked"; readonly reason: string };

/** The URL with the addresses that were checked. One bad address among them blocks it, and so does a name without any. */
export async function checkUrl(text: string | URL, rules: UrlRules, resolve: Resolve): Promise<CheckedUrl> {
  const verdict = judgeUrl(text, rules);
  if (verdict.kind === "blocked") return verdict;
  const host = hostOf(verdict.url);
  const addresses = isIP(host) === 0 ? await addressesOf(host, resolve) : [host];
  if (addresses.length === 0) return { kind: "blocked", reason: `${host} cannot be looked up` };
  const bad = addresses.map((address) => judgeAddress(address, rules)).find((found) => found !== null);
  return bad ?? { ...verdict, addresses };
}

/** For `net.connect` and the like: the checked addresses and no second look-up, whatever the name says by then. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (host, options, callback) => {
    const { family } = options;
    const wanted = entries.filter(
      (entry) =>
        family === undefined || family === 0 || `IPv${entry.family}` === `IPv${String(family).replace("IPv", "")}`,
    );
    const [first] = wanted;
    if (first === undefined) return callback(new Error(`no checked address for ${host}`), "", 0);
    return options.all === true ? callback(null, wanted) : callback(null, first.address, first.family);
  };
}

async function addressesOf(host: string, resolve: Resolve): Promise<readonly string[]> {
  try {
    return await resolve(host);
  } catch {
    return []; // what cannot be looked up is not connected to
  }
}

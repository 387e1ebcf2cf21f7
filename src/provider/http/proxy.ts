import { TransportError } from "../../domain/http.ts";
import { providerPhrases } from "../../text/phrases/provider.ts";

/** The proxy variables of an environment, in either case. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

type AgentProxies = { readonly HTTP_PROXY?: string; readonly HTTPS_PROXY?: string; readonly NO_PROXY?: string };

/**
 * What node's agents need to know. They take http and https proxies and pass silently over anything else,
 * so `refuseForeignProxy` has to speak up first; a bare host:port is read as http, as curl does.
 */
export function agentProxies(environment: ProxyEnvironment): AgentProxies {
  const http = proxyFor("http:", environment);
  const https = proxyFor("https:", environment);
  const exempt = lookUp("NO_PROXY", environment);
  return {
    ...(http !== null && { HTTP_PROXY: http }),
    ...(https !== null && { HTTPS_PROXY: https }),
    ...(exempt !== null && { NO_PROXY: exempt }),
  };
}

/** Going out directly where a proxy was asked for would betray the user: a proxy we cannot speak to is an error. */
export function refuseForeignProxy(url: URL, environment: ProxyEnvironment): void {
  const proxy = proxyOf(url, environment);
  if (proxy === null || isUsable(proxy)) return;
  throw new TransportError("connect", providerPhrases.proxyUnsupported(variableFor(url.protocol)), {
    code: "ERR_PROXY_INVALID_CONFIG",
  });
}

/** Who is really called, for words about a connection that fails; null when nobody stands between. Never the password. */
export function proxyHost(url: URL, environment: ProxyEnvironment): string | null {
  const proxy = proxyOf(url, environment);
  return proxy !== null && isUsable(proxy) ? new URL(proxy).host : null;
}

function proxyOf(url: URL, environment: ProxyEnvironment): string | null {
  return isExempt(url, lookUp("NO_PROXY", environment) ?? "") ? null : proxyFor(url.protocol, environment);
}

function isUsable(proxy: string): boolean {
  return /^https?:\/\//i.test(proxy) && URL.canParse(proxy);
}

function proxyFor(protocol: string, environment: ProxyEnvironment): string | null {
  const value = lookUp(variableFor(protocol), environment);
  if (value === null) return null;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
}

function variableFor(protocol: string): string {
  return protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
}

function lookUp(name: string, environment: ProxyEnvironment): string | null {
  return environment[name.toLowerCase()]?.trim() || environment[name]?.trim() || null;
}

function isExempt({ hostname, host }: URL, list: string): boolean {
  const entries = list.split(/[\s,]+/).filter((entry) => entry !== "");
  return entries.some((entry) => {
    const name = entry.toLowerCase().replace(/^\*?\./, "");
    return entry === "*" || name === hostname || name === host || hostname.endsWith(`.${name}`);
  });
}

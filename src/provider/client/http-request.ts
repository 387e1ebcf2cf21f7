import type { HttpRequest } from "../../domain/http.ts";
import type { ModelRequest } from "../../domain/model-client.ts";
import type { Runtime } from "../../domain/runtime.ts";
import type { Wire } from "../wire.ts";

type Written = { readonly body: string; readonly connectTimeoutMs: number };

/** The request as it goes out: where, with whose key, and in one piece. */
export function httpRequestOf(request: ModelRequest, wire: Wire, written: Written): HttpRequest {
  const { runtime } = request;
  return {
    method: "POST",
    url: endpointUrl(runtime.baseUrl, wire.path),
    headers: afterLatches(request, {
      "content-type": "application/json",
      accept: runtime.traits.streaming ? "text/event-stream" : "application/json",
      "user-agent": "hermes",
      ...wire.headers(request),
      ...credentialHeader(runtime),
      ...lowerCased(runtime.headers), // the user's own words last
    }),
    ...written,
  };
}

/** `/v1` may stand in the base URL or in the path, and is said once; a query of the base URL stays behind the path. */
export function endpointUrl(baseUrl: string, path: string): string {
  const url = new URL(baseUrl);
  const base = url.pathname.replace(/\/+$/, "");
  const [version = ""] = /^\/v\d+(?=\/)/.exec(path) ?? [];
  url.pathname = (version !== "" && base.endsWith(version) ? base.slice(0, -version.length) : base) + path;
  url.hash = "";
  return url.href;
}

type Headers = Readonly<Record<string, string>>;

function afterLatches({ latches }: ModelRequest, headers: Headers): Headers {
  const kept = latches.droppedBetas.length === 0 ? headers : withoutBetas(headers, latches.droppedBetas);
  if (!latches.headersScrubbed) return kept;
  return Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, value.replaceAll(unsendable, "")]));
}

/** All that HTTP has no byte for. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/gu;

function withoutBetas({ "anthropic-beta": asked = "", ...rest }: Headers, dropped: readonly string[]): Headers {
  const names = asked.split(",").map((name) => name.trim());
  const kept = names.filter((name) => name !== "" && !dropped.includes(name));
  return kept.length === 0 ? rest : { ...rest, "anthropic-beta": kept.join(",") };
}

export function credentialHeader({ credential }: Pick<Runtime, "credential">): Headers {
  if (credential === null) return {};
  const key = credential.secret.reveal();
  return credential.scheme === "bearer" ? { authorization: `Bearer ${key}` } : { "x-api-key": key };
}

function lowerCased(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

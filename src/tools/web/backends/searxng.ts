import { z } from "zod";
import type { WebBackend } from "../../../domain/web-backend.ts";
import { jsonAnswer } from "./json-answer.ts";

const address = "SEARXNG_URL";
const Hit = z.object({ title: z.string().catch(""), url: z.string(), content: z.string().nullish() });
const Answer = z.object({ results: z.array(Hit) });

/** The person's own search server. */
export function searxngBackend(): Pick<WebBackend, "search"> {
  return {
    search: async ({ text, limit }, access) => {
      const base = URL.parse(access.variable(address)?.reveal() ?? "");
      if (base === null) return { kind: "failed", message: `${address} is no URL` };
      const request = { url: searchUrl(base, text), headers: { accept: "application/json" } };
      const answer = await jsonAnswer("SearXNG", request, Answer, access);
      if (answer.kind === "found") return { kind: "found", value: answer.value.results.slice(0, limit).map(hitOf) };
      const isRefused = answer.message.startsWith("SearXNG answered 403");
      return { kind: "failed", message: isRefused ? needsJson : answer.message };
    },
  };
}

const needsJson = "SearXNG refuses to answer in JSON: its settings.yml must list json under search.formats";

/** A server may live below a path. */
function searchUrl(base: URL, text: string): string {
  const url = new URL(`${base.pathname.replace(/\/$/u, "")}/search`, base);
  url.search = new URLSearchParams({ q: text, format: "json" }).toString();
  return url.href;
}

function hitOf({ title, url, content }: z.output<typeof Hit>) {
  return { title, url, description: content ?? "" };
}

import { z } from "zod";
import type { WebAccess, WebBackend } from "../../../domain/web-backend.ts";
import { jsonAnswer } from "./json-answer.ts";

const key = "TAVILY_API_KEY";
const mostHits = 20;
const Hit = z.object({ title: z.string().catch(""), url: z.string(), content: z.string().catch("") });
const Hits = z.object({ results: z.array(Hit) });
const Pages = z.object({
  results: z.array(z.object({ raw_content: z.string().catch("") })),
  failed_results: z.array(z.object({ error: z.string().catch("it could not be read") })).catch([]),
});

export function tavilyBackend(endpoint = "https://api.tavily.com"): Required<Pick<WebBackend, "search" | "extract">> {
  return {
    search: async ({ text, limit }, access) => {
      const json = { query: text, max_results: Math.min(limit, mostHits) };
      const request = { url: `${endpoint}/search`, headers: headers(access), json };
      const answer = await jsonAnswer("Tavily", request, Hits, access);
      if (answer.kind === "failed") return answer;
      const value = answer.value.results.map(({ title, url, content }) => ({ title, url, description: content }));
      return { kind: "found", value };
    },
    extract: async (url, access) => {
      const json = { urls: [url], format: "markdown" };
      const request = { url: `${endpoint}/extract`, headers: headers(access), json };
      const answer = await jsonAnswer("Tavily", request, Pages, access);
      if (answer.kind === "failed") return answer;
      const { results, failed_results: refused } = answer.value;
      const [page] = results;
      if (page !== undefined) return { kind: "found", value: { title: "", text: page.raw_content } };
      return { kind: "failed", message: `Tavily: ${refused[0]?.error ?? "it could not be read"}` };
    },
  };
}

function headers({ variable }: WebAccess): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${variable(key)?.reveal() ?? ""}` };
}

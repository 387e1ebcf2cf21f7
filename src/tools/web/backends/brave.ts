import { z } from "zod";
import type { WebBackend } from "../../../domain/web-backend.ts";
import { jsonAnswer } from "./json-answer.ts";

const key = "BRAVE_API_KEY";
const mostHits = 20;
const Hit = z.object({ title: z.string().catch(""), url: z.string(), description: z.string().catch("") });
const Answer = z.object({ web: z.object({ results: z.array(Hit) }).optional() });

export function braveBackend(endpoint = "https://api.search.brave.com"): Pick<WebBackend, "search"> {
  return {
    search: async ({ text, limit }, access) => {
      const query = new URLSearchParams({ q: text, count: String(Math.min(limit, mostHits)) });
      const headers = { accept: "application/json", "x-subscription-token": access.variable(key)?.reveal() ?? "" };
      const request = { url: `${endpoint}/res/v1/web/search?${query.toString()}`, headers };
      const answer = await jsonAnswer("Brave Search", request, Answer, access);
      return answer.kind === "found" ? { kind: "found", value: answer.value.web?.results ?? [] } : answer;
    },
  };
}

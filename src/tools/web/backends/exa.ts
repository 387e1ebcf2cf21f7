import { z } from "zod";
import type { WebAccess, WebBackend } from "../../../domain/web-backend.ts";
import { jsonAnswer } from "./json-answer.ts";

const key = "EXA_API_KEY";
const mostHits = 100;
const excerptChars = 300;
const Result = z.object({ title: z.string().nullish(), url: z.string(), text: z.string().nullish() });
const Answer = z.object({
  results: z.array(Result),
  statuses: z.array(z.object({ error: z.object({ tag: z.string().nullish() }).nullish() })).catch([]),
});

export function exaBackend(endpoint = "https://api.exa.ai"): Required<Pick<WebBackend, "search" | "extract">> {
  return {
    search: async ({ text, limit }, access) => {
      const contents = { text: { maxCharacters: excerptChars } };
      const json = { query: text, numResults: Math.min(limit, mostHits), contents };
      const answer = await jsonAnswer(
        "Exa",
        { url: `${endpoint}/search`, headers: headers(access), json },
        Answer,
        access,
      );
      if (answer.kind === "failed") return answer;
      const value = answer.value.results.map(({ title, url, text: excerpt }) => ({
        title: title ?? "",
        url,
        description: excerpt ?? "",
      }));
      return { kind: "found", value };
    },
    extract: async (url, access) => {
      const json = { urls: [url], text: true };
      const request = { url: `${endpoint}/contents`, headers: headers(access), json };
      const answer = await jsonAnswer("Exa", request, Answer, access);
      if (answer.kind === "failed") return answer;
      const [page] = answer.value.results;
      if (page !== undefined) return { kind: "found", value: { title: page.title ?? "", text: page.text ?? "" } };
      return { kind: "failed", message: `Exa: ${answer.value.statuses[0]?.error?.tag ?? "it could not be read"}` };
    },
  };
}

function headers({ variable }: WebAccess): Readonly<Record<string, string>> {
  return { "x-api-key": variable(key)?.reveal() ?? "" };
}

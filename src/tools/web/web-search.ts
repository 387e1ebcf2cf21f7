import { z } from "zod";
import { fail, ok } from "../../domain/outcome.ts";
import { defineTool, type Tool } from "../../domain/tool.ts";
import type { WebBackend, WebHit } from "../../domain/web-backend.ts";
import { accessFor, type AccessParts } from "./backend-access.ts";
import { plainWords } from "./plain-words.ts";

const mostHits = 100;
const titleChars = 300;
const descriptionChars = 500;

export type WebSearchDeps = { readonly backend: WebBackend; readonly access: AccessParts };

export function createWebSearchTool({ backend, access }: WebSearchDeps): Tool {
  return defineTool({
    name: "web_search",
    toolset: "web",
    description: "Search the web. Read hits with web_extract.",
    concurrency: "free",
    readOnly: true,
    input: z.object({ query: z.string().min(1), limit: z.int().default(5) }),
    preview: ({ query }) => query,
    run: async ({ query, limit: asked }, { signal }) => {
      const limit = Math.min(mostHits, Math.max(1, asked));
      const answer = await backend.search({ text: query, limit }, accessFor(backend, access, signal));
      if (answer.kind === "failed") return fail(answer.message);
      const hits = answer.value.filter(({ url }) => /^https?:\/\//iu.test(url)).slice(0, limit);
      return ok({ success: true, data: { web: hits.map(shown) } });
    },
  });
}

function shown({ title, url, description }: WebHit, index: number) {
  return {
    title: plainWords(title, titleChars),
    url: URL.parse(url)?.href ?? url,
    description: plainWords(description, descriptionChars),
    position: index + 1,
  };
}

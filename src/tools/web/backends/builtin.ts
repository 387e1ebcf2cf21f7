import type { WebBackend } from "../../../domain/web-backend.ts";

/** Known by name; what a service's answers look like is loaded with the first question to it. */
export const builtinBackends: readonly WebBackend[] = [
  searchOnly("brave", "BRAVE_API_KEY", async () => (await import("./brave.ts")).braveBackend()),
  readsToo("exa", "EXA_API_KEY", async () => (await import("./exa.ts")).exaBackend()),
  searchOnly("searxng", "SEARXNG_URL", async () => (await import("./searxng.ts")).searxngBackend()),
  readsToo("tavily", "TAVILY_API_KEY", async () => (await import("./tavily.ts")).tavilyBackend()),
];

type Service = Pick<WebBackend, "search">;
type ReadingService = Required<Pick<WebBackend, "search" | "extract">>;

function searchOnly(name: string, variable: string, load: () => Promise<Service>): WebBackend {
  return {
    name,
    requiresEnv: [variable],
    search: async (query, access) => (await load()).search(query, access),
  };
}

function readsToo(name: string, variable: string, load: () => Promise<ReadingService>): WebBackend {
  return {
    ...searchOnly(name, variable, load),
    extract: async (url, access) => (await load()).extract(url, access),
  };
}

import { expect, test } from "vitest";
import { z } from "zod";
import { toolContext } from "../../../../tests/support/tool-context.ts";
import { webServer, type SeenRequest, type WebServer } from "../../../../tests/support/web-server.ts";
import { systemClock } from "../../../app/system-clock.ts";
import { textOf } from "../../../domain/message.ts";
import { contentOf } from "../../../domain/outcome.ts";
import { Secret } from "../../../domain/secret.ts";
import type { WebBackend } from "../../../domain/web-backend.ts";
import { accessFor } from "../backend-access.ts";
import { chooseBackend } from "../choose-backend.ts";
import { createGuardedFetch } from "../guarded-fetch.ts";
import { ownReader, serviceReader } from "../read-page.ts";
import { createWebSearchTool } from "../web-search.ts";
import { braveBackend } from "./brave.ts";
import { builtinBackends } from "./builtin.ts";
import { exaBackend } from "./exa.ts";
import { searxngBackend } from "./searxng.ts";
import { tavilyBackend } from "./tavily.ts";

const strict = { allowPrivate: false, blockedHosts: [] };
const never = new AbortController().signal;
const fetch = createGuardedFetch({ rules: strict, resolve: async () => ["8.8.8.8"], clock: systemClock });

type Fake = (request: SeenRequest) => { readonly status?: number; readonly body: string; readonly type?: string };
const json = (value: unknown, status = 200) => ({ status, body: JSON.stringify(value), type: "application/json" });
const hit = { title: "On <strong>walruses</strong> &amp; ice", url: "https://walrus.example/a" };

function bodyOf<Schema extends z.ZodType>({ body }: SeenRequest, schema: Schema): z.output<Schema> | null {
  const parsed = schema.safeParse(JSON.parse(body || "null"));
  return parsed.success ? parsed.data : null;
}

/** As the vendors' own pages describe them, refusals included. */
const fakes = {
  brave: ({ method, path, headers }) => {
    const url = new URL(path, "http://x");
    if (headers["x-subscription-token"] !== "key-1")
      return json({ error: { code: "SUBSCRIPTION_TOKEN_INVALID" } }, 422);
    if (method !== "GET" || url.pathname !== "/res/v1/web/search") return json({}, 404);
    const count = Number(url.searchParams.get("count"));
    if (!url.searchParams.get("q") || !(count >= 1 && count <= 20)) return json({ error: { code: "VALIDATION" } }, 422);
    return json({ type: "search", web: { results: [{ ...hit, description: `about ${url.searchParams.get("q")}` }] } });
  },
  tavily: (request) => {
    if (request.headers["authorization"] !== "Bearer key-1")
      return json({ detail: { error: "Unauthorized: missing or invalid API key." } }, 401);
    if (request.headers["content-type"] !== "application/json") return json({ detail: "no JSON" }, 422);
    if (request.path === "/extract") {
      const asked = bodyOf(request, z.strictObject({ urls: z.array(z.url()), format: z.enum(["markdown", "text"]) }));
      if (asked === null) return json({ detail: "bad request" }, 400);
      const results = asked.urls.filter((url) => !url.includes("gone")).map((url) => ({ url, raw_content: "# Read" }));
      return json({
        results,
        failed_results: results.length === 0 ? [{ url: asked.urls[0], error: "Not found" }] : [],
      });
    }
    const asked = bodyOf(request, z.strictObject({ query: z.string().min(1), max_results: z.int().min(0).max(20) }));
    if (asked === null || request.path !== "/search") return json({ detail: "bad request" }, 400);
    return json({ query: asked.query, results: [{ ...hit, content: `about ${asked.query}`, score: 0.9 }] });
  },
  exa: (request) => {
    if (request.headers["x-api-key"] !== "key-1")
      return json({ error: "Invalid API key", tag: "INVALID_API_KEY" }, 401);
    if (request.path === "/contents") {
      const asked = bodyOf(request, z.strictObject({ urls: z.array(z.url()).min(1), text: z.literal(true) }));
      if (asked === null) return json({ tag: "INVALID_REQUEST_BODY" }, 400);
      if (asked.urls[0]?.includes("gone"))
        return json({ results: [], statuses: [{ id: "x", status: "error", error: { tag: "CRAWL_NOT_FOUND" } }] });
      return json({ results: [{ title: "Read", url: asked.urls[0], text: "# Read" }], statuses: [] });
    }
    const Search = z.strictObject({
      query: z.string().min(1),
      numResults: z.int().min(1).max(100),
      contents: z.strictObject({ text: z.strictObject({ maxCharacters: z.int() }) }),
    });
    const asked = bodyOf(request, Search);
    if (asked === null || request.path !== "/search") return json({ tag: "INVALID_REQUEST_BODY" }, 400);
    return json({ results: [{ ...hit, id: "x", text: `about ${asked.query}` }] });
  },
  searxng: ({ path }) => {
    const url = new URL(path, "http://x");
    if (url.pathname !== "/searx/search") return { status: 404, body: "Not Found" };
    if (url.searchParams.get("q") === "no json") return { status: 403, body: "Forbidden" };
    if (url.searchParams.get("format") !== "json") return { body: "<html>" };
    return json({ query: "q", results: [{ ...hit, content: `about ${url.searchParams.get("q")}`, engine: "x" }] });
  },
} satisfies Readonly<Record<string, Fake>>;

function backends({ url }: WebServer): Readonly<Record<keyof typeof fakes, WebBackend>> {
  return {
    brave: { name: "brave", requiresEnv: ["BRAVE_API_KEY"], ...braveBackend(url) },
    tavily: { name: "tavily", requiresEnv: ["TAVILY_API_KEY"], ...tavilyBackend(url) },
    exa: { name: "exa", requiresEnv: ["EXA_API_KEY"], ...exaBackend(url) },
    searxng: { name: "searxng", requiresEnv: ["SEARXNG_URL"], ...searxngBackend() },
  };
}

function accessOf(key: string, { url }: WebServer) {
  const variable = (name: string) => new Secret(name === "SEARXNG_URL" ? `${url}/searx/` : key);
  return { fetch, variable, timeoutMs: 20_000 };
}

async function search(name: keyof typeof fakes, args: Readonly<Record<string, unknown>>, key = "key-1") {
  const server = await webServer(fakes[name]);
  const tool = createWebSearchTool({ backend: backends(server)[name], access: accessOf(key, server) });
  const prepared = tool.prepare(args);
  if (prepared.kind === "invalid") throw new Error(prepared.problems.join());
  const outcome = await prepared.call.run(toolContext({ cwd: "/" }));
  return textOf(contentOf(outcome));
}

const names = ["brave", "tavily", "exa", "searxng"] as const;

test.each(names)("%s is asked as its vendor wants it, and its hits come in one form", async (name) => {
  for (const limit of [5, 1_000, -1])
    expect(JSON.parse(await search(name, { query: "big walruses?", limit }))).toEqual({
      success: true,
      data: {
        web: [
          {
            title: "On walruses & ice",
            url: "https://walrus.example/a",
            description: "about big walruses?",
            position: 1,
          },
        ],
      },
    });
});

test("what a service refuses is told in one line, without the key", async () => {
  expect(await search("brave", { query: "x" }, "key-2")).toBe(
    JSON.stringify({ error: 'Brave Search answered 422: {"error":{"code":"SUBSCRIPTION_TOKEN_INVALID"}}' }),
  );
  expect(await search("tavily", { query: "x" }, "key-2")).toContain("Tavily answered 401 (is its key right?)");
  expect(await search("exa", { query: "x" }, "key-2")).toContain("INVALID_API_KEY");
  expect(await search("searxng", { query: "no json" })).toContain("must list json under search.formats");
});

test.each(["tavily", "exa"] as const)("%s reads pages too, and says which it could not", async (name) => {
  const server = await webServer(fakes[name]);
  const backend = backends(server)[name];
  const access = accessFor(backend, accessOf("key-1", server), never);
  expect(await backend.extract?.("https://a.example/", access)).toMatchObject({ value: { text: "# Read" } });
  expect(await backend.extract?.("https://a.example/gone", access)).toMatchObject({ kind: "failed" });
});

test("a backend sees its own variables and no others", () => {
  const access = accessFor({ requiresEnv: ["MINE"] }, { fetch, variable: () => new Secret("s"), timeoutMs: 1 }, never);
  expect([access.variable("MINE")?.reveal(), access.variable("OPENAI_API_KEY")]).toEqual(["s", null]);
});

function choose(name: string, set: readonly string[] = []) {
  return chooseBackend({ key: "web.backend", name }, builtinBackends, (variable) => set.includes(variable));
}

test("what a setting names is used once it has its key; otherwise the person is told why not", () => {
  expect(choose("")).toEqual({ backend: null, warning: null });
  expect(choose("Tavily", ["TAVILY_API_KEY"]).backend?.name).toBe("tavily");
  expect(choose("tavily").warning).toBe("web.backend: tavily is not used, TAVILY_API_KEY is not set");
  expect(choose("tavly").warning).toBe(
    'web.backend: there is no web backend "tavly"; did you mean tavily? Known: brave, exa, searxng, tavily',
  );
});

test("a service is not told of addresses that are private or carry credentials", async () => {
  const server = await webServer(() => ({ body: "from here" }));
  const told: string[] = [];
  const open = { allowPrivate: true, blockedHosts: ["bad.example"] };
  const read = serviceReader({
    service: async (url) => (told.push(url), { kind: "found", value: { title: "", text: "from the service" } }),
    own: async (url) => ({ kind: "found", value: { title: "", text: `here: ${url}` } }),
    rules: open,
    resolve: async (host) => [host === "inside.example" ? "10.0.0.1" : "8.8.8.8"],
  });
  const secret = [
    "https://user:pass@a.example/",
    "https://a.example/?access_token=x",
    "https://a.example/?X-Amz-Signature=x",
    "https://a.example/?apiKey=x",
    "https://a.example/cb#id_token=x",
    "https://inside.example/",
    "https://bad.example/",
    server.url,
  ];
  for (const url of secret)
    expect(await read(url, never)).toEqual({ kind: "found", value: { title: "", text: `here: ${url}` } });
  await read("https://a.example/?page=2&keyboard=de", never);
  expect(told).toEqual(["https://a.example/?page=2&keyboard=de"]);
});

test("a service that throws costs one page, not the call", async () => {
  const read = serviceReader({
    service: () => Promise.reject(new Error("a bug of theirs")),
    own: ownReader(fetch),
    rules: strict,
    resolve: async () => ["8.8.8.8"],
  });
  expect(await read("https://a.example/", never)).toEqual({
    kind: "failed",
    message: "the service failed: a bug of theirs",
  });
});

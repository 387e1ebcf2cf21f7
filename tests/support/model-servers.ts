import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Simulator } from "../../src/simulator/handler.ts";

export type ModelServer = AsyncDisposable & {
  readonly port: number;
  /** Method and path of every request, in order. */
  readonly asked: readonly string[];
};

type Answer = Readonly<Record<string, unknown>> | ((body: string) => object | null);
type Routes = Readonly<Record<string, Answer>>;

type OllamaModel = {
  readonly name: string;
  readonly numCtx?: number;
  readonly trained?: number;
  /** It is in memory, with this window. */
  readonly running?: number;
  readonly capabilities?: readonly string[];
};

/** What Ollama 0.12 answers; the conversation itself is the simulator's. */
export function serveOllama(models: readonly OllamaModel[], simulator?: Simulator): Promise<ModelServer> {
  const details = {
    parent_model: "",
    format: "gguf",
    family: "qwen3",
    parameter_size: "8.2B",
    quantization_level: "Q4_K_M",
  };
  const rows = models.map(({ name }) => ({
    name,
    model: name,
    modified_at: "2026-01-01T00:00:00Z",
    size: 5_225_388_164,
    details,
  }));
  return serve(
    {
      "GET /api/version": { version: "0.12.6" },
      "GET /api/tags": { models: rows },
      "GET /api/ps": {
        models: models.flatMap(({ name, running }) =>
          running === undefined ? [] : [{ name, model: name, size_vram: 1, context_length: running }],
        ),
      },
      "GET /v1/models": {
        object: "list",
        data: models.map(({ name }) => ({ id: name, object: "model", owned_by: "library" })),
      },
      "POST /api/show": (body) => {
        const wanted: unknown = JSON.parse(body);
        const model = models.find(({ name }) => JSON.stringify({ model: name }) === JSON.stringify(wanted));
        return model === undefined ? null : showOf(model);
      },
    },
    simulator,
  );
}

function showOf({ numCtx, trained = 40_960, capabilities = ["completion", "tools"] }: OllamaModel): object {
  return {
    modelfile: "# Modelfile",
    ...(numCtx === undefined
      ? {}
      : {
          parameters: `stop                           "<|im_end|>"\nnum_ctx                        ${numCtx}\ntop_k                          20`,
        }),
    details: { family: "qwen3" },
    model_info: { "general.architecture": "qwen3", "qwen3.context_length": trained, "qwen3.block_count": 36 },
    capabilities,
  };
}

/** LM Studio answers what it does not know with 200 and an error. */
export function serveLmStudio(): Promise<ModelServer> {
  const common = {
    object: "model",
    publisher: "qwen",
    arch: "qwen2",
    compatibility_type: "gguf",
    quantization: "4bit",
  };
  const unknown = { error: "Unexpected endpoint or method. (GET /props). Returning 200 anyway" };
  return serve({
    "GET /props": unknown,
    "GET /api/tags": unknown,
    "GET /api/ps": unknown,
    "POST /api/show": unknown,
    "GET /api/v0/models": {
      object: "list",
      data: [
        { ...common, id: "asleep-7b", type: "llm", state: "not-loaded", max_context_length: 131_072 },
        { ...common, id: "nomic-embed", type: "embeddings", state: "loaded", max_context_length: 2_048 },
        {
          ...common,
          id: "qwen2.5-7b",
          type: "llm",
          state: "loaded",
          max_context_length: 131_072,
          loaded_context_length: 32_768,
        },
      ],
    },
    "GET /v1/models": { object: "list", data: [{ id: "qwen2.5-7b", object: "model", owned_by: "organization_owner" }] },
  });
}

/** llama.cpp answers Ollama's question for the list as well. */
export function serveLlamaCpp(window = 65_536): Promise<ModelServer> {
  const row = { id: "gemma-3-12b-it.gguf", object: "model", owned_by: "llamacpp", meta: { n_ctx_train: 131_072 } };
  const list = { models: [{ name: row.id, model: row.id }], object: "list", data: [row] };
  return serve({
    "GET /props": {
      default_generation_settings: { id: 0, n_ctx: window, params: { temperature: 0.8 } },
      total_slots: 1,
      model_path: "/models/gemma-3-12b-it.gguf",
      build_info: "b6700",
    },
    "GET /api/tags": list,
    "GET /v1/models": list,
  });
}

export function serveVllm(window = 32_768): Promise<ModelServer> {
  const row = { id: "Qwen/Qwen3-8B", object: "model", owned_by: "vllm", root: "Qwen/Qwen3-8B", max_model_len: window };
  return serve({ "GET /v1/models": { object: "list", data: [row] } });
}

/** A program that is no model server: a page for everything. */
export function serveWebPage(): Promise<ModelServer> {
  return serve({}, undefined, (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>hello"));
}

/** It takes connections and says nothing. */
export function serveSilence(): Promise<ModelServer> {
  return serve({}, undefined, () => undefined);
}

type Otherwise = (response: ServerResponse) => void;
const notFound: Otherwise = (response) => void response.writeHead(404).end("404 page not found");

async function serve(routes: Routes, simulator?: Simulator, otherwise: Otherwise = notFound): Promise<ModelServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const route = `${request.method} ${request.url}`;
      asked.push(route);
      const answer = routes[route];
      const found = typeof answer === "function" ? answer(body) : answer;
      if (simulator !== undefined && route === "POST /v1/chat/completions")
        return converse(simulator, request, body, response);
      if (found === undefined || found === null) return otherwise(response);
      return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(found));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    port: address.port,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function converse(simulator: Simulator, request: IncomingMessage, body: string, response: ServerResponse): void {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const answer = simulator.handle({ method: "POST", path: request.url ?? "", headers, body });
  response.writeHead(answer.status, answer.headers);
  for (const chunk of answer.chunks) if ("bytes" in chunk) response.write(chunk.bytes);
  response.end();
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

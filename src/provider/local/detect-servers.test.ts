import { expect, test } from "vitest";
import { systemClock } from "../../app/system-clock.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import {
  serveLlamaCpp,
  serveLmStudio,
  serveOllama,
  serveSilence,
  serveVllm,
  serveWebPage,
} from "../../../tests/support/model-servers.ts";
import { createHttpTransport } from "../http/http-transport.ts";
import { detectServers } from "./detect-servers.ts";

const never = new AbortController().signal;
const transport = createHttpTransport({ clock: systemClock, environment: {} });

test("each server is known by its answers wherever it listens, with its models and their windows", async () => {
  await using ollama = await serveOllama([
    { name: "qwen3:8b", numCtx: 16_384 },
    { name: "llama3.2:3b", trained: 131_072, capabilities: ["completion"] },
    { name: "nomic-embed-text", capabilities: ["embedding"] },
  ]);
  await using studio = await serveLmStudio();
  await using llama = await serveLlamaCpp();
  await using vllm = await serveVllm();
  await using page = await serveWebPage();
  const ports = [vllm, page, llama, studio, ollama].map(({ port }) => port);
  expect(await detectServers({ transport, clock: systemClock, ports }, never)).toEqual([
    {
      kind: "vllm",
      label: "vLLM",
      baseUrl: `http://127.0.0.1:${vllm.port}/v1`,
      models: [{ id: "Qwen/Qwen3-8B", window: 32_768, tools: true }],
    },
    {
      kind: "llama.cpp",
      label: "llama.cpp",
      baseUrl: `http://127.0.0.1:${llama.port}/v1`,
      models: [{ id: "gemma-3-12b-it.gguf", window: 65_536, tools: true }],
    },
    {
      kind: "lmstudio",
      label: "LM Studio",
      baseUrl: `http://127.0.0.1:${studio.port}/v1`,
      models: [
        { id: "qwen2.5-7b", window: 32_768, tools: true },
        { id: "asleep-7b", window: null, tools: true },
      ],
    },
    {
      kind: "ollama",
      label: "Ollama",
      baseUrl: `http://127.0.0.1:${ollama.port}/v1`,
      models: [
        { id: "qwen3:8b", window: 16_384, tools: true },
        { id: "llama3.2:3b", window: 131_072, tools: false },
      ],
    },
  ]);
});

test("who says nothing is given up, and does not keep the others waiting for longer than the limit", async () => {
  await using silent = await serveSilence();
  await using vllm = await serveVllm();
  const clock = new FakeClock();
  const ports = [silent.port, vllm.port, 1];
  const looking = detectServers({ transport: createHttpTransport({ clock, environment: {} }), clock, ports }, never);
  await expect.poll(() => silent.asked.length).toBe(4);
  await expect.poll(() => vllm.asked.length).toBe(4);
  await clock.advance(700);
  expect((await looking).map(({ kind }) => kind)).toEqual(["vllm"]);
});

test("a stop ends the search at once", async () => {
  await using silent = await serveSilence();
  const stop = new AbortController();
  const looking = detectServers({ transport, clock: new FakeClock(), ports: [silent.port] }, stop.signal);
  stop.abort();
  expect(await looking).toEqual([]);
});

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import {
  type ModelServer,
  serveLlamaCpp,
  serveLmStudio,
  serveOllama,
  serveSilence,
  serveVllm,
} from "../../tests/support/model-servers.ts";
import { defaults } from "../config/schema/settings.ts";
import { noLog } from "../domain/log.ts";
import { withLearnedSize } from "../session/context-host.ts";
import { createModelMemory, type ModelMemory } from "../provider/catalog/model-memory.ts";
import { resolveRuntime } from "../provider/resolve-runtime.ts";
import { type AskedServers, followWindows, rememberedWindows, withServedWindow } from "./served-windows.ts";
import { systemClock } from "./system-clock.ts";

const never = new AbortController().signal;

type World = { readonly home: string; readonly models: ModelMemory; readonly asked: AskedServers };

function newWorld(): World {
  const home = mkdtempSync(join(tmpdir(), "hermes-windows-"));
  return { home, models: createModelMemory({ home, clock: systemClock, log: noLog }), asked: new Map() };
}

function runtimeOf(baseUrl: string, model: string, { home, length }: { home: string; length?: number }) {
  const context_length = length ?? "auto";
  const named = { ...defaults.model, default: model, provider: "custom", base_url: baseUrl, context_length } as const;
  const found = resolveRuntime({
    choice: {},
    settings: { model: named, providers: {} },
    environment: { model: null, provider: null },
    secret: () => null,
    served: rememberedWindows(home),
  });
  if (found.kind === "problem") throw new Error(found.problem.message);
  return found.value;
}

async function windowOf({ port }: Pick<ModelServer, "port">, model: string, world: World, length?: number) {
  const home = { home: world.home, ...(length === undefined ? {} : { length }) };
  const runtime = runtimeOf(`http://127.0.0.1:${port}/v1`, model, home);
  const sized = await withServedWindow(runtime, {
    ...world,
    context: { clock: systemClock, signal: never },
    log: noLog,
  });
  return sized.contextLength;
}

test("every server's own answer beats the table of families, in both directions", async () => {
  await using ollama = await serveOllama([
    { name: "qwen3:8b", numCtx: 16_384, trained: 40_960 },
    { name: "llama3.2", trained: 262_144 },
    { name: "busy", numCtx: 16_384, running: 20_480 },
  ]);
  await using studio = await serveLmStudio();
  await using llama = await serveLlamaCpp();
  await using vllm = await serveVllm(1_000_000);
  const world = newWorld();
  expect(await windowOf(ollama, "qwen3:8b", world)).toBe(16_384);
  expect(await windowOf(ollama, "llama3.2", world)).toBe(262_144);
  expect(await windowOf(ollama, "busy", world)).toBe(20_480);
  expect(await windowOf(studio, "qwen2.5-7b", world)).toBe(32_768);
  expect(await windowOf(llama, "gemma-3-12b-it.gguf", world)).toBe(65_536);
  expect(await windowOf(vllm, "Qwen/Qwen3-8B", world)).toBe(1_000_000);
});

test("what the person wrote down is not asked about", async () => {
  await using vllm = await serveVllm();
  expect(await windowOf(vllm, "Qwen/Qwen3-8B", newWorld(), 50_000)).toBe(50_000);
  expect(vllm.asked).toEqual([]);
});

test("a process asks once; the next one knows at once and looks meanwhile", async () => {
  const world = newWorld();
  const place = { port: 0 };
  {
    await using vllm = await serveVllm();
    place.port = vllm.port;
    await windowOf(vllm, "Qwen/Qwen3-8B", world);
    const asked = vllm.asked.length;
    await windowOf(vllm, "Qwen/Qwen3-8B", world);
    expect(vllm.asked.length).toBe(asked);
  }
  const models = createModelMemory({ home: world.home, clock: systemClock, log: noLog });
  expect(await windowOf(place, "Qwen/Qwen3-8B", { ...world, models, asked: new Map() })).toBe(32_768);
});

test("what LM Studio has loaded is not remembered: tomorrow it may be loaded otherwise", async () => {
  await using studio = await serveLmStudio();
  const world = newWorld();
  expect(await windowOf(studio, "qwen2.5-7b", world)).toBe(32_768);
  expect(rememberedWindows(world.home)("qwen2.5-7b", `http://127.0.0.1:${studio.port}/v1`)).toBeNull();
});

test("a server that says nothing delays a start by a quarter of a second and no longer", async () => {
  await using silent = await serveSilence();
  const clock = new FakeClock();
  const world = newWorld();
  const runtime = runtimeOf(`http://127.0.0.1:${silent.port}/v1`, "qwen3", world);
  const sizing = withServedWindow(runtime, { ...world, context: { clock, signal: never }, log: noLog });
  await expect.poll(() => silent.asked.length).toBeGreaterThan(0);
  await clock.advance(250);
  expect(await sizing).toEqual(runtime);
  expect(world.models.served.get(`qwen3@http://127.0.0.1:${silent.port}/v1`)).toBeUndefined();
});

test("nobody beyond this machine and its network is asked", async () => {
  const runtime = runtimeOf("https://models.example.com/v1", "qwen3", newWorld());
  const asked: AskedServers = new Map();
  await withServedWindow(runtime, { ...newWorld(), asked, context: { clock: systemClock, signal: never }, log: noLog });
  expect(asked.size).toBe(0);
});

test("a server started anew with another window is heard one turn later, and a limit it once named still wins", async () => {
  const models = [{ name: "qwen3:8b", numCtx: 16_384 }];
  await using ollama = await serveOllama(models);
  const world = newWorld();
  const asking = { ...world, context: { clock: systemClock, signal: never }, log: noLog };
  const started = await withServedWindow(runtimeOf(`http://127.0.0.1:${ollama.port}/v1`, "qwen3:8b", world), asking);
  const windowNow = followWindows(asking);
  expect(windowNow(started).contextLength).toBe(16_384);
  models.splice(0, 1, { name: "qwen3:8b", numCtx: 32_768 });
  await expect.poll(() => windowNow(started).contextLength).toBe(32_768);
  models.splice(0, 1, { name: "qwen3:8b", numCtx: 8_192 });
  await expect.poll(() => windowNow(started).contextLength).toBe(8_192);
  const learned = new Map([[`qwen3:8b@${started.baseUrl}`, 6_000]]);
  expect(withLearnedSize(windowNow(started), learned).contextLength).toBe(6_000);
});

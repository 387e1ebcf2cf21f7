import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { injectionScan } from "../../src/app/injection-scan.ts";
import type { InjectionScan } from "../../src/domain/injection-scan.ts";
import type { LogLevel } from "../../src/domain/log.ts";
import type { MemoryTarget, MemoryWrite } from "../../src/domain/memory.ts";
import { createMemoryStores, type MemoryStores } from "../../src/memory/memory-stores.ts";
import { createMemoryTool } from "../../src/memory/memory-tool.ts";
import type { WriteGate } from "../../src/memory/write-gate.ts";
import { FakeClock } from "./fake-clock.ts";
import { fakeRng } from "./fake-rng.ts";
import { temporaryHome } from "./temporary-home.ts";
import { toolContext } from "./tool-context.ts";

type WorldOptions = {
  readonly limits?: Partial<Record<MemoryTarget, number>>;
  readonly enabled?: Partial<Record<MemoryTarget, boolean>>;
  readonly gate?: WriteGate;
  readonly scan?: InjectionScan;
};

/** A home with real memory files, the stores over it and the tool, called as the model calls it. */
export function memoryWorld(files: Readonly<Record<string, string | Uint8Array>> = {}, options: WorldOptions = {}) {
  const home = temporaryHome().path;
  const pathOf = (name: string): string => join(home, "memories", name);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    writeFileSync(pathOf(name), content, { mode: 0o600 });
  }
  const clock = new FakeClock();
  const logged: { readonly level: LogLevel; readonly event: string }[] = [];
  const stores: MemoryStores = createMemoryStores(
    {
      home,
      enabled: { memory: true, user: true, ...options.enabled },
      limits: { memory: 2_200, user: 1_375, ...options.limits },
    },
    {
      clock,
      rng: fakeRng(),
      scan: options.scan ?? injectionScan,
      log: (level, event) => void logged.push({ level, event }),
    },
  );
  const writes: MemoryWrite[] = [];
  const tool = createMemoryTool({ stores, gate: options.gate ?? null, onWrite: (write) => void writes.push(write) });
  const call = async (args: Readonly<Record<string, unknown>>, turnId = "turn"): Promise<unknown> => {
    const prepared = tool?.prepare(args);
    if (prepared?.kind !== "ready") return { error: prepared?.problems };
    const outcome = await clock.runUntil(prepared.call.run(toolContext({ cwd: home, turnId })));
    if (outcome.kind === "error") return { error: outcome.message, ...outcome.details };
    return typeof outcome.content === "string" ? JSON.parse(outcome.content) : outcome.content;
  };
  const text = (name = "MEMORY.md"): string | null =>
    existsSync(pathOf(name)) ? readFileSync(pathOf(name), "utf8") : null;
  return { home, pathOf, clock, logged, stores, tool, writes, call, text };
}

import type { Settings } from "../config/schema/settings.ts";
import type { Clock, Rng } from "../domain/clock.ts";
import type { InjectionScan } from "../domain/injection-scan.ts";
import type { Log } from "../domain/log.ts";
import type { MemoryWrite } from "../domain/memory.ts";
import type { Tool } from "../domain/tool.ts";
import { createMemoryStores, type MemoryStores } from "../memory/memory-stores.ts";
import { createMemoryTool } from "../memory/memory-tool.ts";
import { createPendingWrites } from "../disk/pending-writes.ts";
import { createWriteGate } from "../memory/write-gate.ts";

export type MemoryRequest = {
  readonly home: string;
  readonly settings: Settings["memory"];
  readonly log: Log;
  readonly time: { readonly clock: Clock; readonly rng: Rng };
  /** null: nothing guards what is written, so nothing can be. */
  readonly scan: InjectionScan | null;
  /** A person sits at the terminal and can be asked. */
  readonly interactive: boolean;
  readonly onWrite?: (write: MemoryWrite) => void;
};

export type BuiltMemory = { readonly stores: MemoryStores; readonly tool: Tool | null };

/** The agent's own memory of one home, and the tool that writes it. */
export function buildMemory(request: MemoryRequest): BuiltMemory {
  const { home, settings, log, time, scan } = request;
  const stores = createMemoryStores(
    {
      home,
      enabled: { memory: settings.memory_enabled, user: settings.user_profile_enabled },
      limits: { memory: settings.memory_char_limit, user: settings.user_char_limit },
    },
    { ...time, log, scan: scan ?? (() => ({ blocked: false, reasons: [] })) },
  );
  if (scan === null) return { stores, tool: null };
  const gate = settings.write_approval
    ? createWriteGate(createPendingWrites(home, "memory", time), { interactive: request.interactive })
    : null;
  return { stores, tool: createMemoryTool({ stores, gate, onWrite: request.onWrite ?? (() => undefined) }) };
}

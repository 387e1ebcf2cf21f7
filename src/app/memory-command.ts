import { join } from "node:path";
import type { CommandCall } from "../commands/command.ts";
import { memoryRuns, type MemoryRuns, type MemoryWorld } from "../commands/memory/memory-runs.ts";
import { configPath } from "../config/home.ts";
import { createPendingWrites } from "../disk/pending-writes.ts";
import { noLog } from "../domain/log.ts";
import { parseEntries, sizeOf } from "../memory/entries.ts";
import { createStagedMemory } from "../memory/staged-memory.ts";
import { readStoreFile } from "../memory/store-file.ts";
import { buildMemory } from "./build-memory.ts";
import { injectionScan } from "./injection-scan.ts";
import { openSettings, type Refusal } from "./open-settings.ts";

export function memoryCommandRuns(): MemoryRuns {
  return memoryRuns(openMemory);
}

/** The person sees their own files as they are; what is approved passes every check of a new write. */
async function openMemory({ context }: CommandCall): Promise<MemoryWorld | Refusal> {
  const opened = await openSettings(context);
  if (opened.kind === "refused") return opened;
  const { home, settings } = opened;
  const { memory } = settings;
  const shared = { home: home.path, settings: memory, log: noLog, time: context };
  const { stores } = buildMemory({ ...shared, scan: injectionScan, interactive: false });
  const view = (name: string, enabled: boolean, limit: number) => {
    const file = readStoreFile(join(home.path, "memories", name));
    const entries = file.kind === "text" ? parseEntries(file.text) : null;
    return { name, enabled, limit, entries, chars: sizeOf(entries ?? []) };
  };
  return {
    kind: "memory",
    configFile: configPath(home),
    stores: [
      view("MEMORY.md", memory.memory_enabled, memory.memory_char_limit),
      view("USER.md", memory.user_profile_enabled, memory.user_char_limit),
    ],
    provider: memory.provider,
    knownProviders: ["sessions", "honcho"],
    writeApproval: memory.write_approval,
    // The session that staged a write is over: its outside memory hears of it with the next conversation.
    staged: createStagedMemory(createPendingWrites(home.path, "memory", context), stores, () => undefined),
  };
}

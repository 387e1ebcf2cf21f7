import type { FallbackMemory } from "../../domain/fallback.ts";
import type { Runtime } from "../../domain/runtime.ts";
import type { Resolved, RuntimeInputs } from "../resolve/model-settings.ts";
import { resolveRuntime } from "../resolve-runtime.ts";
import { entryKey, type FallbackEntry, usableEntries } from "./entries.ts";
import { resolveEntry } from "./resolve-entry.ts";

/** The runtime a session starts with: what was asked for or, where only its key is missing, the first usable entry. */
export function startRuntime(
  inputs: RuntimeInputs,
  entries: readonly FallbackEntry[],
  memory: FallbackMemory,
): Resolved<Runtime> {
  const primary = resolveRuntime(inputs);
  if (primary.kind === "ok" || primary.problem.kind !== "no-credential") return primary;
  for (const [index, entry] of usableEntries(entries).entries()) {
    if (memory.unavailable.has(entryKey(entry))) continue;
    const found = resolveEntry(entry, `fallback_providers[${index}]`, inputs);
    if (found.kind === "ok") return found;
    memory.unavailable.add(entryKey(entry));
  }
  return primary;
}

import { emptyEndpointMemory, type EndpointMemory } from "../domain/endpoint-memory.ts";
import { createIndexCache, type IndexCache } from "../skills/index-cache.ts";
import { createYamlReader, type YamlReader } from "../skills/yaml-reader.ts";
import { type BubblewrapTrial, createBubblewrapTrial } from "../tools/backends/bubblewrap-trial.ts";
import { emptyFallbackMemory, type FallbackMemory } from "../domain/fallback.ts";
import type { AskedServers } from "./served-windows.ts";

/** What one process learns and every session in it may use: nothing of it is worth a file. */
export type ProcessMemory = {
  readonly fallback: FallbackMemory;
  readonly endpoints: EndpointMemory;
  /** Accounts that could not pay for side work, and until when they are not asked. */
  readonly auxiliary: { readonly unpaidUntilMs: Map<string, number> };
  /** Whether walls can be built here, and which lines about it people have read. */
  readonly shell: { readonly trial: BubblewrapTrial; readonly told: Set<string> };
  /** Servers of this machine that were asked how large a window they give. */
  readonly askedServers: AskedServers;
  readonly skills: { readonly indexes: IndexCache; readonly yaml: YamlReader };
};

export function emptyProcessMemory(): ProcessMemory {
  return {
    fallback: emptyFallbackMemory(),
    endpoints: emptyEndpointMemory(),
    auxiliary: { unpaidUntilMs: new Map() },
    shell: { trial: createBubblewrapTrial(), told: new Set() },
    askedServers: new Map(),
    skills: { indexes: createIndexCache(), yaml: createYamlReader() },
  };
}

import type { Settings } from "../config/schema/settings.ts";
import type { Auxiliary } from "../domain/auxiliary.ts";
import type { Clock } from "../domain/clock.ts";
import type { CredentialPools, RefreshCredential } from "../domain/credential-pool.ts";
import type { ModelClient } from "../domain/model-client.ts";
import type { EntryInputs } from "../provider/fallback/resolve-entry.ts";
import type { ProcessMemory } from "./process-memory.ts";

type Parts = {
  readonly settings: Settings;
  readonly inputs: EntryInputs;
  readonly client: ModelClient;
  readonly pools: CredentialPools;
  readonly refresh: RefreshCredential;
  readonly memory: ProcessMemory;
  readonly clock: Clock;
};

/** Side models, loaded when the first piece of side work comes up: most runs have none. */
export function buildAuxiliary({ settings, memory, ...parts }: Parts): Auxiliary {
  let made: Promise<Auxiliary> | null = null;
  const make = async (): Promise<Auxiliary> => {
    const { createAuxiliary } = await import("../provider/auxiliary/auxiliary.ts");
    const { auxiliary, fallback_providers: chain } = settings;
    return createAuxiliary({ ...parts, settings: auxiliary, chain, memory: memory.auxiliary });
  };
  return { call: async (task, request) => (await (made ??= make())).call(task, request) };
}

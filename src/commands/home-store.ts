import { join } from "node:path";
import { noLog, type Log } from "../domain/log.ts";
import type { StoreOpening, StoreOptions } from "../store/open-store.ts";
import { identityOf, isAlive } from "../disk/process-identity.ts";
import type { CommandContext } from "./command.ts";

type World = Pick<CommandContext, "clock" | "rng">;

/** The database of a home, or (null) one in memory that is gone with the process. SQLite is loaded here and not before. */
export async function openHomeStore(home: string | null, world: World, log: Log = noLog): Promise<StoreOpening> {
  const { inMemory, openStore } = await import("../store/open-store.ts");
  return openStore({ ...storeOptions(home ?? "", world), log, ...(home === null ? { path: inMemory } : {}) });
}

export function storeOptions(home: string, { clock, rng }: World): StoreOptions {
  const path = join(home, "hermes.db");
  return { path, clock, rng, log: noLog, process: identityOf(process.pid), isAlive };
}

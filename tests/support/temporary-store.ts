import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noLog } from "../../src/domain/log.ts";
import { openStore, type StoreOptions } from "../../src/store/open-store.ts";
import type { NewSession, Store } from "../../src/store/store.ts";
import { FakeClock } from "./fake-clock.ts";
import { fakeRng } from "./fake-rng.ts";

export function temporaryHome(): string {
  return mkdtempSync(join(tmpdir(), "hermes-store-"));
}

/** Defaults of a store in tests: a clock that stands still and a process that lives. */
export function storeOptions(overrides: Partial<StoreOptions> = {}): StoreOptions {
  return {
    path: join(temporaryHome(), "hermes.db"),
    clock: new FakeClock(),
    rng: fakeRng(),
    log: noLog,
    process: { pid: 1_000, startTime: "1", host: "here" },
    isAlive: () => true,
    ...overrides,
  };
}

/** A store in a home of its own; a refusal is a failed test. */
export async function temporaryStore(overrides: Partial<StoreOptions> = {}): Promise<Store> {
  const opening = await openStore(storeOptions(overrides));
  if (opening.kind === "refused") throw new Error(opening.message);
  return opening.store;
}

export function newSession(id: string, overrides: Partial<NewSession> = {}): NewSession {
  return {
    id,
    source: "cli",
    model: "model-a",
    provider: "provider-a",
    cwd: "/code/project",
    title: null,
    prompt: { text: "You are Hermes.", meta: { layers: [] } },
    toolsHash: null,
    ...overrides,
  };
}

import type { Clock } from "../../domain/clock.ts";
import type { CredentialPools } from "../../domain/credential-pool.ts";
import type { FailureKind } from "../../domain/failure.ts";
import type { FallbackChain, FallbackMemory } from "../../domain/fallback.ts";
import type { Log } from "../../domain/log.ts";
import type { Runtime } from "../../domain/runtime.ts";
import { isSameModel } from "../same-backend.ts";
import { entryKey, type FallbackEntry, usableEntries } from "./entries.ts";
import { type EntryInputs, resolveEntry } from "./resolve-entry.ts";

export type FallbackParts = {
  /** What the session started with; restored as it is. */
  readonly primary: Runtime;
  readonly entries: readonly FallbackEntry[];
  readonly inputs: EntryInputs;
  readonly memory: FallbackMemory;
  readonly pools: CredentialPools;
  readonly clock: Clock;
  readonly log: Log;
};

const limited: readonly FailureKind[] = ["rate_limit", "billing", "upstream_rate_limit"];
const firstCooldownMs = 60_000;
const longestCooldownMs = 4 * 3_600_000;
const exhaustedCooldownMs = 5_000;

export function createFallbackChain(parts: FallbackParts): FallbackChain {
  return new Chain(parts);
}

class Chain implements FallbackChain {
  readonly #parts: FallbackParts;
  readonly #entries: readonly FallbackEntry[];
  #primary: Runtime;
  #index = 0;
  #active = false;
  #limitedSwitches = 0; // away from the primary, without an answer of it in between
  #coolUntilMs = 0;

  constructor(parts: FallbackParts) {
    this.#parts = parts;
    this.#entries = usableEntries(parts.entries);
    this.#primary = parts.primary;
  }

  isActive(): boolean {
    return this.#active;
  }

  startTurn(): void {
    this.#index = 0;
  }

  async next(current: Runtime, cause: FailureKind): Promise<Runtime | null> {
    while (this.#index < this.#entries.length) {
      const index = this.#index;
      this.#index += 1;
      const runtime = this.#resolve(index);
      if (runtime === null || isSameModel(runtime, current) || isSameModel(runtime, this.#primary)) continue;
      if (this.#isDead(runtime)) continue;
      this.#leave(cause);
      return runtime;
    }
    if (!limited.includes(cause)) this.#rest(exhaustedCooldownMs);
    return null;
  }

  restore(nowMs: number): Runtime | null {
    if (!this.#active || nowMs < this.#coolUntilMs) return null;
    const backMs = this.#parts.pools.poolFor(this.#primary)?.nextAvailableMs() ?? null;
    if (backMs !== null && backMs > nowMs) return null;
    this.#active = false;
    this.#index = 0;
    return this.#primary;
  }

  restoreFailed(): void {
    this.#active = true;
    this.#parts.log("warning", "fallback.restore_failed", nameOf(this.#primary));
  }

  succeeded(runtime: Runtime): void {
    if (isSameModel(runtime, this.#primary)) this.#limitedSwitches = 0;
  }

  replacePrimary(primary: Runtime): void {
    this.#primary = primary;
    this.#active = false;
    this.#index = 0;
    this.#limitedSwitches = 0;
    this.#coolUntilMs = 0;
  }

  /** Leaving the primary starts its rest; going on from one entry to the next says nothing about it. */
  #leave(cause: FailureKind): void {
    if (!this.#active && limited.includes(cause)) {
      this.#rest(Math.min(firstCooldownMs * 2 ** this.#limitedSwitches, longestCooldownMs));
      this.#limitedSwitches += 1;
    }
    this.#active = true;
  }

  #rest(ms: number): void {
    this.#coolUntilMs = Math.max(this.#coolUntilMs, this.#parts.clock.now() + ms);
  }

  /** All its keys were revoked; a new one may come, so the entry is not condemned. */
  #isDead(runtime: Runtime): boolean {
    return this.#parts.pools.poolFor(runtime)?.nextAvailableMs() === Infinity;
  }

  #resolve(index: number): Runtime | null {
    const { memory, inputs, log } = this.#parts;
    const entry = this.#entries[index];
    if (entry === undefined || memory.unavailable.has(entryKey(entry))) return null;
    try {
      const found = resolveEntry(entry, `fallback_providers[${index}]`, inputs);
      if (found.kind === "ok") return found.value;
      memory.unavailable.add(entryKey(entry));
      log("warning", "fallback.unavailable", { ...nameOf(entry), reason: found.problem.message });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log("error", "fallback.unresolved", { ...nameOf(entry), reason });
    }
    return null;
  }
}

function nameOf({ provider, model }: { readonly provider: string; readonly model: string }) {
  return { provider, model };
}

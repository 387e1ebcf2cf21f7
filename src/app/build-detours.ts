import { join } from "node:path";
import type { Detours } from "../agent/turn-state.ts";
import type { CommandContext } from "../commands/command.ts";
import type { CredentialPools } from "../domain/credential-pool.ts";
import type { Log } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import { createFallbackChain } from "../provider/fallback/fallback-chain.ts";
import { openAuthFile } from "../provider/pool/auth-file.ts";
import { createCredentialPools } from "../provider/pool/credential-pools.ts";
import { rereadCredential } from "../provider/pool/reread-credential.ts";
import { createSessionKeys } from "../provider/pool/session-keys.ts";
import { resolveRuntime } from "../provider/resolve-runtime.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import type { OpenSettings } from "./open-settings.ts";
import type { ProcessMemory } from "./process-memory.ts";

type PoolParts = {
  readonly opened: Pick<OpenSettings, "home" | "settings" | "secrets">;
  readonly context: Pick<CommandContext, "clock" | "rng">;
  readonly log: Log;
};

/** The keys of all providers; a session and its children each hold a lease of them. */
export function buildPools({ opened, context: { clock, rng }, log }: PoolParts): CredentialPools {
  const { home, settings } = opened;
  const { secret } = runtimeInputs(opened, { model: null, provider: null });
  const warn = (text: string): void => log("warning", "auth_file", { text });
  return createCredentialPools({
    sources: { providers: settings.providers, secret },
    strategies: settings.credential_pool_strategies,
    file: openAuthFile({ path: join(home.path, "auth.json"), clock, rng, warn }),
    refresh: null,
    clock,
    rng,
  });
}

type Parts = {
  readonly opened: Pick<OpenSettings, "settings" | "secrets" | "home">;
  readonly runtime: Runtime;
  readonly pools: CredentialPools;
  /** `fallback_providers`, unless this session has none. */
  readonly entries: OpenSettings["settings"]["fallback_providers"];
  readonly context: Pick<CommandContext, "clock">;
  readonly memory: ProcessMemory;
  readonly log: Log;
  /** Settings and secrets as they are on disk by now. */
  readonly reopen: () => Promise<Pick<OpenSettings, "settings" | "secrets" | "home"> | null>;
};

/** The other keys and the other models of one session. */
export function buildDetours({ opened, runtime, pools, entries, context, memory, log, reopen }: Parts): Detours {
  const { clock } = context;
  const inputs = runtimeInputs(opened, { model: null, provider: null });
  return {
    keys: createSessionKeys(pools),
    fallback: createFallbackChain({ primary: runtime, entries, inputs, memory: memory.fallback, pools, clock, log }),
    refresh: async (active, signal) => {
      const now = await reopen();
      if (now === null) return null;
      const { provider, model, baseUrl, apiMode } = active;
      const choice = { provider, model, baseUrl, apiMode };
      return rereadCredential(() => resolveRuntime({ ...runtimeInputs(now, { model, provider }), choice }))(
        active,
        signal,
      );
    },
  };
}

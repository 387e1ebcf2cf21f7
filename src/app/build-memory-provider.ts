import { homedir } from "node:os";
import type { Clock } from "../domain/clock.ts";
import type { InjectionScan } from "../domain/injection-scan.ts";
import type { Log } from "../domain/log.ts";
import type { MemoryProvider } from "../domain/memory-provider.ts";
import { createHonchoProvider } from "../memory/providers/honcho/honcho-provider.ts";
import { readHonchoConfig } from "../memory/providers/honcho/honcho-config.ts";
import { createProviderHost, type ProviderHost } from "../memory/providers/provider-host.ts";
import { createSessionsProvider } from "../memory/providers/sessions-provider.ts";
import { ownWords } from "../text/skill-invocation.ts";
import type { Store } from "../store/store.ts";

export type ProviderRequest = {
  /** `memory.provider`; empty for none. */
  readonly name: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly store: Pick<Store, "search" | "sessions">;
  readonly clock: Clock;
  readonly log: Log;
  readonly scan: InjectionScan;
  /** Providers a plugin brought. A built-in one keeps its name. */
  readonly plugged?: readonly MemoryProvider[];
};

/** The memory outside the two files, if one was chosen and can be used. Without it every call does nothing. */
export function buildMemoryProvider(request: ProviderRequest): ProviderHost {
  const { name, log } = request;
  const host = createProviderHost({ ...request, ownWords });
  if (name === "") return host;
  const provider = providerNamed(request);
  if (provider === null) log("warning", "memory.provider_unknown", { provider: name });
  else host.register(provider);
  return host;
}

function providerNamed({ name, home, env, store, clock, plugged = [] }: ProviderRequest): MemoryProvider | null {
  switch (name) {
    case "sessions":
      return createSessionsProvider({ search: searchIn(store), clock });
    case "honcho":
      return createHonchoProvider(readHonchoConfig({ home, userHome: env["HOME"] ?? homedir(), env }));
    default:
      return plugged.find((provider) => provider.name === name) ?? null;
  }
}

/** Everything stored on this machine but the conversation that asks: the owner's own command line may see it all. */
function searchIn(store: ProviderRequest["store"]): Parameters<typeof createSessionsProvider>[0]["search"] {
  return (query, { sessionId, limit }) => {
    const exceptConversation = store.sessions.get(sessionId)?.conversation_id ?? sessionId;
    return store.search(query, { limit, exceptConversation }).hits;
  };
}

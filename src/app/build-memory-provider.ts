import { homedir } from "node:os";
import type { Clock } from "../domain/clock.ts";
import type { InjectionScan } from "../domain/injection-scan.ts";
import type { Log } from "../domain/log.ts";
import type { MemoryProvider } from "../domain/memory-provider.ts";
import { createHonchoProvider } from "../memory/providers/honcho/honcho-provider.ts";
import { readHonchoConfig } from "../memory/providers/honcho/honcho-config.ts";
import { createProviderHost, type ProviderHost } from "../memory/providers/provider-host.ts";
import { createSessionsProvider } from "../memory/providers/sessions-provider.ts";
import type { SessionScope, Store } from "../store/store.ts";
import { ownWords } from "../text/skill-invocation.ts";

export type ProviderRequest = {
  /** `memory.provider`; empty for none. */
  readonly name: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly store: Pick<Store, "search" | "sessions">;
  /** What of the store may be recalled; null where that is everything, on the owner's own machine. */
  readonly scope: SessionScope | null;
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

function providerNamed(request: ProviderRequest): MemoryProvider | null {
  const { name, home, env, clock, plugged = [] } = request;
  switch (name) {
    case "sessions":
      return createSessionsProvider({ search: searchIn(request), clock });
    case "honcho":
      return createHonchoProvider(readHonchoConfig({ home, userHome: env["HOME"] ?? homedir(), env }));
    default:
      return plugged.find((provider) => provider.name === name) ?? null;
  }
}

/** Everything that may be seen but the conversation that asks. */
function searchIn({ store, scope }: ProviderRequest): Parameters<typeof createSessionsProvider>[0]["search"] {
  const seen = scope === null ? {} : { within: scope };
  return (query, { sessionId, limit }) => {
    const exceptConversation = store.sessions.get(sessionId)?.conversation_id ?? sessionId;
    return store.search(query, { limit, exceptConversation, ...seen }).hits;
  };
}

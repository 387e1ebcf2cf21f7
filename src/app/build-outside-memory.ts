import type { CommandContext } from "../commands/command.ts";
import type { InjectionScan } from "../domain/injection-scan.ts";
import type { Log } from "../domain/log.ts";
import type { MemoryProvider, ProviderContext } from "../domain/memory-provider.ts";
import type { TurnContextSource } from "../domain/turn-context.ts";
import type { ProviderHost } from "../memory/providers/provider-host.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import type { SessionScope, Store } from "../store/store.ts";

export type OutsideMemoryRequest = {
  /** `memory.provider`; empty for none. */
  readonly name: string;
  readonly place: SessionDeps["place"];
  readonly sessionId: string;
  /** A prompt is about to be built, so the provider is asked for its part. */
  readonly buildsPrompt: boolean;
  /** Its tools are known, but it is not started: that may go over the network. */
  readonly staysSilent: boolean;
  readonly store: Store;
  readonly scope: SessionScope | null;
  readonly context: CommandContext;
  /** A key by its variable's name, from wherever keys are kept. */
  readonly secret: (name: string) => string | undefined;
  readonly log: Log;
  readonly scan: InjectionScan;
  /** The provider a plugin brought. */
  readonly plugged?: MemoryProvider | null;
};

type OutsideMemory = {
  readonly host: ProviderHost | null;
  readonly block: SessionDeps["providerBlock"];
  readonly sources: readonly TurnContextSource[];
};

const none: OutsideMemory = { host: null, block: null, sources: [] };

/** The memory beyond the two files, loaded only where one was chosen. */
export async function buildOutsideMemory(request: OutsideMemoryRequest): Promise<OutsideMemory> {
  if (request.name === "") return none;
  const { buildMemoryProvider } = await import("./build-memory-provider.ts");
  const { place, store, scope, context, log, scan, name } = request;
  const { clock, profile } = context;
  const env = { ...context.env, HONCHO_API_KEY: request.secret("HONCHO_API_KEY") };
  const plugged = request.plugged === undefined || request.plugged === null ? [] : [request.plugged];
  const host = buildMemoryProvider({ name, home: place.home, env, store, scope, clock, log, scan, plugged });
  if (request.staysSilent) return { host, block: null, sources: [] };
  host.start(request.sessionId, surroundings(place, profile));
  const block = request.buildsPrompt ? await host.promptBlock(context.signal) : null;
  return { host, block, sources: [{ name, kind: "recall", gather: host.recall }] };
}

function surroundings(place: SessionDeps["place"], profile: string | null): ProviderContext {
  const { home, cwd, source: platform, speaker } = place;
  return {
    home,
    cwd,
    platform,
    agentContext: platform === "cron" ? "cron" : "primary",
    profile,
    userId: speaker?.userId ?? null,
    chatId: speaker?.chatId ?? null,
    threadId: speaker?.threadId ?? null,
    sessionTitle: null,
    gatewaySessionKey: speaker?.sessionKey ?? null,
    parentSessionId: null,
  };
}

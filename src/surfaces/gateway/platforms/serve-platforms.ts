import type { Platform } from "../../../domain/platform.ts";
import { gatewayPlatformsPhrases as say } from "../../../text/phrases/gateway-platforms.ts";
import type { PlatformSettings } from "../gateway-settings.ts";
import type { PlatformStatus } from "./connection-state.ts";
import { reasonOf } from "./guarded-link.ts";
import { keepConnected, type KeepParts, type KeptPlatform, labelOf } from "./keep-connected.ts";

type Release = () => Promise<void> | void;

type AccountLock =
  | { readonly kind: "locked"; readonly release: Release }
  /** `holder`: who has it, in words. */
  | { readonly kind: "taken"; readonly holder: string };

export type ServeParts = Omit<KeepParts, "settings"> & {
  /** Those that are enabled, by name. */
  readonly configured: ReadonlyMap<string, PlatformSettings>;
  /** What plugins brought, each name once. */
  readonly registered: readonly Platform[];
  /** An installed plugin that is not enabled and would bring it. */
  readonly couldBring: (platform: string) => string | null;
  readonly lockAccount: (platform: string, account: string) => Promise<AccountLock>;
};

export type ServedPlatforms = {
  readonly platforms: ReadonlyMap<string, Platform>;
  readonly status: () => readonly PlatformStatus[];
  /** Resolves when each has had its first attempt, however that ended. */
  readonly tried: Promise<void>;
  /** Resolves when all of them are given up: nothing can come in any more. */
  readonly givenUp: Promise<void>;
  readonly close: () => Promise<void>;
};

export type Serving =
  /** Nothing to serve, and nothing that time would bring; `lines`: why, for the person. */
  | { readonly kind: "none"; readonly lines: readonly string[] }
  | { readonly kind: "serving"; readonly served: ServedPlatforms };

/** Every platform that is configured and registered, each for itself: none waits for another. */
export async function servePlatforms(parts: ServeParts): Promise<Serving> {
  const { configured, registered, tell } = parts;
  if (configured.size === 0) return { kind: "none", lines: [say.noneConfigured] };
  const missing = [...configured.keys()].filter((name) => !registered.some((platform) => platform.name === name));
  const wanted = registered.filter(({ name }) => configured.has(name));
  const doors = await Promise.all(wanted.map((platform) => unlock(platform, parts)));
  const lines = [
    ...missing.map((name) => missingLine(name, parts)),
    ...doors.flatMap((door) => (door.kind === "shut" ? [door.line] : [])),
  ];
  const open = doors.flatMap((door) => (door.kind === "open" ? [door] : []));
  if (open.length === 0) return { kind: "none", lines: [...lines, say.noneServed] };
  for (const line of lines) tell(line);
  return { kind: "serving", served: serve(open, parts) };
}

type Door =
  | { readonly kind: "open"; readonly platform: Platform; readonly release: Release }
  | { readonly kind: "shut"; readonly line: string };

/** Two gateways on one account would each get half of the messages. */
async function unlock(platform: Platform, { lockAccount }: ServeParts): Promise<Door> {
  const { name, account } = platform;
  if (account === undefined) return { kind: "open", platform, release: () => undefined };
  try {
    const lock = await lockAccount(name, account);
    if (lock.kind === "locked") return { kind: "open", platform, release: lock.release };
    return { kind: "shut", line: say.accountTaken(labelOf(platform), lock.holder) };
  } catch (error) {
    return { kind: "shut", line: say.accountUnsure(labelOf(platform), reasonOf(error)) };
  }
}

function missingLine(name: string, { couldBring }: ServeParts): string {
  const plugin = couldBring(name);
  return plugin === null ? say.notBrought(name) : say.notEnabled(name, plugin);
}

function serve(doors: readonly Extract<Door, { kind: "open" }>[], parts: ServeParts): ServedPlatforms {
  const kept = doors.map(({ platform, release }) => {
    const settings = parts.configured.get(platform.name)?.extra ?? {};
    return { release, life: keepConnected(platform, { ...parts, settings }) };
  });
  return {
    platforms: new Map(doors.map(({ platform }) => [platform.name, platform])),
    status: () => kept.map(({ life }) => life.status()),
    tried: Promise.all(kept.map(({ life }) => life.tried)).then(() => undefined),
    givenUp: Promise.all(kept.map(({ life }) => life.givenUp)).then(() => undefined),
    close: async () => void (await Promise.all(kept.map(end))),
  };
}

async function end({ life, release }: { readonly life: KeptPlatform; readonly release: Release }): Promise<void> {
  await life.close();
  await release();
}

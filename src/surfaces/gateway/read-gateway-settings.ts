import type { Settings } from "../../config/schema/settings.ts";
import type { Variables } from "../../config/substitute.ts";
import { gatewayInboundPhrases as phrases } from "../../text/phrases/gateway-inbound.ts";
import { allowedPeople, allowedUsersVariable, type Finding } from "./allowed-people.ts";
import type { GatewaySettings, PlatformSettings } from "./gateway-settings.ts";
import { readPlatformSettings } from "./read-platform-settings.ts";

export type GatewaySettingsRead = {
  readonly settings: GatewaySettings;
  /** Sentences for the person who starts it. */
  readonly warnings: readonly string[];
};

const second = 1_000;
const platformName = /^[a-z0-9_-]+$/;

/** Settings and environment together, once. `profile`: null is the base home itself. */
export function readGatewaySettings(
  settings: Settings,
  variable: Variables,
  profile: string | null,
): GatewaySettingsRead {
  const warnings: string[] = [];
  const find: Finding = (warning) => void warnings.push(warning);
  const allowed = allowedPeople("gateway", {}, variable, find);
  const platforms = new Map<string, PlatformSettings>();
  for (const [name, { enabled }] of Object.entries(settings.gateway.platforms)) {
    if (!enabled) continue;
    if (platformName.test(name)) platforms.set(name, readPlatformSettings(name, settings, variable, find));
    else find(phrases.badPlatformName(name));
  }
  for (const platform of platforms.values()) warnings.push(...openness(platform, allowed));
  return { settings: { ...general(settings, profile), allowed, platforms }, warnings };
}

function general(settings: Settings, profile: string | null): Omit<GatewaySettings, "allowed" | "platforms"> {
  const { gateway, agent, streaming, display, approvals } = settings;
  return {
    profile: profile ?? "default",
    busyMode: display.busy_input_mode,
    maxConcurrentTurns: gateway.max_concurrent_turns,
    maxInboundMediaBytes: gateway.max_inbound_media_bytes,
    keepsDeliveries: gateway.delivery_ledger,
    userSessions: { inGroups: settings.group_sessions_per_user, inThreads: settings.thread_sessions_per_user },
    streaming: {
      editIntervalMs: streaming.edit_interval * second,
      firstAfterChars: streaming.buffer_threshold,
      cursor: streaming.cursor,
    },
    limits: {
      inactivityMs: agent.gateway_timeout * second,
      stillWorkingMs: agent.gateway_timeout_warning * second,
      clarifyMs: agent.clarify_timeout * second,
      drainMs: agent.restart_after_turn_timeout * second,
      continueFreshMs: agent.auto_continue_freshness * second,
      liveSessions: agent.agent_cache.max_size,
      idleSessionMs: agent.agent_cache.idle_ttl_secs * second,
    },
    confirms: approvals.destructive_slash_confirm,
  };
}

/** Whoever starts a gateway should know when it answers nobody, and when it answers everybody. */
function openness({ name, allowed, stranger }: PlatformSettings, everywhere: GatewaySettings["allowed"]) {
  if (allowed.everybody || everywhere.everybody) return [phrases.everybodyAllowed(name)];
  if (allowed.users.size > 0 || everywhere.users.size > 0) return [];
  const variable = allowedUsersVariable(name);
  return [stranger === "pair" ? phrases.onlyPairing(name, variable) : phrases.nobodyAllowed(name, variable)];
}

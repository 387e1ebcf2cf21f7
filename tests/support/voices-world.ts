import type { Platform } from "../../src/domain/platform.ts";
import { noLog } from "../../src/domain/log.ts";
import { redactSecrets } from "../../src/safety/redact.ts";
import type { ChatVoice } from "../../src/surfaces/gateway/chat-voice.ts";
import type { GatewaySettings, PlatformSettings } from "../../src/surfaces/gateway/gateway-settings.ts";
import {
  createVoices,
  type GatewayVoices,
  type VoicesWorld,
} from "../../src/surfaces/gateway/outbound/create-voices.ts";
import { FakeClock } from "./fake-clock.ts";
import { memoryOutbox } from "./memory-outbox.ts";

const nobody = { everybody: false, users: new Set<string>() };
const nowhere = { userHome: "/nowhere", hermesHome: "/nowhere/.hermes", roots: [], safeRoots: [] };

/** Voices over a platform, on a clock that stands still and an outbox that outlives them. */
export function voicesWorld(
  platform: Platform,
  display: Partial<PlatformSettings["display"]> = {},
  more: Partial<VoicesWorld> = {},
): VoicesWorld & { readonly clock: FakeClock; readonly outbox: ReturnType<typeof memoryOutbox> } {
  const clock = new FakeClock();
  return {
    platform: (name) => (name === platform.name ? platform : null),
    settings: settingsFor(platform.name, { streaming: false, toolProgress: "off", reasoning: false, ...display }),
    log: noLog,
    signal: new AbortController().signal,
    redact: redactSecrets,
    media: { folders: [], paths: nowhere },
    ...more,
    clock,
    outbox: memoryOutbox(clock),
  };
}

export const chat = { chatId: "c1", threadId: null };
export const turn = { sessionKey: "agent:default:fake:dm:c1", replyTo: null };

export function voiceOf(world: VoicesWorld, voices: GatewayVoices = createVoices(world)): ChatVoice {
  const voice = voices.in("fake", chat);
  if (voice === null) throw new Error("the platform is not served");
  return voice;
}

function settingsFor(name: string, display: PlatformSettings["display"]): GatewaySettings {
  return {
    profile: "default",
    busyMode: "interrupt",
    maxConcurrentTurns: 16,
    maxInboundMediaBytes: 1,
    keepsDeliveries: true,
    userSessions: { inGroups: true, inThreads: false },
    allowed: nobody,
    streaming: { editIntervalMs: 800, firstAfterChars: 24, cursor: " ▉" },
    limits: {
      inactivityMs: 0,
      stillWorkingMs: 0,
      clarifyMs: 0,
      drainMs: 0,
      continueFreshMs: 0,
      liveSessions: 1,
      idleSessionMs: 0,
    },
    confirms: true,
    platforms: new Map([[name, platformSettings(name, display)]]),
  };
}

function platformSettings(name: string, display: PlatformSettings["display"]): PlatformSettings {
  return {
    name,
    extra: {},
    allowed: nobody,
    allowedChats: new Set(),
    stranger: "ignore",
    takesBots: false,
    needsMention: true,
    freeChats: new Set(),
    admins: null,
    groupAdmins: null,
    userCommands: new Set(),
    display,
    reset: { idleMs: null, atHour: null, processMaxAgeMs: 0 },
    chats: new Map(),
  };
}

import { defaults, type Settings } from "../../src/config/schema/settings.ts";
import type { InboundMessage } from "../../src/domain/gateway-ledger.ts";
import type { PlatformMessage } from "../../src/domain/platform.ts";
import type { Arrival } from "../../src/surfaces/gateway/arrival.ts";
import type { GatewaySettings, PlatformSettings } from "../../src/surfaces/gateway/gateway-settings.ts";
import { createDoorman, type DoormanDeps } from "../../src/surfaces/gateway/inbound/doorman.ts";
import { readPlatformSettings } from "../../src/surfaces/gateway/read-platform-settings.ts";
import { readGatewaySettings } from "../../src/surfaces/gateway/read-gateway-settings.ts";
import { FakeClock } from "./fake-clock.ts";
import { memoryLedger } from "./memory-ledger.ts";

type Logged = { readonly event: string; readonly fields: Readonly<Record<string, unknown>> };

type WorldOptions = {
  readonly settings?: Partial<GatewaySettings>;
  readonly platform?: Partial<PlatformSettings>;
} & Partial<Pick<DoormanDeps, "hook" | "say" | "ledger">>;

const plain: Settings = defaults;
const none = (): undefined => undefined;

/** Settings of a gateway that serves `irc`, where ann and bob may speak. */
export function gatewaySettings({ settings, platform }: WorldOptions = {}): GatewaySettings {
  const irc: PlatformSettings = {
    ...readPlatformSettings("irc", plain, none, none),
    allowed: { everybody: false, users: new Set(["ann", "bob"]) },
    ...platform,
  };
  return {
    ...readGatewaySettings(plain, none, null).settings,
    platforms: new Map([["irc", irc]]),
    ...settings,
  };
}

export const fromAnn: PlatformMessage = {
  chatId: "ann",
  chatType: "dm",
  messageId: "1",
  userId: "ann",
  userName: "Ann",
  text: "hello",
};

export const inGroup: PlatformMessage = { ...fromAnn, chatId: "#tea", chatType: "group", isMention: true };

/** A doorman with all that is around it; what came in, was said and logged can be looked at. */
export function doormanWorld(options: WorldOptions = {}) {
  const clock = new FakeClock();
  const ledger = memoryLedger();
  const stop = new AbortController();
  const [arrivals, lines, logged]: [Arrival[], string[], Logged[]] = [[], [], []];
  const doorman = createDoorman({
    settings: gatewaySettings(options),
    ledger: options.ledger ?? ledger,
    clock,
    log: (_level, event, fields = {}) => void logged.push({ event, fields }),
    signal: stop.signal,
    arrive: (arrival) => void arrivals.push(arrival),
    say: options.say ?? (async ({ chatId }: InboundMessage, text: string) => void lines.push(`${chatId}: ${text}`)),
    hook: options.hook ?? (async (message) => ({ kind: "dispatch", message })),
  });
  return {
    doorman,
    clock,
    ledger,
    arrivals,
    lines,
    logged,
    stop: () => stop.abort(),
    /** Everything said at once, and then time until nothing is on its way. */
    hear: async (...messages: readonly unknown[]) => {
      for (const message of messages) doorman.come("irc", message);
      await clock.runUntil(doorman.settled());
    },
    /** Session key and text of what came in. */
    heard: () => arrivals.map(({ sessionKey, message }) => [sessionKey, message.text]),
    reasons: () => logged.map(({ fields }) => fields["reason"]),
    states: () => ledger.rows().map(({ settled }) => settled),
  };
}

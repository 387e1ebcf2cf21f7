import type { Rng } from "../../domain/clock.ts";
import type { GatewayHooks } from "../../domain/gateway-hooks.ts";
import type { Platform } from "../../domain/platform.ts";
import { gatewayPlatformsPhrases as say } from "../../text/phrases/gateway-platforms.ts";
import { createDoorman } from "./inbound/doorman.ts";
import { presserOf } from "./inbound/presser.ts";
import { readPress } from "./inbound/read-press.ts";
import { createVoices, type GatewayVoices, type VoicesWorld } from "./outbound/create-voices.ts";
import type { ConnectionState } from "./platforms/connection-state.ts";
import { describeStatus } from "./platforms/describe-status.ts";
import type { PlatformEar } from "./platforms/guarded-link.ts";
import { servePlatforms, type ServedPlatforms, type ServeParts } from "./platforms/serve-platforms.ts";
import { mayContinue } from "./restarts.ts";
import { createTalks, type Talks } from "./talks/talks.ts";
import type { TalkWorld } from "./talk-world.ts";

/** All that a gateway touches of the world. */
export type GatewayWorld = Omit<TalkWorld, "voiceIn" | "platforms" | "restart"> &
  Pick<ServeParts, "couldBring" | "lockAccount" | "tell"> &
  Pick<VoicesWorld, "redact" | "media"> & {
    /** What plugins brought, each name once. */
    readonly registered: readonly Platform[];
    readonly hooks: GatewayHooks;
    readonly rng: Rng;
    /** The platforms had their first attempt: from now on somebody is there. */
    readonly ready: (talks: Talks) => void;
    /** Resolves when the process is asked to end; asked twice, `hurry` aborts. */
    readonly asked: Promise<GatewayStop>;
    readonly hurry: AbortSignal;
  };

/** `restart`: whoever started us should do so again. */
export type GatewayStop = "stop" | "restart";

export type GatewayEnd =
  | { readonly kind: "nothing-to-serve"; readonly lines: readonly string[] }
  | { readonly kind: "ended"; readonly by: GatewayStop };

const stopMs = 20_000; // whoever stops services kills them after half a minute or so
const lookAroundMs = 60_000;
const repeatsMs = 48 * 60 * 60_000;

/** Serves every platform until it is told to end. What it has not finished then, the next start takes up. */
export async function runGateway(world: GatewayWorld): Promise<GatewayEnd> {
  const { settings, log } = world;
  const house = openHouse(world);
  const { talks, voices, doorman, ended } = house;
  const waiting = world.ledger.inbox.open().filter(({ state }) => state === "new");
  for (const message of waiting) doorman.readmit(message);
  const { ear, onConnected } = house;
  const parts = { ...world, configured: settings.platforms, ear, onConnected, signal: ended.signal };
  const serving = await servePlatforms(parts);
  if (serving.kind === "none") {
    await talks.close();
    return { kind: "nothing-to-serve", lines: serving.lines };
  }
  house.served.now = serving.served;
  const { tried, givenUp } = serving.served;
  const over = givenUp.then(() => "given-up" as const);
  const isOver = await Promise.race([tried.then(() => null), world.asked, over]);
  if (isOver === null && !isAll(serving.served, "given-up")) await takeUp(world, house);
  void lookAround(world, voices, ended.signal);
  const by = await Promise.race([over, world.asked, house.restart]);
  log("info", "gateway.ending", { by });
  house.shutDoors();
  await talks.drain(by === "restart" ? settings.limits.drainMs : stopMs, world.hurry);
  await doorman.settled();
  await talks.close();
  ended.abort();
  await serving.served.close();
  return by === "given-up" ? { kind: "nothing-to-serve", lines: [say.allGivenUp] } : { kind: "ended", by };
}

/** What the process before us left behind comes first; then who is waiting at the door. */
async function takeUp(world: GatewayWorld, { voices, talks, begin, ended }: House): Promise<void> {
  await voices.redeliver(ended.signal);
  await talks.resume({ autoContinue: await mayContinue(world.ledger.routes, world.clock) });
  begin();
  world.ready(talks);
}

type House = ReturnType<typeof openHouse>;

/** Everything between the platforms and the sessions; nobody is let through before `begin`. */
function openHouse(world: GatewayWorld) {
  const { settings, ledger, clock, registered } = world;
  const served: { now: ServedPlatforms | null } = { now: null };
  const [restart, begun] = [Promise.withResolvers<GatewayStop>(), Promise.withResolvers<void>()];
  const [doors, ended] = [new AbortController(), new AbortController()];
  const voices = createVoices({
    ...world,
    platform: (name) => (settings.platforms.has(name) ? (registered.find((one) => one.name === name) ?? null) : null),
    isConnected: (name) => isConnected(served.now, name),
    outbox: ledger.outbox,
    signal: ended.signal,
    onPaused: (name, pauseMs) => world.tell(`${name}: ${say.states.paused(Math.ceil(pauseMs / 1_000))}`),
  });
  const talks = createTalks({
    ...world,
    voiceIn: voices.in,
    restart: () => restart.resolve("restart"),
    platforms: {
      status: () => describeStatus(served.now?.status() ?? [], clock.now(), voices.pausedForMs),
      resume: async (name) => resumed(name, voices, served.now),
    },
  });
  const doorman = createDoorman({
    ...world,
    hook: world.hooks.beforeDispatch,
    signal: doors.signal,
    arrive: (arrival) => {
      voices.heardIn(arrival.message.platform, arrival.message.chatId);
      void begun.promise.then(() => talks.arrive(arrival));
    },
    say: async ({ platform, chatId, threadId }, text) => {
      voices.heardIn(platform, chatId);
      await voices.in(platform, { chatId, threadId })?.say(text);
    },
  });
  const ear: PlatformEar = {
    message: doorman.come,
    press: (platform, raw) => {
      const pressed = readPress(raw);
      if (pressed === null) return world.log("warning", "gateway.press_malformed", { platform });
      const person = presserOf(platform, pressed, { settings, pairing: ledger.pairing });
      if (person !== null) talks.press(platform, pressed, person);
    },
    event: world.hooks.heard,
  };
  const state = { hasBegun: false };
  const hands = {
    begin: () => {
      state.hasBegun = true;
      begun.resolve();
    },
    /** What waited for the connection need not wait for its time. */
    onConnected: (name: string) => void (state.hasBegun && voices.resume(name)),
    shutDoors: () => doors.abort(),
    restart: restart.promise,
  };
  return { talks, voices, doorman, ear, served, ended, ...hands };
}

function isAll(served: ServedPlatforms, kind: ConnectionState["kind"]): boolean {
  return served.status().every(({ state }) => state.kind === kind);
}

function isConnected(served: ServedPlatforms | null, name: string): boolean {
  return served?.status().some((one) => one.name === name && one.state.kind === "connected") === true;
}

function resumed(name: string | null, voices: GatewayVoices, served: ServedPlatforms | null): string {
  const names = (served?.status() ?? []).map((one) => one.name);
  if (name !== null && !names.includes(name)) return say.unknownPlatform(name);
  return say.resumed(names.filter((one) => (name === null || one === name) && voices.resume(one)));
}

/** Answers that did not arrive are tried again, and what nobody will ask for goes. */
async function lookAround({ clock, ledger, log }: GatewayWorld, voices: GatewayVoices, signal: AbortSignal) {
  while (!signal.aborted) {
    await ledger.inbox.forget(clock.now() - repeatsMs).catch((error: unknown) => {
      log("warning", "gateway.inbox_untidy", { error: String(error) });
    });
    await clock.sleep(lookAroundMs, signal).catch(() => undefined); // the end of it is seen above
    if (!signal.aborted) await voices.redeliver(signal);
  }
}

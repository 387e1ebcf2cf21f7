import type { Rng } from "../../domain/clock.ts";
import type { GatewayHooks } from "../../domain/gateway-hooks.ts";
import type { ButtonPress, Platform } from "../../domain/platform.ts";
import { createDoorman, type Doorman } from "./inbound/doorman.ts";
import { presserOf } from "./inbound/presser.ts";
import { createVoices, type VoiceDeps } from "./outbound/create-voices.ts";
import { describeStatus } from "./platforms/describe-status.ts";
import { servePlatforms, type ServedPlatforms, type ServeParts } from "./platforms/serve-platforms.ts";
import { mayContinue } from "./restarts.ts";
import { createTalks, type Talks } from "./talks/talks.ts";
import type { TalkWorld } from "./talk-world.ts";

/** All that a gateway touches of the world. */
export type GatewayWorld = Omit<TalkWorld, "voiceIn" | "platforms" | "restart"> &
  Pick<ServeParts, "couldBring" | "lockAccount" | "tell"> &
  Pick<VoiceDeps, "redact" | "mayAttach"> & {
    /** What plugins brought, each name once. */
    readonly registered: readonly Platform[];
    readonly hooks: GatewayHooks;
    readonly rng: Rng;
    /** Once the platforms had their first attempt: from now on somebody is there. */
    readonly ready: () => void;
    /** Resolves when the process is asked to end; told twice, `hurry` aborts. */
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
  const { clock, settings, ledger, registered, log } = world;
  const restart = Promise.withResolvers<GatewayStop>();
  const doors = new AbortController(); // aborted: nobody comes in any more
  const end = new AbortController();
  const platforms = new Map(registered.map((platform) => [platform.name, platform]));
  const voices = createVoices({ ...world, platforms, outbox: ledger.outbox, signal: end.signal });
  const served: { now: ServedPlatforms | null } = { now: null };
  const talks = createTalks({
    ...world,
    voiceIn: voices.in,
    restart: () => restart.resolve("restart"),
    platforms: {
      status: () => describeStatus(served.now?.status() ?? []),
      resume: async (name) => voices.resume(name),
    },
  });
  const doorman = createDoorman({
    ...world,
    signal: doors.signal,
    arrive: talks.arrive,
    hooks: world.hooks,
    say: async ({ platform, chatId, threadId }, text) => voices.in(platform, { chatId, threadId })?.say(text),
  });
  const press = (platform: string, pressed: ButtonPress): void => {
    const person = presserOf(platform, pressed, { settings, pairing: ledger.pairing });
    if (person !== null) talks.press(platform, pressed, person);
  };
  const ear = { message: doorman.come, press, event: world.hooks.heard };
  const serving = await servePlatforms({ ...world, configured: settings.platforms, ear, signal: end.signal });
  if (serving.kind === "none") {
    await talks.close();
    return { kind: "nothing-to-serve", lines: serving.lines };
  }
  served.now = serving.served;
  await Promise.race([serving.served.tried, world.asked]);
  world.ready();
  await voices.redeliver(end.signal);
  await takeUp(world, talks, doorman);
  void lookAround(world, () => voices.redeliver(end.signal), end.signal);
  const by = await Promise.race([world.asked, restart.promise]);
  log("info", "gateway.ending", { by });
  doors.abort();
  await talks.drain(by === "restart" ? settings.limits.drainMs : stopMs, world.hurry);
  await doorman.settled();
  await talks.close();
  end.abort();
  await serving.served.close();
  return { kind: "ended", by };
}

/** First what a turn was begun on, then what nobody had looked at yet, in the order in which it came. */
async function takeUp({ ledger, clock }: GatewayWorld, talks: Talks, doorman: Doorman): Promise<void> {
  const waiting = ledger.inbox.open().filter(({ state }) => state === "new");
  await talks.resume({ autoContinue: await mayContinue(ledger.routes, clock) });
  for (const message of waiting) doorman.readmit(message);
}

/** Answers that did not arrive are tried again, and what nobody will ask for goes. */
async function lookAround(world: GatewayWorld, redeliver: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const { clock, ledger, log } = world;
  while (!signal.aborted) {
    await ledger.inbox.forget(clock.now() - repeatsMs).catch((error: unknown) => {
      log("warning", "gateway.inbox_untidy", { error: String(error) });
    });
    await clock.sleep(lookAroundMs, signal).catch(() => undefined); // the end of it is seen above
    if (!signal.aborted) await redeliver();
  }
}

import type { InboundMessage } from "../../../domain/gateway-ledger.ts";
import type { ButtonPress } from "../../../domain/platform.ts";
import { gatewayTalksPhrases as say } from "../../../text/phrases/gateway-talks.ts";
import type { Arrival, ChatPerson } from "../arrival.ts";
import type { TalkWorld } from "../talk-world.ts";
import { chatIn, chatNotes } from "./chat-notes.ts";
import type { Common } from "./common.ts";
import { beginningOf, cutTurns, goOn } from "./go-on.ts";
import { LiveSessions } from "./live-sessions.ts";
import { Talk } from "./talk.ts";
import { TurnSlots } from "./turn-slots.ts";

export type Talks = {
  /** Returns at once; nothing that comes of it is thrown. */
  readonly arrive: (arrival: Arrival) => void;
  readonly press: (platform: string, press: ButtonPress, person: ChatPerson) => void;
  /** No new turns. Those that run may end for so long; then they are stopped, to go on after the restart. */
  readonly drain: (limitMs: number, signal: AbortSignal) => Promise<void>;
  /** Takes up what the process before us left unfinished. Messages that nobody had begun on come through `arrive`. */
  readonly resume: (how: { readonly autoContinue: boolean }) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Text for the turn that runs in a chat. False: none does. */
  readonly inject: (sessionKey: string, text: string) => boolean;
  /** The chats in which a turn runs, by their session keys. */
  readonly active: () => readonly string[];
};

const tidyEveryMs = 60_000;
const cutOffMs = 10_000; // a turn that was stopped has so long to end

/** All conversations of a gateway: one per session key, made when it is first needed. */
export function createTalks(world: TalkWorld): Talks {
  const { clock, settings, log } = world;
  const talks = new Map<string, Talk>();
  const end = new AbortController();
  const state = { isDraining: false };
  const isRunning = (sessionKey: string): boolean => talks.get(sessionKey)?.isBusy === true;
  const common: Common = {
    world,
    slots: new TurnSlots(settings.maxConcurrentTurns),
    live: new LiveSessions({ ...world, isRunning }),
    signal: end.signal,
    isDraining: () => state.isDraining,
    confirms: settings.confirms,
  };
  const talkOf = (sessionKey: string, first: Beginning): Talk => {
    const talk = talks.get(sessionKey) ?? new Talk(sessionKey, common, first);
    talks.set(sessionKey, talk);
    return talk;
  };
  void tidyNowAndThen(talks, common);
  return {
    arrive: (arrival) => talkOf(arrival.sessionKey, arrival).arrive(arrival),
    press: (platform, press, person) => {
      const isAnswer = [...talks.values()].some((talk) => talk.isIn(platform, press) && talk.press(press, person));
      if (!isAnswer) log("debug", "gateway.press_ignored", { platform });
    },
    drain: (limitMs, signal) => {
      state.isDraining = true;
      return drain([...talks.values()], common, limitMs, signal);
    },
    resume: async ({ autoContinue }) => {
      await sayBackAgain(world);
      for (const cut of cutTurns(world)) {
        const begun = beginningOf(cut, clock.now());
        if (begun === null) continue;
        const talk = talkOf(cut.sessionKey, begun);
        talk.guard(() => goOn(talk, cut, autoContinue));
      }
    },
    close: async () => {
      state.isDraining = true;
      end.abort();
      for (const talk of talks.values()) talk.holdBack();
      await common.live.close();
    },
    inject: (sessionKey, text) => talks.get(sessionKey)?.turn?.steer(text, []) ?? false,
    active: () => [...talks.values()].filter(({ turn }) => turn !== null).map(({ sessionKey }) => sessionKey),
  };
}

type Beginning = { readonly message: InboundMessage; readonly person: ChatPerson };

async function drain(
  talks: readonly Talk[],
  { world: { clock } }: Common,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const running = talks.filter(({ turn }) => turn !== null);
  const over = Promise.all(running.flatMap(({ turn }) => (turn === null ? [] : [turn.over])));
  for (const talk of talks) talk.holdBack();
  for (const talk of running) talk.guard(() => talk.say(say.draining));
  await atMost(over, (stop) => clock.sleep(limitMs, AbortSignal.any([signal, stop])));
  await Promise.all(running.map((talk) => talk.cutOff()));
  await atMost(over, (stop) => clock.sleep(cutOffMs, stop));
}

/** Until the work is done or the patience is at its end. */
async function atMost(work: Promise<unknown>, patience: (stop: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const waited = patience(stop.signal).catch(() => undefined); // no patience is left, or none is needed
  await Promise.race([work, waited]);
  stop.abort();
}

/** Sessions nobody used for long are closed, those that rested too long are over. */
async function tidyNowAndThen(talks: Map<string, Talk>, { world, signal, live }: Common): Promise<void> {
  while (!signal.aborted) {
    const isOver = await world.clock.sleep(tidyEveryMs, signal).then(
      () => false,
      () => true,
    );
    if (isOver) return;
    for (const talk of talks.values()) talk.guard(() => talk.rest());
    live.tidy();
    for (const [key, talk] of talks) if (talk.isForgettable) talks.delete(key);
  }
}

/** `/restart` is answered where it was said. */
async function sayBackAgain({ settings, ledger, voiceIn }: TalkWorld): Promise<void> {
  for (const platform of settings.platforms.keys()) {
    const chat = chatIn(ledger.routes.note(platform, chatNotes.restartedFrom));
    if (chat === null) continue;
    await ledger.routes.setNote(platform, chatNotes.restartedFrom, null);
    await voiceIn(platform, chat)?.say(say.backAgain);
  }
}

import type { Clock, Deadline } from "../../../domain/clock.ts";
import type { InboundMessage, InboxId } from "../../../domain/gateway-ledger.ts";
import { continues, isCommand, joined, quietAfter, type Utterance, utteranceOf } from "./fragments.ts";

export type Gathering = {
  readonly add: (key: string, message: InboundMessage, row: InboxId) => void;
  readonly open: () => readonly Promise<void>[];
};

type GatheringDeps = {
  readonly clock: Clock;
  /** Nothing is whole once it aborts: what waits stays where it is written down. */
  readonly signal: AbortSignal;
  readonly whole: (said: Utterance) => void;
};

const longestWaitMs = 10_000;

type Open = {
  said: Utterance;
  readonly sinceMs: number;
  deadline: Deadline;
  readonly closed: PromiseWithResolvers<void>;
};

/** Waits until somebody has finished speaking. One is open per conversation, so that order is kept in it. */
export function createGathering({ clock, signal, whole }: GatheringDeps): Gathering {
  const open = new Map<string, Open>();

  const close = (key: string, passesOn: boolean): void => {
    const ended = open.get(key);
    if (ended === undefined) return;
    open.delete(key);
    ended.deadline[Symbol.dispose]();
    if (passesOn) whole(ended.said);
    ended.closed.resolve();
  };

  const waitFor = (key: string, ms: number): Deadline => {
    const deadline = clock.deadline(ms, signal);
    deadline.signal.addEventListener("abort", () => close(key, deadline.expired()), { once: true });
    return deadline;
  };

  const goOn = (known: Open, message: InboundMessage, row: InboxId): void => {
    known.said = joined(known.said, message, row);
    known.deadline[Symbol.dispose]();
    const leftMs = Math.max(0, known.sinceMs + longestWaitMs - clock.now());
    known.deadline = waitFor(known.said.key, Math.min(quietAfter(known.said.message), leftMs));
  };

  return {
    add: (key, message, row) => {
      if (signal.aborted) return;
      const known = open.get(key);
      if (known !== undefined && continues(known.said, message)) return goOn(known, message, row);
      close(key, true);
      const said = utteranceOf(key, message, row);
      if (isCommand(message)) return whole(said);
      const deadline = waitFor(key, quietAfter(message));
      open.set(key, { said, sinceMs: clock.now(), deadline, closed: Promise.withResolvers<void>() });
    },
    open: () => [...open.values()].map(({ closed }) => closed.promise),
  };
}

import type { Clock } from "../../../domain/clock.ts";
import type { Delivery, OpenDelivery, Outbox, OutboxId } from "../../../domain/gateway-ledger.ts";
import type { Log } from "../../../domain/log.ts";
import { gatewayOutboundPhrases as phrases } from "../../../text/phrases/gateway-outbound.ts";
import { slept } from "./edit-pace.ts";
import type { Sent } from "./send-answer.ts";

/** Answers on their way. What does not arrive stays in the outbox. */
export type Deliveries = {
  /** Resolves when it arrived, or is as safe as the outbox makes it. */
  readonly deliver: (delivery: Delivery, send: () => Promise<Sent>) => Promise<void>;
  readonly redeliver: (signal: AbortSignal) => Promise<void>;
};

export type DeliveryWorld = {
  /** Null: answers are sent once, and lost with the process. */
  readonly outbox: Outbox | null;
  readonly clock: Clock;
  readonly log: Log;
  /** The end of the gateway. */
  readonly signal: AbortSignal;
  /** For how long a platform is left alone; null: it is not served. */
  readonly pausedForMs: (platform: string) => number | null;
  /** The whole answer but for so many messages of it. */
  readonly send: (delivery: Delivery, skip: number) => Promise<Sent>;
};

const mostAttempts = 3;
const nextAttemptMs = 30_000;
const dayMs = 24 * 60 * 60_000;

export function deliveries(world: DeliveryWorld): Deliveries {
  const { outbox, clock, log, signal: end } = world;
  if (outbox === null) return unkept;
  const busy = new Set<OutboxId>();
  /** How many messages of an answer arrived before it got stuck, as far as that is known; only this process knows. */
  const halfSent = new Map<OutboxId, number | "unclear">();
  const rows = newRows(outbox, log, busy);
  const broke = (error: unknown): void => log("error", "gateway.outbox.failed", { error: String(error) });

  const conclude = async (id: OutboxId, attempts: number, { result, sent }: Sent): Promise<void> => {
    halfSent.delete(id);
    if (result.ok) return outbox.end(id, { state: "delivered" });
    const { error } = result;
    if (result.kind !== "retryable" || attempts >= mostAttempts) return outbox.end(id, { state: "failed", error });
    if (sent === 0) await outbox.end(id, { state: "again", error });
    else halfSent.set(id, sent);
    // what was sent in part stays as being attempted: to whoever comes after us it may be a duplicate
    later(result.retryAfterMs ?? nextAttemptMs);
  };
  const attempt = async (id: OutboxId, earlier: number, send: () => Promise<Sent>): Promise<void> => {
    busy.add(id);
    try {
      await outbox.attempt(id);
      await conclude(id, earlier + 1, await send());
    } catch (error) {
      broke(error);
    } finally {
      busy.delete(id);
    }
  };
  const again = (open: OpenDelivery): Promise<void> => {
    const half = open.state === "attempting" ? halfSent.get(open.id) : 0;
    const skip = typeof half === "number" ? half : 0;
    return attempt(open.id, open.attempts, () => world.send(marked(open, half), skip));
  };
  const take = async (open: OpenDelivery): Promise<void> => {
    const pauseMs = world.pausedForMs(open.platform);
    if (pauseMs === null || busy.has(open.id)) return;
    const isOver = open.attempts >= mostAttempts || open.createdAtMs < clock.now() - dayMs;
    if (isOver) await outbox.end(open.id, { state: "abandoned", error: phrases.abandoned });
    else if (pauseMs > 0) later(pauseMs);
    else await again(open);
  };
  const redeliver = async (signal: AbortSignal): Promise<void> => {
    await outbox.tidy(clock.now() - 7 * dayMs, clock.now() - dayMs);
    while (rows.adding.size > 0) await Promise.all(rows.adding); // the first attempt of those is not ours
    await eachOpen(outbox, signal, take);
  };
  const later = oneLook(world, () => redeliver(end).catch(broke));

  return {
    deliver: async (delivery, send) => {
      const id = await rows.add(delivery);
      const pauseMs = world.pausedForMs(delivery.platform) ?? 0;
      if (id === null) return void (await send()); // better unsafe than unsaid
      if (pauseMs === 0) return attempt(id, 0, send);
      busy.delete(id);
      return later(pauseMs);
    },
    redeliver: (signal) => redeliver(signal).catch(broke),
  };
}

const unkept: Deliveries = { deliver: async (_, send) => void (await send()), redeliver: async () => undefined };

/** One after the other; while others are sent, one may have arrived. */
async function eachOpen(outbox: Outbox, signal: AbortSignal, take: (open: OpenDelivery) => Promise<void>) {
  for (const { id } of outbox.open()) {
    const open = outbox.open(id).find((each) => each.id === id);
    if (open !== undefined && !signal.aborted) await take(open);
  }
}

/** `half`: how much of it arrived; undefined: a process before us was sending it. */
function marked(delivery: Delivery, half: number | "unclear" | undefined): Delivery {
  if (typeof half === "number") return delivery;
  const mark = half === undefined ? phrases.mayBeDuplicate : phrases.saidAgain;
  return { ...delivery, text: `${mark}\n\n${delivery.text}` };
}

/** One look for all that waits: each row asking for its own would double them every time. */
function oneLook({ clock, signal }: Pick<DeliveryWorld, "clock" | "signal">, look: () => Promise<void>) {
  let nextMs = Number.POSITIVE_INFINITY;
  return (ms: number): void => {
    const atMs = clock.now() + ms;
    if (atMs >= nextMs) return;
    nextMs = atMs;
    void slept(clock, ms, signal).then((isDue) => {
      if (nextMs === atMs) nextMs = Number.POSITIVE_INFINITY;
      return isDue ? look() : undefined;
    });
  };
}

/** Rows stand before their ids are known; each is busy from then on, until it had its first attempt. */
function newRows(outbox: Outbox, log: Log, busy: Set<OutboxId>) {
  const adding = new Set<Promise<unknown>>();
  /** Null: it could not be kept. */
  const add = (delivery: Delivery): Promise<OutboxId | null> => {
    const row = kept(outbox, delivery, log).then((id) => {
      if (id !== null) busy.add(id);
      adding.delete(row);
      return id;
    });
    adding.add(row);
    return row;
  };
  return { add, adding };
}

async function kept(outbox: Outbox, delivery: Delivery, log: Log): Promise<OutboxId | null> {
  try {
    return await outbox.add(delivery);
  } catch (error) {
    log("error", "gateway.outbox.failed", { error: String(error) });
    return null;
  }
}

import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import { reasonOf } from "../foreign.ts";
import type { HookCallback } from "../registration.ts";
import type { Watch } from "../watch.ts";
import type { HookName } from "./hook-names.ts";
import { boundedQueue, type BoundedQueue } from "./bounded-queue.ts";

const longestMs = 5_000;
const mostFailures = 3; // in a row
const neverAborted = new AbortController().signal;

export type RunnerDeps = {
  readonly clock: Clock;
  readonly log: Log;
  readonly watch: Watch;
  /** For the person, in one line. */
  readonly notice: (text: string) => void;
  /** Puts work off until whoever is at it now is done. */
  readonly later: (work: () => void) => void;
};

export type Opinion =
  | { readonly kind: "said"; readonly value: unknown }
  | { readonly kind: "silent" } // nothing to say, switched off, or too late to matter
  | { readonly kind: "failed"; readonly why: string };

/** One callback of one session, with what it has earned so far. */
export type Seat = HookCallback & {
  /** Waits for an answer, at most as long as the hook may take. Never rejects. */
  readonly ask: (payload: unknown, signal?: AbortSignal) => Promise<Opinion>;
  /** Tells it in its own time; nobody waits. */
  readonly tell: (payload: unknown) => void;
};

export type HookRunner = {
  readonly seats: (hook: HookName) => readonly Seat[];
  /** Tells every callback of an observing hook; the payload is made only if there is one. */
  readonly tell: (hook: HookName, payload: () => unknown) => void;
  /** Waits until everybody was told, or for so long. */
  readonly settled: (ms: number) => Promise<void>;
};

/** The hooks of one session, in their order. Failures are counted per callback and session. */
export function createHookRunner(callbacks: () => readonly HookCallback[], deps: RunnerDeps): HookRunner {
  const made = new Map<HookCallback, { readonly seat: Seat; readonly queue: BoundedQueue }>();
  const seatOf = (callback: HookCallback): Seat => {
    const known = made.get(callback);
    if (known !== undefined) return known.seat;
    const fresh = takeSeat(callback, deps);
    made.set(callback, fresh);
    return fresh.seat;
  };
  const seats = (hook: HookName): readonly Seat[] =>
    callbacks()
      .filter((callback) => callback.hook === hook)
      .map(seatOf);
  return {
    seats,
    tell: (hook, payload) => {
      const listeners = seats(hook);
      if (listeners.length === 0) return;
      const told = payload();
      for (const seat of listeners) seat.tell(told);
    },
    settled: async (ms) => {
      using deadline = deps.clock.deadline(ms, neverAborted);
      const late = new Promise<void>((stop) => {
        deadline.signal.addEventListener("abort", () => stop(), { once: true });
      });
      await Promise.race([Promise.all([...made.values()].map(({ queue }) => queue.settled())), late]);
    },
  };
}

function takeSeat(callback: HookCallback, deps: RunnerDeps): { readonly seat: Seat; readonly queue: BoundedQueue } {
  const { owner, hook } = callback;
  let failures = 0;
  const isOff = (): boolean => failures >= mostFailures;
  const ask = async (payload: unknown, signal: AbortSignal = neverAborted): Promise<Opinion> => {
    if (signal.aborted) return { kind: "silent" };
    if (isOff())
      return callback.options.failClosed === true ? { kind: "failed", why: say.hookOff } : { kind: "silent" };
    const opinion = await called(callback, payload, signal, deps);
    if (opinion.kind !== "failed") {
      failures = 0;
      return opinion;
    }
    failures += 1;
    deps.log("warning", "hook.failed", { owner, hook, error: opinion.why, in_a_row: failures });
    if (failures === mostFailures) deps.notice(say.hookDisabled(owner, hook, opinion.why));
    return opinion;
  };
  const dropped = (): void => deps.log("debug", "hook.dropped", { owner, hook });
  const queue = boundedQueue(async (payload) => void (await ask(payload)), { later: deps.later, dropped });
  return { seat: { ...callback, ask, tell: (payload) => isOff() || queue.push(payload) }, queue };
}

async function called(
  callback: HookCallback,
  payload: unknown,
  signal: AbortSignal,
  { clock, watch }: RunnerDeps,
): Promise<Opinion> {
  const { owner, hook, options, call } = callback;
  const limitMs = options.timeoutMs ?? longestMs;
  using deadline = clock.deadline(limitMs, signal);
  const over = new Promise<Opinion>((stop) => {
    const end = (): void =>
      stop(deadline.expired() ? { kind: "failed", why: say.hookLate(limitMs / 1_000) } : { kind: "silent" });
    deadline.signal.addEventListener("abort", end, { once: true });
  });
  const work = async (): Promise<Opinion> => {
    const copy: unknown = structuredClone(payload); // theirs to change
    const value = await watch.run(`${owner}, hook ${hook}`, () => call(copy, deadline.signal));
    return value === undefined || value === null ? { kind: "silent" } : { kind: "said", value };
  };
  return await Promise.race([work().catch(thrown), over]);
}

function thrown(error: unknown): Opinion {
  return { kind: "failed", why: reasonOf(error) };
}

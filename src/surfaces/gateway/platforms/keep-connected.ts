import type { Clock, Rng } from "../../../domain/clock.ts";
import type { Log } from "../../../domain/log.ts";
import type { Platform } from "../../../domain/platform.ts";
import { gatewayPlatformsPhrases as say } from "../../../text/phrases/gateway-platforms.ts";
import type { ConnectionState, PlatformStatus } from "./connection-state.ts";
import { guardedLink, type Loss, type PlatformEar, reasonOf } from "./guarded-link.ts";
import { within, type WorkEnd } from "./within.ts";

const connectMs = 30_000;
const disconnectMs = 5_000;
const steadyMs = 60_000; // a connection that lasted so long was a good one: the next failure counts as the first
const waits = { shortest: 5_000, longest: 60_000, spread: 0.25 } as const;

export type KeepParts = {
  /** `gateway.platforms.<name>.extra`. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly ear: PlatformEar;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  /** For the person, in one line. */
  readonly tell: (line: string) => void;
  readonly signal: AbortSignal;
  /** Each time it is. */
  readonly onConnected?: (platform: string) => void;
};

export type KeptPlatform = {
  readonly platform: Platform;
  readonly status: () => PlatformStatus;
  /** Resolves when the first attempt is over, however it ended. */
  readonly tried: Promise<void>;
  /** Resolves when it is given up; never, where it is tried again. */
  readonly givenUp: Promise<void>;
  /** Ends the connection; resolves when the platform has let go, or had its time to. */
  readonly close: () => Promise<void>;
};

/** One platform over its life: connected, and connected again. Nothing it does reaches whoever called this. */
export function keepConnected(platform: Platform, parts: KeepParts): KeptPlatform {
  const life = new Life(platform, parts);
  return {
    platform,
    status: () => ({ name: platform.name, label: labelOf(platform), state: life.state }),
    tried: life.tried.promise,
    givenUp: life.givenUp.promise,
    close: () => life.close(),
  };
}

export function labelOf({ name, label }: Platform): string {
  return label ?? name;
}

type ConnectionEnd = { readonly kind: "stopped" } | ({ readonly kind: "lost" } & Loss);

class Life {
  state: ConnectionState = { kind: "connecting" };
  readonly tried = Promise.withResolvers<void>();
  readonly givenUp = Promise.withResolvers<void>();
  readonly #platform: Platform;
  readonly #parts: KeepParts;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #ended: Promise<void>;
  #failures = 0;
  #lastedMs = 0; // the connection before
  #saidUp = false;

  constructor(platform: Platform, parts: KeepParts) {
    this.#platform = platform;
    this.#parts = parts;
    this.#signal = AbortSignal.any([parts.signal, this.#stop.signal]);
    this.#ended = this.#live();
  }

  close(): Promise<void> {
    this.#stop.abort();
    return this.#ended;
  }

  async #live(): Promise<void> {
    for (;;) {
      const end = await this.#connection();
      await this.#leave();
      if (end.kind === "stopped") break;
      if (!end.retryable) return this.#giveUp(end.reason);
      if (!(await this.#waited(end.reason))) break;
    }
    this.state = { kind: "closed" };
    this.tried.resolve();
  }

  /** From the first step of connecting until it is over, for whatever reason. */
  async #connection(): Promise<ConnectionEnd> {
    const { settings, ear, log, clock } = this.#parts;
    const { name } = this.#platform;
    const gone = Promise.withResolvers<ConnectionEnd>();
    const stopped = (): void => gone.resolve({ kind: "stopped" });
    if (this.#signal.aborted) return { kind: "stopped" };
    this.#signal.addEventListener("abort", stopped, { once: true });
    const lost = (loss: Loss): void => gone.resolve({ kind: "lost", ...loss });
    const { link, cut } = guardedLink({ name, settings, log, ear, lost });
    this.state = { kind: "connecting" };
    this.#lastedMs = 0;
    try {
      const attempt = within({ clock, ms: connectMs, signal: this.#signal }, (signal) =>
        this.#platform.connect(link, signal),
      );
      const end = await Promise.race([gone.promise, attempt.then(failureOf)]);
      if (end !== null) return end;
      this.#isConnected();
      const connectedAtMs = clock.now();
      const why = await gone.promise;
      this.#lastedMs = clock.now() - connectedAtMs;
      return why;
    } finally {
      cut();
      this.#signal.removeEventListener("abort", stopped);
    }
  }

  #isConnected(): void {
    const { clock, log, tell } = this.#parts;
    this.state = { kind: "connected", sinceMs: clock.now() };
    log("info", "platform.connected", { platform: this.#platform.name });
    if (!this.#saidUp) tell(say.connected(labelOf(this.#platform)));
    this.#saidUp = true;
    this.tried.resolve();
    this.#parts.onConnected?.(this.#platform.name);
  }

  /** After every connection, also one that failed or was lost: what is left of it is the platform's to put away. */
  async #leave(): Promise<void> {
    const { clock, log } = this.#parts;
    if (this.state.kind === "connected") this.state = { kind: "connecting" }; // it is no longer
    const { signal } = new AbortController(); // our own stop must not cut its farewell short
    const end = await within({ clock, ms: disconnectMs, signal }, () => this.#platform.disconnect());
    if (end.kind === "done") return;
    const error = end.kind === "failed" ? reasonOf(end.error) : end.kind;
    log("warning", "platform.disconnect_failed", { platform: this.#platform.name, error });
  }

  /** False: it is to end instead. */
  async #waited(reason: string): Promise<boolean> {
    const { clock, log, rng, tell } = this.#parts;
    this.#failures = this.#lastedMs >= steadyMs ? 1 : this.#failures + 1;
    const waitMs = pauseAfter(this.#failures, rng);
    this.state = { kind: "waiting", untilMs: clock.now() + waitMs, reason };
    const { name } = this.#platform;
    log("warning", "platform.failed", { platform: name, error: reason, in_a_row: this.#failures, wait_ms: waitMs });
    if (this.#failures === 1) {
      tell(say.failing(labelOf(this.#platform), reason, Math.round(waitMs / 1_000)));
      this.#saidUp = false;
    }
    this.tried.resolve();
    try {
      await clock.sleep(waitMs, this.#signal);
      return true;
    } catch {
      return false; // told to stop
    }
  }

  #giveUp(reason: string): void {
    const { log, tell } = this.#parts;
    this.state = { kind: "given-up", reason };
    log("error", "platform.given_up", { platform: this.#platform.name, error: reason });
    tell(say.givenUp(labelOf(this.#platform), reason));
    this.tried.resolve();
    this.givenUp.resolve();
  }
}

/** Null: it is connected. */
function failureOf(end: WorkEnd): ConnectionEnd | null {
  switch (end.kind) {
    case "done":
      return null;
    case "failed":
      return { kind: "lost", reason: reasonOf(end.error), retryable: true };
    case "late":
      return { kind: "lost", reason: say.connectLate(connectMs / 1_000), retryable: true };
    case "stopped":
      return { kind: "stopped" };
  }
}

/** Doubles from the shortest to the longest, with some chance, so that many do not come back in the same moment. */
function pauseAfter(failures: number, rng: Rng): number {
  const { shortest, longest, spread } = waits;
  const middle = Math.min(longest, shortest * 2 ** Math.min(failures - 1, 10));
  return rng.between(Math.max(shortest, middle * (1 - spread)), Math.min(longest, middle * (1 + spread)));
}

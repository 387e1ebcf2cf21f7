import type { Clock, Deadline } from "../../../domain/clock.ts";
import type { AgentEvent } from "../../../domain/event.ts";
import type { GatewayLimits, PlatformSettings } from "../gateway-settings.ts";

type Watched = {
  readonly clock: Clock;
  readonly limits: Pick<GatewayLimits, "inactivityMs" | "stillWorkingMs">;
  /** What of a turn can be seen in the chat; absent: its answer alone. */
  readonly display: PlatformSettings["display"] | undefined;
  readonly onInactive: () => void;
  readonly onLong: () => void;
};

const never = new AbortController().signal;

/** Notices a turn from which nothing comes, and one of which nothing was seen for long. Waiting for a person is neither. */
export class TurnWatch implements Disposable {
  readonly #watched: Watched;
  #quiet: Deadline | null = null;
  #unseen: Deadline | null = null;
  #wasTold = false;

  constructor(watched: Watched) {
    this.#watched = watched;
    this.#start();
  }

  hear(event: AgentEvent): void {
    if (event.type === "wait.noticed") return; // it says that nothing comes
    this.#quiet?.extend();
    if (isSeen(event, this.#watched.display)) this.#unseen?.extend();
  }

  pause(isPaused: boolean): void {
    this[Symbol.dispose]();
    if (!isPaused) this.#start();
  }

  [Symbol.dispose](): void {
    this.#quiet?.[Symbol.dispose]();
    this.#unseen?.[Symbol.dispose]();
    this.#quiet = this.#unseen = null;
  }

  #start(): void {
    const { limits, onInactive, onLong } = this.#watched;
    this.#quiet = this.#after(limits.inactivityMs, onInactive);
    if (this.#wasTold) return;
    this.#unseen = this.#after(limits.stillWorkingMs, () => {
      this.#wasTold = true;
      onLong();
    });
  }

  #after(ms: number, act: () => void): Deadline | null {
    if (ms <= 0) return null;
    const deadline = this.#watched.clock.deadline(ms, never);
    deadline.signal.addEventListener("abort", act, { once: true });
    return deadline;
  }
}

function isSeen(event: AgentEvent, display: PlatformSettings["display"] | undefined): boolean {
  if (event.type === "text.delta") return display?.streaming === true;
  if (event.type !== "tool.started") return false;
  return display !== undefined && display.toolProgress !== "off" && display.toolProgress !== "log";
}

import type { TalkOpening, TalkWorld } from "../talk-world.ts";

export type OpenTalk = Extract<TalkOpening, { readonly kind: "opened" }>;

type Live = OpenTalk & { usedMs: number };

type Keeper = Pick<TalkWorld, "clock" | "log" | "settings" | "memoryIsShort"> & {
  /** Whether a turn runs in it, or is about to. */
  readonly isRunning: (sessionKey: string) => boolean;
};

const shortMemoryMs = 60_000; // used less recently than this, a session goes when memory is short

/**
 * Sessions stay open between the turns of a chat, so that prompt and tools keep their bytes. Those nobody used for long
 * are closed, and so are those used longest ago where there are too many; never one that works.
 */
export class LiveSessions {
  readonly #keeper: Keeper;
  readonly #live = new Map<string, Live>(); // used longest ago first
  readonly #opening = new Map<string, Promise<TalkOpening>>();
  readonly #closing = new Map<string, Promise<void>>();

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
  }

  /** Looking does not count as using. */
  peek(sessionKey: string): OpenTalk | null {
    return this.#live.get(sessionKey) ?? null;
  }

  /** What is open, or what `open` makes of it; one session is never open twice. */
  async use(sessionKey: string, open: () => Promise<TalkOpening>): Promise<TalkOpening> {
    const known = this.#live.get(sessionKey);
    if (known !== undefined) return this.#keep(sessionKey, known);
    const begun = this.#opening.get(sessionKey) ?? this.#open(sessionKey, open);
    this.#opening.set(sessionKey, begun);
    return begun.finally(() => this.#opening.delete(sessionKey));
  }

  async #open(sessionKey: string, open: () => Promise<TalkOpening>): Promise<TalkOpening> {
    await this.#closing.get(sessionKey);
    const opening = await open();
    return opening.kind === "refused" ? opening : this.#keep(sessionKey, opening);
  }

  /** Closed without anybody waiting for it. */
  drop(sessionKey: string): void {
    const live = this.#live.get(sessionKey);
    if (live === undefined) return;
    this.#live.delete(sessionKey);
    const closing = this.#close(live).finally(() => this.#closing.delete(sessionKey));
    this.#closing.set(sessionKey, closing);
  }

  /** Whether something would end with it. */
  hasWork(sessionKey: string): boolean {
    const live = this.#live.get(sessionKey);
    return live !== undefined && backgroundOf(live) > 0;
  }

  /** What was left alone for too long goes. */
  tidy(): void {
    const { clock, settings, memoryIsShort } = this.#keeper;
    const { idleSessionMs } = settings.limits;
    const nowMs = clock.now();
    const mostMs = memoryIsShort?.() === true ? shortMemoryMs : idleSessionMs;
    if (mostMs === 0) return;
    for (const [key, live] of this.#live)
      if (nowMs - live.usedMs >= mostMs && !this.#isAtWork(key, live)) this.drop(key);
  }

  async close(): Promise<void> {
    for (const key of this.#live.keys()) this.drop(key);
    await Promise.all(this.#closing.values());
  }

  #keep(sessionKey: string, opening: OpenTalk): OpenTalk {
    const live = { ...opening, usedMs: this.#keeper.clock.now() };
    this.#live.delete(sessionKey);
    this.#live.set(sessionKey, live);
    const { liveSessions } = this.#keeper.settings.limits;
    for (const [key, other] of this.#live) {
      if (liveSessions === 0 || this.#live.size <= liveSessions) break;
      if (key !== sessionKey && !this.#isAtWork(key, other)) this.drop(key);
    }
    return live;
  }

  #isAtWork(sessionKey: string, live: OpenTalk): boolean {
    return backgroundOf(live) > 0 || this.#keeper.isRunning(sessionKey);
  }

  async #close({ session }: OpenTalk): Promise<void> {
    try {
      await session.close();
    } catch (error) {
      this.#keeper.log("error", "gateway.session_not_closed", { error: String(error) });
    }
  }
}

function backgroundOf({ shell, background }: OpenTalk): number {
  return shell.background().length + (background?.list().length ?? 0);
}

import type { SessionWish } from "../../../commands/slash/slash-command.ts";
import type { InboundMessage, Route } from "../../../domain/gateway-ledger.ts";
import type { BackgroundNews } from "../../../session/background-sessions.ts";
import type { TalkOpening, TalkWish, TalkWorld } from "../talk-world.ts";
import type { LiveSessions, OpenTalk } from "./live-sessions.ts";
import { resetDue, type ResetReason } from "./reset-due.ts";

type SeatParts = {
  readonly sessionKey: string;
  readonly world: TalkWorld;
  readonly live: LiveSessions;
  /** Background processes have news and no turn runs. */
  readonly onNotice: (talk: OpenTalk) => void;
  readonly onBackground: (news: BackgroundNews, talk: OpenTalk) => void;
};

const unknownRoute: Route = { sessionId: null, lastActivityMs: 0, resumePendingMs: null, address: null };

/** Which session a chat talks to: kept in its route, opened when it is needed. */
export class SessionSeat {
  readonly #parts: SeatParts;
  #reset: ResetReason | null = null; // to be told with the next message
  #madeOf: string | null = null; // the signature of the session that is open

  constructor(parts: SeatParts) {
    this.#parts = parts;
  }

  get route(): Route {
    return this.#parts.world.ledger.routes.get(this.#parts.sessionKey) ?? unknownRoute;
  }

  /** Null: it is not open. */
  get open(): OpenTalk | null {
    return this.#parts.live.peek(this.#parts.sessionKey);
  }

  take(message: InboundMessage): Promise<TalkOpening> {
    const { live, sessionKey } = this.#parts;
    return live.use(sessionKey, () => this.#make({ sessionKey, sessionId: this.#storedId(), message }));
  }

  /** Before a turn: a session made of settings that have changed is opened anew, with its stored prompt. */
  async renew(message: InboundMessage): Promise<void> {
    const { world, live, sessionKey } = this.#parts;
    const now = (await world.signature?.(message)) ?? null;
    const isOther = this.open !== null && this.#madeOf !== now;
    if (isOther && live.hasWork(sessionKey)) return; // what it has begun would end with it
    if (isOther && this.#madeOf !== null) live.drop(sessionKey);
    this.#madeOf = now;
  }

  async keep(change: Partial<Route>): Promise<void> {
    const { world, sessionKey } = this.#parts;
    await world.ledger.routes.set(sessionKey, { ...this.route, ...change });
  }

  /** Another session from now on; the one before is closed. */
  async replace(wish: SessionWish, message: InboundMessage): Promise<TalkOpening | null> {
    const { live, sessionKey } = this.#parts;
    if (wish.kind === "new") {
      await this.leave("new");
      return null;
    }
    const sessionId = wish.kind === "resume" ? wish.reference : wish.of;
    live.drop(sessionKey);
    const opening = await live.use(sessionKey, () =>
      this.#make({ sessionKey, sessionId, message, ...(wish.kind === "branch" ? { branch: true } : {}) }),
    );
    if (opening.kind === "opened") await this.keep({ sessionId: opening.session.info.sessionId });
    return opening;
  }

  /** The next message begins a new one. */
  async leave(reason: string): Promise<void> {
    const { world, live, sessionKey } = this.#parts;
    const sessionId = this.open?.session.info.sessionId ?? this.route.sessionId;
    live.drop(sessionKey);
    await this.keep({ sessionId: null, resumePendingMs: null });
    if (sessionId !== null) await world.store.sessions.end(sessionId, reason);
  }

  /** Leaves it where it rested too long or another day began. */
  async resetIfDue(platform: string): Promise<void> {
    const { clock, settings, timezone } = this.#parts.world;
    const policy = settings.platforms.get(platform)?.reset;
    if (policy === undefined) return;
    const hasProcesses = (this.open?.shell.background().length ?? 0) > 0;
    const reason = resetDue(policy, { route: this.route, nowMs: clock.now(), timezone, hasProcesses });
    if (reason === null) return;
    await this.leave(reason);
    this.#reset = reason;
  }

  /** The same before a message, and why the last session is over, once. */
  async resetBefore(platform: string): Promise<ResetReason | null> {
    await this.resetIfDue(platform);
    const reason = this.#reset;
    this.#reset = null;
    return reason;
  }

  /** Something the next message has to be told. */
  get hasNews(): boolean {
    return this.#reset !== null;
  }

  /** A session that never came to its first turn is no session. */
  #storedId(): string | null {
    const { sessionId } = this.route;
    return sessionId === null || this.#parts.world.store.sessions.get(sessionId) === null ? null : sessionId;
  }

  async #make(wish: TalkWish): Promise<TalkOpening> {
    const { world, onNotice, onBackground } = this.#parts;
    const opening = await world.open(wish);
    if (opening.kind === "refused") return opening;
    opening.session.onNotice(() => onNotice(opening));
    opening.background?.on((news) => onBackground(news, opening));
    return opening;
  }
}

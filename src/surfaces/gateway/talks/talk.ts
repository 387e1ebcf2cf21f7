import { isSlash } from "../../../commands/slash/find-command.ts";
import type { SessionWish } from "../../../commands/slash/slash-command.ts";
import type { InboundMessage, InboxId } from "../../../domain/gateway-ledger.ts";
import type { ReasoningSetting } from "../../../domain/model-client.ts";
import type { ButtonPress } from "../../../domain/platform.ts";
import type { TurnResult } from "../../../domain/turn.ts";
import type { BackgroundNews } from "../../../session/background-sessions.ts";
import type { TurnInput } from "../../../session/turn-input.ts";
import { gatewayTalksPhrases as say } from "../../../text/phrases/gateway-talks.ts";
import type { Arrival, ChatPerson } from "../arrival.ts";
import type { ChatVoice } from "../chat-voice.ts";
import type { TalkOpening, TalkSession } from "../talk-world.ts";
import { askForBackground, backgroundLines } from "./background-news.ts";
import { commandSaid, isUrgent } from "./command-said.ts";
import type { Common } from "./common.ts";
import type { OpenTalk } from "./live-sessions.ts";
import { Questions } from "./open-question.ts";
import { nameSession } from "./name-session.ts";
import { pursueGoal } from "./pursue-goal.ts";
import { SessionSeat } from "./session-seat.ts";
import { takeTurn } from "./take-turn.ts";
import { TalkTurn } from "./talk-turn.ts";
import { leftOf, takeNext, type Waiting } from "./waiting.ts";
import { wordsOf } from "./words-of.ts";

/** One conversation in a chat: one turn at a time, the rest waits behind it. */
export class Talk {
  readonly sessionKey: string;
  readonly common: Common;
  readonly questions: Questions;
  readonly seat: SessionSeat;
  /** How hard the model thinks from the next turn on; null: as the settings say. */
  reasoning: ReasoningSetting | null = null;
  /** The title the session gets with its first turn. */
  wantedTitle: string | null = null;
  #waiting: readonly Waiting[] = [];
  #turn: TalkTurn | null = null;
  #isWorking = false;
  #isPaused = false; // somebody stopped the turn: what waits stays until they speak again
  #gate: Promise<void> = Promise.resolve(); // another session is being taken
  #last: { readonly message: InboundMessage; readonly person: ChatPerson };

  constructor(sessionKey: string, common: Common, first: { message: InboundMessage; person: ChatPerson }) {
    this.sessionKey = sessionKey;
    this.common = common;
    this.#last = first;
    const { world, live } = common;
    this.questions = new Questions({
      clock: world.clock,
      voice: () => this.voice(),
      onWaiting: (isWaiting) => this.#turn?.onWaiting(isWaiting),
    });
    const onNotice = (talk: OpenTalk): void => this.#hearNotice(talk);
    const onBackground = (news: BackgroundNews, talk: OpenTalk): void => this.#hearBackground(news, talk);
    this.seat = new SessionSeat({ sessionKey, world, live, onNotice, onBackground });
  }

  get turn(): TalkTurn | null {
    return this.#turn;
  }

  get isBusy(): boolean {
    return this.#isWorking || this.#turn !== null;
  }

  get queue(): readonly string[] {
    return this.#waiting.map(({ message }) => message.text);
  }

  /** Where it speaks: where it was spoken to last. */
  voice(): ChatVoice | null {
    const { platform, chatId, threadId } = this.#last.message;
    return this.common.world.voiceIn(platform, { chatId, threadId });
  }

  async say(text: string): Promise<void> {
    await this.voice()?.say(text);
  }

  /** A new message. What breaks in here is told here and breaks nothing else. */
  arrive(arrival: Arrival): void {
    const { person, message, rows } = arrival;
    if (isSlash(message.text)) return this.#command(arrival);
    const reading = this.questions.read(person, message.text, message.userName ?? message.userId);
    if (reading !== "none") return this.guard(() => this.settle(rows));
    if (this.common.isDraining()) return; // it stays in the inbox
    this.#last = arrival;
    this.take({ rows, message, person, input: null });
  }

  #command(arrival: Arrival): void {
    if (this.common.isDraining() && !isUrgent(arrival.message.text)) return;
    this.#last = arrival;
    this.guard(async () => {
      try {
        await commandSaid(this, arrival);
      } catch (error) {
        await this.settle(arrival.rows); // it would break again
        throw error;
      }
    });
  }

  press(press: ButtonPress, person: ChatPerson): boolean {
    return this.questions.press(press, person);
  }

  /** Something to be answered: now, behind the turn that runs, or instead of it. */
  take(waiting: Waiting): void {
    const turn = this.#turn;
    if (turn === null) return this.add(waiting);
    const { person, message } = waiting;
    const { busyMode } = this.common.world.settings;
    const mode = turn.mayStop(person) && !(busyMode === "steer" && message.media.length > 0) ? busyMode : "queue";
    if (mode === "steer" && turn.steer(wordsOf(message, this.common.world), waiting.rows))
      return this.#acknowledge(turn, "steer");
    this.#waiting = [...this.#waiting, waiting];
    if (mode === "interrupt") turn.interrupt("message", null);
    this.#acknowledge(turn, mode === "interrupt" ? "interrupt" : "queue");
  }

  /** Behind everything else, or first of all. */
  add(waiting: Waiting, isFirst = false): void {
    this.#waiting = isFirst ? [waiting, ...this.#waiting] : [...this.#waiting, waiting];
    this.#isPaused = false;
    this.guard(() => this.#work());
  }

  /** A person's wish to stop. What waits is answered after their next message. */
  stop(): void {
    this.questions.withdraw("command");
    this.#isPaused = true;
    const { length } = this.#waiting;
    const line = length === 0 ? say.stopped : say.stoppedWaiting(length);
    if (this.#turn === null) this.guard(() => this.say(line));
    else this.#turn.interrupt("stop", line);
  }

  /** Another session; a turn that runs is over first. */
  async switchTo(wish: SessionWish, message: InboundMessage): Promise<TalkOpening | null> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#gate = promise;
    try {
      const turn = this.#turn;
      turn?.interrupt("stop", null);
      await turn?.over;
      return await this.seat.replace(wish, message);
    } finally {
      resolve();
    }
  }

  /** Nothing new begins; what waits stays in the inbox. */
  holdBack(): void {
    this.#waiting = [];
    this.questions.withdraw("command");
  }

  /** The gateway ends: the turn goes on after the restart. */
  async cutOff(): Promise<void> {
    const turn = this.#turn;
    if (turn === null) return;
    await this.seat.keep({ resumePendingMs: this.common.world.clock.now() });
    if (this.#turn === turn) turn.interrupt("drain", null);
    else await this.seat.keep({ resumePendingMs: null }); // it was done meanwhile
  }

  isIn(platform: string, { chatId }: ButtonPress): boolean {
    return this.#last.message.platform === platform && this.#last.message.chatId === chatId;
  }

  /** Nothing would be lost without it. */
  get isForgettable(): boolean {
    const isQuiet = !this.isBusy && this.#waiting.length === 0 && !this.questions.isWaiting;
    return isQuiet && this.seat.open === null && !this.seat.hasNews && this.wantedTitle === null;
  }

  /** A session that is open and whose time is over ends; the next message is told. */
  async rest(): Promise<void> {
    if (!this.isBusy && this.seat.open !== null) await this.seat.resetIfDue(this.#last.message.platform);
  }

  async settle(rows: readonly InboxId[]): Promise<void> {
    if (rows.length > 0) await this.common.world.ledger.inbox.settle(rows, "done");
  }

  /** Work that nobody waits for. */
  guard(work: () => Promise<void>): void {
    void work().catch((error: unknown) => this.#broke(error));
  }

  #acknowledge(turn: TalkTurn, mode: keyof typeof say.acknowledged): void {
    if (turn.hasAcknowledged) return;
    turn.hasAcknowledged = true;
    this.guard(() => this.say(say.acknowledged[mode]));
  }

  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    try {
      while (this.#waiting.length > 0 && !this.#isPaused) {
        using slot = await this.common.slots.take();
        await this.#gate;
        const next = this.#next();
        if (next === null) break;
        await this.#answer(next);
        slot[Symbol.dispose]();
      }
    } finally {
      this.#isWorking = false;
    }
  }

  #next(): Waiting | null {
    if (this.#isPaused || this.common.isDraining()) return null;
    const [next, rest] = takeNext(this.#waiting);
    this.#waiting = rest;
    return next;
  }

  async #answer(waiting: Waiting): Promise<void> {
    const turn = new TalkTurn(waiting);
    this.#turn = turn;
    try {
      await this.#runTurn(turn);
    } catch (error) {
      await this.#broke(error);
      await this.settle([...waiting.rows, ...turn.steered]).catch((cause: unknown) => this.#log(cause));
    } finally {
      this.#turn = null;
      turn.end();
    }
  }

  async #runTurn(turn: TalkTurn): Promise<void> {
    const { message, rows, input } = turn.waiting;
    const { world } = this.common;
    const chat = { chatId: message.chatId, threadId: message.threadId };
    const voice = world.voiceIn(message.platform, chat);
    if (voice === null) return world.log("warning", "gateway.no_voice", { platform: message.platform });
    if (rows.length > 0) await world.ledger.inbox.claim(rows);
    const reset = input === null ? await this.seat.resetBefore(message.platform) : null;
    if (reset !== null) await voice.say(say.reset[reset]);
    await this.seat.renew(message);
    const opening = await this.seat.take(message);
    if (opening.kind === "refused") {
      await voice.say(say.notOpened(opening.message));
      return this.settle(rows);
    }
    const { session } = opening;
    turn.begin(session);
    const address = { platform: message.platform, chat };
    await this.seat.keep({ sessionId: session.info.sessionId, lastActivityMs: world.clock.now(), address });
    const { sessionKey, questions, reasoning } = this;
    const result = await takeTurn({ world, sessionKey, voice, session, questions, turn, reasoning });
    await this.#after(turn, session, result, voice);
  }

  async #after(turn: TalkTurn, session: TalkSession, result: TurnResult | null, voice: ChatVoice): Promise<void> {
    if (turn.cut === "drain" && result?.interrupted !== false) return; // it goes on after the restart
    const { waiting, cut, wasSent } = turn;
    if (!wasSent && cut === "message") return void (this.#waiting = [waiting, ...this.#waiting]);
    if (!wasSent && turn.cutLine !== null) await voice.say(turn.cutLine);
    const { sessionId } = session.info; // another one after a compression
    await this.seat.keep({ sessionId, lastActivityMs: this.common.world.clock.now(), resumePendingMs: null });
    await nameSession(this, sessionId);
    const { settled, unheard } = leftOf(turn, result);
    await this.settle(settled);
    this.#waiting = [...unheard, ...this.#waiting];
    if (this.#waiting.length === 0) await this.#goOn(turn, session, result, voice);
  }

  /** Nobody waits: there may be news that came when the turn could not take them, or a goal. */
  async #goOn(turn: TalkTurn, session: TalkSession, result: TurnResult | null, voice: ChatVoice): Promise<void> {
    const input = session.takeNotice() ?? (await pursueGoal(session, result, voice));
    if (input === null || this.#waiting.length > 0) return; // somebody spoke meanwhile: it is judged again after that
    this.#waiting = [{ ...turn.waiting, rows: [], input }];
  }

  #hearNotice({ session }: OpenTalk): void {
    if (this.isBusy || this.common.isDraining()) return; // a turn takes the news along, or is followed by them
    const input: TurnInput | null = session.takeNotice();
    if (input !== null) this.add({ ...this.#last, rows: [], input });
  }

  #hearBackground(news: BackgroundNews, { background }: OpenTalk): void {
    if (news.kind !== "asked") return this.guard(() => this.say(backgroundLines(news).join("\n")));
    if (background !== undefined) askForBackground(this.questions, news, background, this.#last);
  }

  async #broke(error: unknown): Promise<void> {
    this.#log(error);
    await this.say(say.broke(error instanceof Error ? error.message : String(error)));
  }

  #log(error: unknown): void {
    const { log } = this.common.world;
    const what = error instanceof Error ? error.stack : String(error);
    log("error", "gateway.talk_crashed", { sessionKey: this.sessionKey, error: what });
  }
}

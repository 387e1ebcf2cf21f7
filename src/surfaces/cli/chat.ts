import { isSlash } from "../../commands/slash/find-command.ts";
import type { SlashWorld } from "../../commands/slash/slash-command.ts";
import type { ReasoningSetting } from "../../domain/model-client.ts";
import type { PersonShell } from "../../domain/person-shell.ts";
import type { TurnResult } from "../../domain/turn.ts";
import type { TurnInput } from "../../session/turn-input.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { type EnterMoment, onEnter } from "./busy-enter.ts";
import type { ChatOpening, ChatSession, ChatWorld } from "./chat-world.ts";
import { Chooser } from "./chooser.ts";
import { pursueGoal, showGoal } from "./pursue-goal.ts";
import { knownOf, weightOf } from "./known-of.ts";
import { recapOf } from "./recap.ts";
import { type Action, reduce } from "./reduce.ts";
import { isShellEscape, ShellEscape } from "./input/shell-escape.ts";
import { withPictures } from "./input/with-pictures.ts";
import { type Block, newScreen, type Screen, type Waiting } from "./screen.ts";
import { slashTyped } from "./slash-typed.ts";
import { noHands, type ViewHands } from "./view-hands.ts";

type Opened = Omit<Extract<ChatOpening, { kind: "opened" }>, "kind">;
export type Question = TurnInput & { readonly shown: string };

/** A conversation and the screen it makes: what was typed goes in, the screen comes out. It knows no terminal. */
export class Chat {
  readonly chooser: Chooser;
  readonly escape: ShellEscape;
  /** Whether destructive commands ask first. */
  confirms: boolean;
  /** The conversation goes when the person does. */
  deletes = false;
  hands: ViewHands = noHands;
  readonly #world: ChatWorld;
  readonly #leaving = Promise.withResolvers<number>();
  readonly #stop = new AbortController();
  #opened: Opened;
  #screen: Screen;
  #changed: () => void = () => undefined;
  #isRunning = false;
  #isPaused = false; // the person stopped the turn: what waits stays until they speak again
  #before: EnterMoment["before"] = null;
  #deaf: () => void = () => undefined;
  #idle: Promise<void> = Promise.resolve();
  #reasoning: ReasoningSetting | null = null; // null: as the settings say
  #wantedTitle: string | null = null; // a session has no row to be named before its first turn

  constructor(world: ChatWorld, opened: Opened) {
    this.#world = world;
    this.confirms = world.settings.confirms;
    this.#opened = opened;
    this.#screen = this.#begin(opened);
    this.escape = new ShellEscape(this);
    this.chooser = new Chooser(
      (action) => this.dispatch(action),
      (id, choice) => this.session.answer(id, choice),
    );
  }

  get screen(): Screen {
    return this.#screen;
  }

  get session(): ChatSession {
    return this.#opened.session;
  }

  get shell(): PersonShell {
    return this.#opened.shell;
  }

  get world(): ChatWorld & { readonly slash: SlashWorld } {
    return { ...this.#world, slash: this.#opened.world };
  }

  /** How many processes and sessions run in the background. */
  get running(): number {
    return this.#opened.shell.background().length + (this.#world.background?.list().length ?? 0);
  }

  get isBusy(): boolean {
    return this.#isRunning;
  }

  /** Resolves with the exit code when the person leaves. */
  get left(): Promise<number> {
    return this.#leaving.promise;
  }

  /** Resolves when no turn runs and none waits. */
  get idle(): Promise<void> {
    return this.#idle;
  }

  /** How hard the model thinks from the next turn on. */
  think(reasoning: ReasoningSetting): void {
    this.#reasoning = reasoning;
  }

  /** The title the session gets with its first turn. */
  nameLater(title: string): void {
    this.#wantedTitle = title;
  }

  onChange(listener: () => void): void {
    this.#changed = listener;
  }

  dispatch(action: Action): void {
    const before = this.#screen;
    this.#screen = reduce(before, action, this.#world.clock.now());
    if (this.#screen !== before) this.#changed();
  }

  show(block: Block): void {
    this.dispatch({ type: "shown", block });
  }

  notice(level: "info" | "warning" | "error", text: string): void {
    this.show({ kind: "notice", level, text });
  }

  /** What the person entered. A command that breaks is told and breaks nothing else. */
  async submit(text: string): Promise<void> {
    try {
      await this.#enter(text);
    } catch (error) {
      this.notice("error", this.#logged("chat.command_crashed", error));
    }
  }

  async #enter(text: string): Promise<void> {
    const nowMs = this.#world.clock.now();
    const { busyMode: mode, pictures } = this.#screen;
    const hasPictures = pictures.length > 0;
    const act = onEnter({ text, hasPictures, isBusy: this.#isRunning, mode, before: this.#before, nowMs });
    if (act === "ignore") return;
    this.#before = { text, atMs: nowMs };
    if (isSlash(text)) return slashTyped(this, text);
    if (isShellEscape(text)) return this.escape.run(text);
    this.dispatch({ type: "detached", which: "all" });
    switch (act) {
      case "send":
        return this.send(text, pictures);
      case "queue":
        return this.dispatch({ type: "queued", text, pictures, first: false });
      case "interrupt":
        this.dispatch({ type: "queued", text, pictures, first: true });
        return this.interrupt(true);
      case "steer":
        if (this.session.steer(text)) return this.notice("info", say.steered(text));
        return this.dispatch({ type: "queued", text, first: false });
    }
  }

  /** One turn, and then those that wait. */
  async send(text: string, pictures: Waiting["pictures"] = []): Promise<void> {
    this.#isPaused = false;
    await this.#converse(withPictures({ text, pictures }));
  }

  /** A question that is more than its words. */
  async ask(input: TurnInput, shown: string): Promise<void> {
    this.#isPaused = false;
    await this.#converse({ ...input, shown });
  }

  /** A question whose words are not the person's: a skill's, for instance. */
  sendAs(content: string, shown: string): Promise<void> {
    return this.#converse({ content, shown });
  }

  /** Ends the running turn. What waits is sent next, or (a plain stop) with the person's next message. */
  interrupt(goesOn = false): void {
    if (this.escape.stop() || !this.#isRunning) return;
    this.#isPaused = !goesOn;
    this.dispatch({ type: "stopping" });
    this.session.interrupt();
    if (!goesOn && this.#screen.queue.length > 0) this.notice("info", say.queuePaused(this.#screen.queue.length));
  }

  leave(code: number): void {
    this.escape.stop();
    this.#stop.abort();
    this.#leaving.resolve(code);
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  cycleEdits(): void {
    this.session.approvals.cycleEdits();
    this.#refreshPermissions();
  }

  /** What a command may have changed about the session. */
  refresh(): void {
    this.#refreshPermissions();
    this.#refreshTitle();
    showGoal(this);
    this.#weigh();
  }

  /** The status bar shows the numbers that compression and limits go by. */
  #weigh(): void {
    this.dispatch({ type: "informed", info: this.session.info, weight: weightOf(this.session) });
  }

  #refreshPermissions(): void {
    const { edits, yolo } = this.session.approvals;
    this.dispatch({ type: "permissions", edits, yolo });
  }

  #refreshTitle(): void {
    this.dispatch({ type: "named", title: this.#titleOf(this.session) });
  }

  /** Goes on with another session; the one before is closed. */
  async replace(opened: Opened): Promise<void> {
    const before = this.#opened;
    this.#deaf();
    this.#opened = opened;
    const { finished, busyMode, reasoningView, toolView, showsStatusBar, showsTimes, pictures } = this.#screen;
    const next = this.#begin(opened);
    const kept = { busyMode, reasoningView, toolView, showsStatusBar, showsTimes, pictures };
    this.#screen = { ...next, ...kept, finished: [...finished, ...next.finished] };
    this.listen();
    this.#changed();
    this.tellMore();
    await before.session.close();
  }

  /** What the banner could not wait for, and what was said before. */
  tellMore(): void {
    const { settings, store } = this.#world;
    const { facts, isResumed, session } = this.#opened;
    const rest: readonly Block[] = [{ kind: "facts", facts: facts?.() ?? [] }, { kind: "help" }];
    const recap = isResumed && settings.showsRecap ? recapOf(store.sessions.history(session.info.sessionId)) : [];
    for (const block of [...(settings.quiet ? [] : rest), ...recap]) this.show(block);
  }

  /** Hears what background processes have to say while nobody asks. */
  listen(): void {
    const { session } = this;
    this.#deaf = session.onNotice(() => {
      const input = this.#isRunning ? null : session.takeNotice();
      if (input !== null && typeof input.content === "string") void this.sendAs(input.content, input.content);
    });
  }

  #begin({ session }: Opened): Screen {
    const { info, approvals } = session;
    const { store, settings, clock } = this.#world;
    const row = store.sessions.get(info.sessionId);
    const { edits, yolo } = approvals;
    const screen = newScreen(
      { ...settings.display, info, edits, yolo, ...knownOf(row), ...weightOf(session) },
      clock.now(),
    );
    const banner: readonly Block[] = settings.quiet ? [] : [{ kind: "banner", info, yolo, profile: settings.profile }];
    return { ...screen, finished: banner };
  }

  #titleOf({ info }: ChatSession): string | null {
    return this.#world.store.sessions.get(info.sessionId)?.title ?? null;
  }

  async #converse(first: Question): Promise<void> {
    if (this.#isRunning) return this.dispatch({ type: "queued", text: first.shown, first: false });
    this.#isRunning = true;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#idle = promise;
    try {
      for (let next: Question | null = first; next !== null;) {
        const result = await this.#takeTurn(next);
        next = this.#nextQueued() ?? (await pursueGoal(this, result)) ?? this.#nextQueued(); // judging took time
      }
    } finally {
      this.#isRunning = false;
      resolve();
      this.#changed();
    }
  }

  #nextQueued(): Question | null {
    const [next] = this.#screen.queue;
    if (next === undefined || this.#isPaused || this.signal.aborted) return null;
    this.dispatch({ type: "unqueued", end: "first" });
    return withPictures(next);
  }

  async #takeTurn({ shown, ...input }: Question): Promise<TurnResult | null> {
    this.dispatch({ type: "asked", text: shown });
    this.session.clearInterrupt(); // of a stop that came when the last turn was over already
    try {
      const turn = this.session.send(this.#reasoning === null ? input : { ...input, reasoning: this.#reasoning });
      for await (const event of turn.events) this.dispatch({ type: "event", event });
      const result = await turn.result;
      await this.#after(result);
      return result;
    } catch (error) {
      this.dispatch({ type: "broke", reason: say.failed(this.#logged("chat.turn_crashed", error)) });
      return null;
    }
  }

  /** One line for the person, the rest for the log. */
  #logged(event: string, error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error);
    this.#world.log("error", event, { error: error instanceof Error ? error.stack : reason });
    return reason;
  }

  async #after({ pending_steer: steer, session_id: id }: TurnResult): Promise<void> {
    if (this.#wantedTitle !== null) await this.#world.store.sessions.rename(id, this.#wantedTitle);
    this.#wantedTitle = null;
    this.#refreshTitle();
    this.#weigh();
    if (steer === null) return;
    this.notice("info", say.steerQueued(this.#isPaused));
    this.dispatch({ type: "queued", text: steer, first: true });
  }
}

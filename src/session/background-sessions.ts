import { watchChild, type ChildWatch } from "../agent/delegation/watch-child.ts";
import type { ApprovalSession, Question } from "../domain/approval.ts";
import type { Clock } from "../domain/clock.ts";
import type { SessionInfo } from "../domain/event.ts";
import type { Log } from "../domain/log.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { Session } from "./session.ts";

type WorkSession = Pick<Session, "info" | "approvals" | "send" | "steer" | "interrupt" | "answer" | "close">;

/** The conversation a session is started from: where it works and what it may do are taken over. */
export type Beginner = {
  readonly info: SessionInfo;
  readonly approvals: Pick<ApprovalSession, "mode" | "edits" | "yolo">;
};

type BackgroundOpening =
  | { readonly kind: "opened"; readonly session: WorkSession }
  | { readonly kind: "refused"; readonly message: string };

/** A session that works beside the conversation, as it stands now. */
export type BackgroundWork = {
  readonly id: string;
  readonly prompt: string;
  readonly sessionId: string;
  readonly activity: string;
  readonly startedMs: number;
  readonly tokens: number;
};

/** What whoever shows the conversation has to pass on. */
export type BackgroundNews =
  /** To be answered through `answer`; nobody waits any more once `over` has come. */
  | {
      readonly kind: "asked";
      readonly work: BackgroundWork;
      readonly question: Question;
      readonly over: AbortSignal;
    }
  | { readonly kind: "noticed"; readonly work: BackgroundWork; readonly text: string }
  | { readonly kind: "ended"; readonly work: BackgroundWork; readonly end: TurnResult | { readonly broke: string } };

type Running = {
  readonly session: WorkSession;
  readonly prompt: string;
  readonly startedMs: number;
  readonly watch: ChildWatch;
  readonly over: AbortController;
  readonly done: Promise<void>;
};

type Deps = {
  readonly open: (by: Beginner) => Promise<BackgroundOpening>;
  readonly clock: Clock;
  readonly log: Log;
};

const mostAtOnce = 8;

/** Sessions with one question each that run beside a conversation. They end with whoever holds them. */
export class BackgroundSessions {
  readonly #deps: Deps;
  readonly #running = new Map<string, Running>();
  readonly #listeners = new Set<(news: BackgroundNews) => void>();
  #count = 0;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  on(listener: (news: BackgroundNews) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves as soon as the session works; refused without a reason: too many work already. */
  async start(prompt: string, by: Beginner): Promise<BackgroundWork | { readonly refused: string | null }> {
    if (this.#running.size >= mostAtOnce) return { refused: null };
    const id = `bg${(this.#count += 1)}`;
    const opening = await this.#deps.open(by);
    if (opening.kind === "refused") return { refused: opening.message };
    const { session } = opening;
    const { approvals } = session;
    [approvals.mode, approvals.edits, approvals.yolo] = [by.approvals.mode, by.approvals.edits, by.approvals.yolo];
    this.#run(id, prompt, session);
    if (this.#isClosed) session.interrupt(); // the person left while it was being made
    return this.#view(id);
  }

  list(): readonly BackgroundWork[] {
    return [...this.#running.keys()].map((id) => this.#view(id));
  }

  steer(id: string, text: string): boolean {
    return this.#running.get(id)?.session.steer(text) ?? false;
  }

  stop(id: string): boolean {
    const running = this.#running.get(id);
    running?.session.interrupt();
    return running !== undefined;
  }

  answer(workId: string, questionId: string, choice: string | null): boolean {
    return this.#running.get(workId)?.session.answer(questionId, choice) ?? false;
  }

  /** Ends all of them and says which. */
  async stopAll(): Promise<readonly BackgroundWork[]> {
    const works = this.list();
    const running = [...this.#running.values()];
    for (const { session } of running) session.interrupt();
    await Promise.all(running.map(({ done }) => done));
    return works;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stopAll();
  }

  #run(id: string, prompt: string, session: WorkSession): void {
    const { clock } = this.#deps;
    const watch = watchChild({ id, index: 0, number: 0, goal: prompt, clock, tell: () => undefined });
    const over = new AbortController();
    const { promise: done, resolve } = Promise.withResolvers<void>();
    this.#running.set(id, { session, prompt, startedMs: clock.now(), watch, over, done });
    void this.#work(id, prompt, session)
      .catch((error: unknown) => ({ broke: error instanceof Error ? error.message : String(error) }))
      .then((end) => this.#finish(id, end))
      .finally(resolve);
  }

  async #work(id: string, prompt: string, session: WorkSession): Promise<TurnResult> {
    const { events, result } = session.send({ content: prompt });
    const heard = this.#hear(id, events);
    return result.finally(() => heard);
  }

  async #hear(id: string, events: ReturnType<WorkSession["send"]>["events"]): Promise<void> {
    const running = this.#running.get(id);
    for await (const event of events) {
      running?.watch.hear(event);
      const work = this.#view(id);
      if (event.type === "question.asked" && running !== undefined)
        this.#tell({ kind: "asked", work, question: event.question, over: running.over.signal });
      if (event.type === "notice.given" && event.level === "warning")
        this.#tell({ kind: "noticed", work, text: event.text });
    }
  }

  /** What was used is in the session's own row, and nowhere else. */
  async #finish(id: string, end: TurnResult | { readonly broke: string }): Promise<void> {
    const running = this.#running.get(id);
    const work = this.#view(id);
    running?.over.abort("the session is over");
    await running?.session.close().catch((error: unknown) => {
      this.#deps.log("error", "background.close_failed", { error: String(error) });
    });
    this.#running.delete(id);
    this.#tell({ kind: "ended", work, end });
  }

  #tell(news: BackgroundNews): void {
    for (const listener of this.#listeners) listener(news);
  }

  #view(id: string): BackgroundWork {
    const running = this.#running.get(id);
    if (running === undefined) throw new Error(`no background session ${id}`);
    const { session, prompt, startedMs, watch } = running;
    const tokens = watch.usage().total_tokens;
    return { id, prompt, sessionId: session.info.sessionId, activity: watch.activity(), startedMs, tokens };
  }
}

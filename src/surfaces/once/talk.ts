import type { Question } from "../../domain/approval.ts";
import type { AgentEvent } from "../../domain/event.ts";
import { type Content, textOf } from "../../domain/message.ts";
import type { TurnResult } from "../../domain/turn.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import type { AnswerSchema } from "../../text/answer-shape.ts";
import type { ClientLine } from "./client-input.ts";
import { type Circumstances, endingOf } from "./ending.ts";
import { Inbox } from "./inbox.ts";
import { reasonOf } from "./named-file.ts";
import type { OnceSession } from "./once-session.ts";
import type { Person } from "./person.ts";
import { pipedBlock } from "./prompt.ts";
import type { Reporter } from "./reporter.ts";
import type { Ending } from "./result-object.ts";
import type { StopWatch } from "./stop-watch.ts";
import { afterEvent, afterTurn, emptyTally, type Tally } from "./tally.ts";
import { withSkills } from "./with-skills.ts";

type Parts = {
  readonly session: OnceSession;
  readonly reporter: Reporter;
  readonly watch: StopWatch;
  readonly schema: AnswerSchema | null;
  /** Who is asked for permission, where somebody sits at the terminal. */
  readonly person: Person | null;
};

/** One session from its first message to its last: turns one after another, reported as they happen. */
export class Talk {
  readonly inbox = new Inbox();
  readonly #parts: Parts;
  #tally: Tally;
  readonly #unanswered = new Map<string, Question>(); // left to the client, who may leave without a word
  #running = false;
  #clientInterrupted = false;
  #stoppedBetweenTurns = false;
  #circumstances: Circumstances = { stop: null, clientInterrupted: false };

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#tally = emptyTally(parts.session.info);
  }

  get tally(): Tally {
    return this.#tally;
  }

  /** How the last turn ended; null when there was none. */
  get ending(): Ending | null {
    return this.#tally.last === null ? null : endingOf(this.#tally.last, this.#circumstances);
  }

  /** A stop came while the next message was awaited. */
  get stoppedBetweenTurns(): boolean {
    return this.#stoppedBetweenTurns;
  }

  /** Turns until the inbox is closed and empty. */
  async takeTurns(): Promise<void> {
    for (let content = await this.inbox.next(); content !== null; content = await this.inbox.next()) {
      await this.takeTurn(this.#tally.turns === 0 ? this.#instructed(content) : content, typedIn(content));
    }
  }

  /** Ends the running turn and takes no further message. */
  stop(): void {
    this.#stoppedBetweenTurns = !this.#running && this.inbox.isOpen;
    this.inbox.abandon();
    this.#parts.session.interrupt();
  }

  async takeTurn(content: Content, typed?: string): Promise<TurnResult> {
    const { session, reporter, watch } = this.#parts;
    this.#running = true;
    this.#clientInterrupted = false;
    reporter.asked(content);
    const asked = await withSkills(content, session, reporter, watch.signal);
    const turn = session.send({ content: asked, ...(typed === undefined ? {} : { referencesIn: typed }) });
    const [result] = await Promise.all([turn.result, this.#hearAll(turn.events)]);
    this.#running = false;
    this.#unanswered.clear();
    this.#circumstances = { stop: watch.stop, clientInterrupted: this.#clientInterrupted };
    this.#tally = afterTurn(this.#tally, result);
    for (const problem of result.cleanup_errors) reporter.notice("warning", oncePhrases.notSaved(problem));
    if (result.pending_steer !== null && watch.stop === null) this.inbox.pushFirst(result.pending_steer);
    return result;
  }

  /** What the client says while turns run. Its last word closes the inbox. */
  async attend(lines: AsyncIterable<ClientLine>): Promise<void> {
    try {
      for await (const line of lines) this.#obey(line);
    } catch (error) {
      if (this.#parts.watch.stop === null) this.#parts.reporter.notice("warning", reasonOf(error));
    }
    this.inbox.close();
    for (const { id, kind } of this.#unanswered.values()) this.#parts.session.answer?.(id, autoAnswers[kind]);
  }

  async #hearAll(events: AsyncIterable<AgentEvent>): Promise<void> {
    for await (const event of events) {
      this.#tally = afterEvent(this.#tally, event);
      if (event.type === "question.asked") this.#face(event.question);
      else this.#parts.reporter.event(event);
    }
  }

  /** Nobody sits here: a question is left to the client on stdin, or answered so that the turn can go on. */
  #face(question: Question): void {
    const { session, reporter, person } = this.#parts;
    if (person !== null && question.kind === "approval") return void this.#askHere(question, person);
    const answer = this.inbox.isOpen ? null : autoAnswers[question.kind];
    reporter.question(question, answer);
    if (answer !== null) session.answer?.(question.id, answer);
    else this.#unanswered.set(question.id, question);
  }

  async #askHere(question: Question, person: Person): Promise<void> {
    const { session, watch, reporter } = this.#parts;
    try {
      session.answer?.(question.id, await person(question, watch.signal));
    } catch (error) {
      reporter.notice("warning", reasonOf(error));
      session.answer?.(question.id, null);
    }
  }

  #obey(line: ClientLine): void {
    const { session, reporter } = this.#parts;
    switch (line.type) {
      case "user":
        return this.inbox.push(line.content);
      case "steer":
        if (!this.#running || !session.steer(line.text)) this.inbox.push(line.text);
        return undefined;
      case "interrupt":
        return this.#interrupt();
      case "answer":
        this.#unanswered.delete(line.questionId);
        if (session.answer?.(line.questionId, line.choice) === true) return undefined;
        return reporter.notice("warning", oncePhrases.noSuchQuestion(line.questionId));
      case "malformed":
        return reporter.notice("warning", line.notice);
    }
  }

  /** Only a running turn: a stop kept for later would end a turn nobody meant. */
  #interrupt(): void {
    const { session, reporter } = this.#parts;
    if (!this.#running) return reporter.notice("info", oncePhrases.nothingToInterrupt);
    this.#clientInterrupted = true;
    session.interrupt();
  }

  #instructed(content: Content): Content {
    const { schema } = this.#parts;
    if (schema === null) return content;
    if (typeof content === "string") return `${content}\n\n${schema.instruction}`;
    return [...content, { type: "text", text: schema.instruction }];
  }
}

/** What was piped in is data: an `@` in it points at nothing. */
function typedIn(content: Content): string {
  const text = textOf(content);
  const piped = text.indexOf(pipedBlock);
  return piped === -1 ? text : text.slice(0, piped);
}

const autoAnswers: Readonly<Record<Question["kind"], string>> = {
  approval: "deny",
  clarify: "Nobody is there to answer. Decide yourself what is most sensible, and say in your answer what you assumed.",
};

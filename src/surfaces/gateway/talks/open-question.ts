import { plainLine } from "../../../commands/plain-text.ts";
import type { Clock } from "../../../domain/clock.ts";
import type { ButtonPress, ChatQuestion } from "../../../domain/platform.ts";
import { gatewayTalksPhrases as say } from "../../../text/phrases/gateway-talks.ts";
import type { ChatPerson } from "../arrival.ts";
import type { ChatVoice } from "../chat-voice.ts";
import { readApproval, readChoice, readConfirm } from "./read-answer.ts";

/** Who asks: the turn, a command, or a session in the background by its name. */
type Owner = "turn" | "command" | `background ${string}`;

export type Asked = {
  readonly owner: Owner;
  readonly kind: ChatQuestion["kind"];
  readonly text: string;
  /** What stays of it once it is answered. */
  readonly short: string;
  readonly choices: readonly string[];
  readonly many: boolean;
  readonly mayAnswer: (person: ChatPerson) => boolean;
  /** 0: it waits for ever. */
  readonly timeoutMs: number;
  /** What has to be seen before it. */
  readonly before: () => Promise<void>;
};

type Open = {
  readonly id: string;
  readonly asked: Asked;
  readonly answers: ((choice: string | null) => void)[];
  readonly over: AbortController;
  readonly untilMs: number;
  /** Resolves once it was sent; false: it was over before. */
  shown: Promise<boolean>;
  /** The message it is; null: nobody knows, or not yet. */
  messageId: string | null;
};

type Desk = {
  readonly clock: Clock;
  readonly voice: () => ChatVoice | null;
  /** Whether the turn waits for somebody. */
  readonly onWaiting: (isWaiting: boolean) => void;
};

export type Reading = "answered" | "ignored" | "none";

/** The questions of one chat that wait for somebody, oldest first. */
export class Questions {
  readonly #desk: Desk;
  #open: readonly Open[] = [];
  #count = 0;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  get isWaiting(): boolean {
    return this.#open.length > 0;
  }

  /** Null: no answer came, or none is needed any more. A question that is asked already is not asked again. */
  put(asked: Asked): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const same = this.#open.find((open) => isSame(open.asked, asked));
    if (same !== undefined) {
      same.answers.push(resolve);
      return promise;
    }
    const open = this.#make(asked, resolve);
    this.#open = [...this.#open, open];
    if (asked.owner === "turn") this.#desk.onWaiting(true);
    open.shown = this.#show(open);
    if (asked.timeoutMs > 0) void this.#expire(open);
    return promise;
  }

  #make(asked: Asked, answer: (choice: string | null) => void): Open {
    const nowMs = this.#desk.clock.now();
    return {
      id: `${nowMs.toString(36)}${(this.#count += 1).toString(36)}`, // no button of an earlier process has it
      asked,
      answers: [answer],
      over: new AbortController(),
      untilMs: asked.timeoutMs > 0 ? nowMs + asked.timeoutMs : Number.POSITIVE_INFINITY,
      shown: Promise.resolve(false),
      messageId: null,
    };
  }

  /** What a message means to the oldest question that its sender may answer. */
  read(person: ChatPerson, text: string, name: string): Reading {
    const mine = this.#open.find(({ asked }) => asked.mayAnswer(person) && answerIn(asked, text) !== null);
    if (mine !== undefined) {
      const choice = answerIn(mine.asked, text);
      return choice === null ? "none" : this.#take(mine, choice, name);
    }
    this.dismiss(person); // they go on with something else
    const speaksOfOne = this.#open.some(({ asked }) => asked.kind === "approval" && answerIn(asked, text) !== null);
    return speaksOfOne ? "ignored" : "none";
  }

  /** False: there is no such question, or it is not theirs to answer. */
  press({ messageId, value, userName, userId }: ButtonPress, person: ChatPerson): boolean {
    const [id, index = ""] = value.split(":");
    const open = this.#open.find((each) => each.id === id && (each.messageId ?? messageId) === messageId);
    const choice = open?.asked.choices[Number(index)];
    if (open === undefined || choice === undefined || !open.asked.mayAnswer(person)) return false;
    return this.#take(open, choice, userName ?? userId) === "answered";
  }

  /** Requests for permission that somebody may answer. */
  approvalsFor(person: ChatPerson): readonly string[] {
    return this.#approvals()
      .filter(({ asked }) => asked.mayAnswer(person))
      .map(({ id }) => id);
  }

  get asksPermission(): boolean {
    return this.#approvals().length > 0;
  }

  /** The answer to one of those; `choice` as it was offered. Else what is offered. */
  decide(id: string, choice: string, name: string): "done" | readonly string[] {
    const open = this.#open.find((each) => each.id === id);
    if (open === undefined) return [];
    const { choices } = open.asked;
    if (!choices.includes(choice) && !choice.startsWith("deny")) return choices;
    this.#end(open, choice, outcomeBy(open.asked, choice, name));
    return "done";
  }

  /** Nobody waits for an answer to these any more. */
  withdraw(owner: Owner): void {
    const nowMs = this.#desk.clock.now();
    for (const open of this.#open.filter(({ asked }) => asked.owner === owner))
      this.#end(open, null, nowMs >= open.untilMs ? say.tooLate : say.withdrawn);
  }

  /** What a command asked this person is over without an answer. */
  dismiss(person: ChatPerson): void {
    for (const open of this.#open.filter(({ asked }) => asked.kind === "confirm" && asked.mayAnswer(person)))
      this.#end(open, null, say.withdrawn);
  }

  #approvals(): readonly Open[] {
    return this.#open.filter(({ asked }) => asked.kind === "approval");
  }

  #take(open: Open, choice: string, name: string): Reading {
    const { kind, choices } = open.asked;
    if (kind === "approval" && !choices.includes(choice)) {
      void this.#desk.voice()?.say(say.notOffered(choice, choices));
      return "answered";
    }
    this.#end(open, choice, outcomeBy(open.asked, choice, name));
    return "answered";
  }

  #end(open: Open, choice: string | null, outcome: string): void {
    if (!this.#open.includes(open)) return;
    this.#open = this.#open.filter((each) => each !== open);
    open.over.abort();
    if (open.asked.owner === "turn" && !this.#open.some(({ asked }) => asked.owner === "turn"))
      this.#desk.onWaiting(false);
    void this.#mark(open, outcome);
    for (const answer of open.answers) answer(choice);
  }

  async #show(open: Open): Promise<boolean> {
    const { asked, id, over } = open;
    await asked.before();
    if (over.signal.aborted) return false;
    const { kind, text, choices } = asked;
    const buttons = choices.map((choice, index) => ({ label: labelOf(kind, choice), value: `${id}:${index}` }));
    open.messageId = (await this.#desk.voice()?.ask({ kind, text, buttons })) ?? null;
    return true;
  }

  async #mark(open: Open, outcome: string): Promise<void> {
    if (await open.shown) await this.#desk.voice()?.change(open.messageId, say.outcome(open.asked.short, outcome));
  }

  async #expire(open: Open): Promise<void> {
    const wasLeft = await this.#desk.clock.sleep(open.asked.timeoutMs, open.over.signal).then(
      () => true,
      () => false, // it was answered
    );
    if (wasLeft) this.#end(open, null, say.tooLate);
  }
}

function isSame(one: Asked, other: Asked): boolean {
  return one.owner === other.owner && one.kind === other.kind && one.kind !== "confirm" && one.text === other.text;
}

function answerIn({ kind, choices, many }: Asked, text: string): string | null {
  if (kind === "confirm") return readConfirm(text, choices);
  return kind === "approval" ? readApproval(text, choices) : readChoice(text, { choices, many });
}

function isScope(choice: string): choice is keyof typeof say.buttons {
  return Object.hasOwn(say.buttons, choice);
}

function labelOf(kind: ChatQuestion["kind"], choice: string): string {
  return kind === "approval" && isScope(choice) ? say.buttons[choice] : choice;
}

const longestName = 60;

/** Whoever chose the name must not write lines of ours with it. */
function outcomeBy(asked: Asked, choice: string, name: string): string {
  return say.by(outcomeOf(asked, choice), plainLine(name, longestName));
}

function outcomeOf({ kind }: Asked, choice: string): string {
  if (kind !== "approval") return say.answeredWith(choice);
  return isScope(choice) ? say.outcomes[choice] : say.deniedBecause(choice.replace(/^deny:\s*/, ""));
}

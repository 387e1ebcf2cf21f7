import type { InboxId } from "../../../domain/gateway-ledger.ts";
import type { ChatPerson } from "../arrival.ts";
import type { TalkSession } from "../talk-world.ts";
import type { Waiting } from "./waiting.ts";

/** Why a turn was cut off. `message`: something newer is to be answered instead; `drain`: the gateway is to end. */
export type TurnCut = "stop" | "message" | "inactive" | "drain";

/** The turn that runs in a chat. */
export class TalkTurn {
  readonly waiting: Waiting;
  /** Messages that were passed on to it while it ran. */
  steered: readonly InboxId[] = [];
  /** Whether somebody who wrote meanwhile was told what becomes of it. */
  hasAcknowledged = false;
  /** False: it was cut off before the model was asked anything. */
  wasSent = false;
  /** Hears whether a person is being waited for. */
  onWaiting: (isWaiting: boolean) => void = () => undefined;
  readonly #over = Promise.withResolvers<void>();
  #session: TalkSession | null = null;
  #cut: { readonly why: TurnCut; readonly line: string | null } | null = null;

  constructor(waiting: Waiting) {
    this.waiting = waiting;
  }

  get cut(): TurnCut | null {
    return this.#cut?.why ?? null;
  }

  /** What the chat is told about it. */
  get cutLine(): string | null {
    return this.#cut?.line ?? null;
  }

  get over(): Promise<void> {
    return this.#over.promise;
  }

  begin(session: TalkSession): void {
    this.#session = session;
  }

  end(): void {
    this.#over.resolve();
  }

  /** The first reason is the one that is told. */
  interrupt(why: TurnCut, line: string | null): void {
    this.#cut ??= { why, line };
    this.#session?.interrupt();
  }

  steer(text: string, rows: readonly InboxId[]): boolean {
    if (this.#session?.steer(text) !== true) return false;
    this.steered = [...this.steered, ...rows];
    return true;
  }

  isOf({ userId }: ChatPerson): boolean {
    return this.waiting.person.userId === userId;
  }

  mayStop(person: ChatPerson): boolean {
    return person.isAdmin || this.isOf(person);
  }

  /** Where others are about, permissions are an admin's to give. */
  mayApprove(person: ChatPerson): boolean {
    return person.isAdmin || (this.waiting.message.chatType === "dm" && this.isOf(person));
  }
}

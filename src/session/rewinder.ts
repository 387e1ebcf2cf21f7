import { saveKept } from "../agent/remember.ts";
import type { TurnDeps } from "../agent/turn-state.ts";
import type { Emit } from "../domain/event.ts";
import { ownContent, shownText, type UserMessage } from "../domain/message.ts";
import type { RowId } from "../domain/turn-journal.ts";
import type { Lease } from "../store/store.ts";
import { turnResource } from "../store/turn-resource.ts";
import { rewindPhrases } from "../text/phrases/rewind.ts";
import type { Conversation } from "./conversation.ts";
import { makeUpkeepTurn } from "./make-turn.ts";
import type { RewindAnswer } from "./rewind-answer.ts";
import { planRewind, type RewindPlan } from "./rewind-plan.ts";
import type { SessionDeps } from "./session-deps.ts";
import type { TurnInput } from "./turn-input.ts";

type Parts = {
  readonly conversation: () => Conversation; // the session may begin anew before its first turn
  readonly turnDeps: (lease: Lease) => TurnDeps;
  /** What others did meanwhile is read. */
  readonly catchUp: (lease: Lease) => void;
};

const ttlMs = 60_000;

/** Takes turns back. The rows stay; of the history what remains is, object for object, what was sent before. */
export class Rewinder {
  readonly #deps: SessionDeps;
  readonly #parts: Parts;

  constructor(deps: SessionDeps, parts: Parts) {
    this.#deps = deps;
    this.#parts = parts;
  }

  /** The question that could be asked again, as it is stored. Only looks. */
  plan(turns: number): RewindPlan {
    return planRewind(this.#deps.store.sessions.rows(this.#parts.conversation().sessionId), turns);
  }

  /** Between turns, under the lease of a turn. */
  async undo(turns: number): Promise<RewindAnswer> {
    const { leases } = this.#deps.store;
    const resource = turnResource(this.#parts.conversation().id);
    const lease = await leases.acquire(resource, ttlMs);
    if (lease === null) return { kind: "busy", holder: leases.holder(resource) };
    try {
      await this.#settle(lease);
      return await this.#undo(turns, lease);
    } finally {
      await lease.release().catch((error: unknown) => {
        this.#deps.log("warning", "lease.release_failed", { error: String(error) });
      });
    }
  }

  async #undo(turns: number, lease: Lease): Promise<RewindAnswer> {
    const plan = this.plan(turns);
    if (plan.kind === "fewer") return plan;
    const { id, message } = plan.question;
    const done = await this.#cut(id, lease);
    switch (done.kind) {
      case "rewound":
        return { kind: "undone", turns, messages: done.messages, text: shownText(message), images: imagesIn(message) };
      case "compressed":
        return { kind: "fewer", possible: turns - 1, isCompressed: true };
      case "nothing":
        return { kind: "fewer", possible: 0, isCompressed: false };
      case "busy":
        return done;
    }
  }

  /** What the store would not take before is in it before anything is taken out. */
  async #settle(lease: Lease): Promise<void> {
    this.#parts.catchUp(lease);
    const deps = this.#parts.turnDeps(lease);
    if (deps.kept.length > 0) await saveKept(makeUpkeepTurn(this.#parts.conversation(), deps, never), deps);
  }

  /** The last question without its answer; where that cannot be taken back, a new question in the same words. */
  async askAgain(input: TurnInput, lease: Lease | null, emit: Emit): Promise<TurnInput> {
    const { again, ...fresh } = input;
    if (again === undefined || (lease !== null && (await this.#dropAnswer(again, lease)))) return input;
    emit({ type: "notice.given", level: "warning", text: rewindPhrases.askedAnew });
    return fresh;
  }

  /** False: it is no longer the last question, or somebody is summing it up. */
  async #dropAnswer(question: RowId, lease: Lease): Promise<boolean> {
    const plan = this.plan(1);
    if (plan.kind === "fewer" || plan.question.id !== question) return false;
    const done = plan.answer === null ? null : await this.#cut(plan.answer, lease);
    const isLast = this.#parts.conversation().history().at(-1)?.role === "user";
    return isLast && (done === null || done.kind === "rewound");
  }

  async #cut(from: RowId, lease: Lease) {
    const { context, ledger } = this.#parts.turnDeps(lease);
    const conversation = this.#parts.conversation();
    await using held = await context.lock();
    if (held === null) return { kind: "busy", holder: context.holder() } as const;
    const done = await this.#deps.store.sessions.rewind(conversation.sessionId, from, lease);
    if (done.kind !== "rewound") return done;
    conversation.rewound(from);
    ledger.drop();
    this.#forgetUndone(conversation.sessionId);
    return done;
  }

  #forgetUndone(sessionId: string): void {
    const { tasks, forgetShown, outsideMemory } = this.#deps;
    tasks?.forget();
    forgetShown();
    outsideMemory?.switchSession(sessionId, { parentId: null, reset: false, rewound: true });
  }
}

const never = new AbortController().signal;

function imagesIn(message: UserMessage): number {
  const content = ownContent(message);
  return typeof content === "string" ? 0 : content.filter(({ type }) => type === "image_url").length;
}

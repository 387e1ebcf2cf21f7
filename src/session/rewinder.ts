import type { CompressionLock } from "../agent/context-host.ts";
import { ownContent, shownText, type UserMessage } from "../domain/message.ts";
import type { RowId } from "../domain/turn-journal.ts";
import type { Lease } from "../store/store.ts";
import { turnResource } from "../store/turn-resource.ts";
import type { Conversation } from "./conversation.ts";
import type { RewindAnswer } from "./rewind-answer.ts";
import { planRewind, type RewindPlan } from "./rewind-plan.ts";
import type { SessionDeps } from "./session-deps.ts";

type Parts = {
  readonly deps: Pick<SessionDeps, "store" | "log">;
  readonly conversation: () => Conversation; // the session may begin anew before its first turn
  /** Nobody sums up what is about to go; null: somebody is at it. */
  readonly lock: () => Promise<CompressionLock | null>;
  readonly holder: () => string | null;
  /** What others did meanwhile is read, what could not be stored before is stored. */
  readonly catchUp: (lease: Lease) => Promise<void>;
  /** What is known of the longer history counts no longer. */
  readonly rewound: () => void;
};

const ttlMs = 60_000;

/** Takes turns back. The rows stay; of the history what remains is, object for object, what was sent before. */
export class Rewinder {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The question that could be asked again, as it is stored. Only looks. */
  plan(turns: number): RewindPlan {
    const { store } = this.#parts.deps;
    return planRewind(store.sessions.rows(this.#parts.conversation().sessionId), turns);
  }

  /** Between turns, under the lease of a turn. */
  async undo(turns: number): Promise<RewindAnswer> {
    const { deps, conversation, catchUp } = this.#parts;
    const { leases } = deps.store;
    const resource = turnResource(conversation().id);
    const lease = await leases.acquire(resource, ttlMs);
    if (lease === null) return { kind: "busy", holder: leases.holder(resource) };
    try {
      await catchUp(lease);
      return await this.#undo(turns, lease);
    } finally {
      await lease.release().catch((error: unknown) => {
        deps.log("warning", "lease.release_failed", { error: String(error) });
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

  /** At the beginning of a turn that asks the last question again. False: it is no longer the last one, or not free. */
  async dropAnswer(question: RowId, lease: Lease | null): Promise<boolean> {
    if (lease === null) return false;
    const plan = this.plan(1);
    if (plan.kind === "fewer" || plan.question.id !== question) return false;
    const done = plan.answer === null ? null : await this.#cut(plan.answer, lease);
    const isLast = this.#parts.conversation().history().at(-1)?.role === "user";
    return isLast && (done === null || done.kind === "rewound");
  }

  async #cut(from: RowId, lease: Lease) {
    const { deps, conversation, lock, holder, rewound } = this.#parts;
    await using held = await lock();
    if (held === null) return { kind: "busy", holder: holder() } as const;
    const done = await deps.store.sessions.rewind(conversation().sessionId, from, lease);
    if (done.kind !== "rewound") return done;
    conversation().rewound(from);
    rewound();
    return done;
  }
}

function imagesIn(message: UserMessage): number {
  const content = ownContent(message);
  return typeof content === "string" ? 0 : content.filter(({ type }) => type === "image_url").length;
}

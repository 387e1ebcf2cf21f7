import type { ChildControl, WorkingChild } from "../../domain/child-control.ts";
import type { Child } from "./child.ts";
import type { ChildWatch } from "./watch-child.ts";

type Living = {
  readonly id: string;
  readonly number: number;
  readonly parentId: string | null;
  readonly goal: string;
  readonly startedMs: number;
  readonly stop: AbortController;
  at: { readonly child: Child; readonly watch: ChildWatch } | null; // null: it is being made
};

/** A child's place among those at work. */
export type ChildSeat = {
  readonly number: number;
  /** Somebody wants this one to end. */
  readonly stopped: AbortSignal;
  readonly attend: (child: Child, watch: ChildWatch) => void;
  readonly leave: () => void;
};

/** The children of a conversation that are at work. Every session of the tree sees its own part of the same book. */
export class LivingChildren implements ChildControl {
  readonly #book: Map<string, Living>;
  readonly #owner: string | null;

  constructor(book = new Map<string, Living>(), owner: string | null = null) {
    this.#book = book;
    this.#owner = owner;
  }

  /** The book as this child may read it. */
  under(id: string): LivingChildren {
    return new LivingChildren(this.#book, id);
  }

  seat(id: string, goal: string, nowMs: number): ChildSeat {
    const number = Math.max(0, ...[...this.#book.values()].map((living) => living.number)) + 1;
    const stop = new AbortController();
    const living: Living = { id, number, parentId: this.#owner, goal, startedMs: nowMs, stop, at: null };
    this.#book.set(id, living);
    return {
      number,
      stopped: stop.signal,
      attend: (child, watch) => void (living.at = { child, watch }),
      leave: () => void this.#book.delete(id),
    };
  }

  list(): readonly WorkingChild[] {
    return this.#below(this.#owner, 1);
  }

  steer(id: string, text: string): boolean {
    return this.#find(id)?.at?.child.steer(text) ?? false;
  }

  stop(id: string): boolean {
    const living = this.#find(id);
    living?.stop.abort("stopped on its own"); // a reason of our own: the default one is an exception with a stack
    return living !== undefined;
  }

  /** Each child before its own children, as they began. */
  #below(parentId: string | null, depth: number): readonly WorkingChild[] {
    const own = [...this.#book.values()].filter((living) => living.parentId === parentId);
    return own.flatMap((living) => [viewOf(living, depth), ...this.#below(living.id, depth + 1)]);
  }

  #find(id: string): Living | undefined {
    return this.list().some((child) => child.id === id) ? this.#book.get(id) : undefined;
  }
}

function viewOf({ id, number, goal, startedMs, at }: Living, depth: number): WorkingChild {
  const known = { id, number, depth, goal, startedMs };
  if (at === null) return { ...known, sessionId: null, activity: "starting", tokens: 0, costUsd: null };
  const { child, watch } = at;
  const usage = watch.usage();
  return {
    ...known,
    sessionId: child.sessionId,
    activity: watch.activity(),
    tokens: usage.total_tokens,
    costUsd: child.costOf(usage),
  };
}

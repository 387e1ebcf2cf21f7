import { noteMishap } from "../agent/mishaps.ts";
import { newSessionRuntime, type SessionRuntime } from "../agent/session-runtime.ts";
import type { KeptRow, Mishaps, TurnDeps, TurnState } from "../agent/turn-state.ts";
import { createLedger, type ContextLedger } from "../context/ledger.ts";
import type { DirectoryHints } from "../domain/directory-hints.ts";
import type { Emit } from "../domain/event.ts";
import type { Lease } from "../store/store.ts";
import { withLearnedSize } from "./context-host.ts";
import { ContextKeeper } from "./context-keeper.ts";
import type { ContextUse } from "../domain/context-use.ts";
import { contextFill, contextUse, type SentNow } from "./context-use.ts";
import { Conversation } from "./conversation.ts";
import { hintsFor } from "./hints-for.ts";
import { LateToolsKeeper } from "./late-tools.ts";
import { NoticeKeeper } from "./notice-keeper.ts";
import { ReviewKeeper } from "./review-keeper.ts";
import type { SessionDeps } from "./session-deps.ts";
import { SkillCalls } from "./skill-calls.ts";
import { SteerQueue } from "./steer-queue.ts";
import { TaskReminder } from "./task-reminder.ts";
import type { TurnInput } from "./turn-input.ts";

/** What a session keeps alive between its turns, tied together once. */
export class SessionParts {
  readonly deps: SessionDeps;
  readonly ledger: ContextLedger;
  readonly runtime: SessionRuntime;
  readonly context: ContextKeeper;
  readonly reminder: TaskReminder;
  readonly hints: DirectoryHints;
  readonly reviews: ReviewKeeper;
  readonly steer = new SteerQueue();
  readonly notices: NoticeKeeper;
  readonly skills: SkillCalls;
  readonly lateTools: LateToolsKeeper;
  readonly #kept: KeptRow[] = [];
  readonly #mishaps: Mishaps = { count: 0, last: "" };
  #conversation: Conversation;
  #wasUsed = false;
  #view: TurnState["view"] = null;

  constructor(deps: SessionDeps, isIdle: () => boolean) {
    this.deps = deps;
    this.ledger = createLedger(deps.calibration);
    this.reminder = new TaskReminder(deps);
    this.skills = new SkillCalls(deps.skills, deps.preloadedSkills);
    this.reviews = new ReviewKeeper(deps);
    this.notices = new NoticeKeeper(deps, isIdle);
    const active = withLearnedSize(deps.runtime, deps.compression.learned);
    this.runtime = newSessionRuntime(active, deps.purse);
    this.lateTools = new LateToolsKeeper({
      tools: deps.lateTools,
      changed: () => this.#conversation.retool(),
      lost: () => (deps.resume === null && !this.#wasUsed ? null : this.contextUse.tokens),
    });
    this.#conversation = new Conversation(deps, () => this.runtime.active);
    this.hints = hintsFor(deps, this.#conversation.contextDigests);
    this.context = this.#contextKeeper(deps);
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  /** The prompt is built anew with the caller's text as long as nothing was sent with the old one. */
  takeSystemMessage({ systemMessage }: TurnInput): void {
    const isUsed = this.deps.resume !== null || this.#wasUsed;
    this.#wasUsed = true;
    if (systemMessage === undefined || isUsed) return;
    const deps = { ...this.deps, systemMessage, sessionId: this.#conversation.sessionId };
    this.#conversation = new Conversation(deps, () => this.runtime.active);
  }

  get contextUse(): ContextUse {
    return contextUse(this.#sentNow, this.quietDeps);
  }

  get contextTokens(): number {
    return contextFill(this.#sentNow, this.quietDeps).tokens;
  }

  /** A window that changed meanwhile holds from this turn on; what a provider once named as its limit still wins. */
  resize(): void {
    const { active } = this.runtime;
    const { windowNow, compression } = this.deps;
    const next = withLearnedSize(windowNow?.(active) ?? active, compression.learned);
    if (next.contextLength === active.contextLength) return;
    this.runtime.active = next;
    this.context.host.engine.updateModel?.(next);
  }

  /** What the last turn sent in place of its history. */
  showed(view: TurnState["view"]): void {
    this.#view = view;
  }

  /** What a request would be made of if it were sent now. */
  get #sentNow(): SentNow {
    return { conversation: this.#conversation, view: this.#view };
  }

  /** For what happens between turns and is told to nobody. */
  get quietDeps(): TurnDeps {
    return this.turnDeps(() => undefined, null);
  }

  turnDeps(emit: Emit, lease: Lease | null): TurnDeps {
    return {
      ...this.deps,
      runtime: this.runtime,
      context: this.context.host,
      hints: this.hints,
      emit: this.context.noting(emit),
      journal: this.#conversation.journal(lease),
      ledger: this.ledger,
      cache: this.#conversation.cache,
      kept: this.#kept,
      asSentBefore: this.reminder.inPlace,
      mishaps: this.#mishaps,
      takeSteer: () => this.steer.take(),
      takeNotices: () => this.deps.notices.take(),
    };
  }

  #contextKeeper(deps: SessionDeps): ContextKeeper {
    return new ContextKeeper(deps, {
      conversation: () => this.#conversation,
      runtime: () => this.runtime.active,
      turnDeps: (emit) => this.turnDeps(emit, null),
      failed: (method, error) => {
        deps.log("error", "engine.failed", { method, error: String(error) });
        noteMishap(this.#mishaps, error);
      },
      compacted: () => this.reminder.compacted(),
      restored: () => {
        this.ledger.drop();
        deps.tasks?.forget();
      },
    });
  }
}

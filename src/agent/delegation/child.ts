import type { Clock, Rng } from "../../domain/clock.ts";
import type { AgentEvent } from "../../domain/event.ts";
import type { RuntimeName } from "../../domain/runtime.ts";
import type { ToolContext } from "../../domain/tool.ts";
import type { TurnResult } from "../../domain/turn.ts";
import type { Usage } from "../../domain/usage.ts";
import type { LivingChildren } from "./living-children.ts";

/** What one child is to do, as the model wrote it. */
export type ChildTask = {
  readonly goal: string;
  readonly context?: string | undefined;
  readonly role?: "leaf" | "orchestrator" | undefined;
  readonly output_schema?: Readonly<Record<string, unknown>> | undefined;
};

/** A session that works for another one and can be talked to. */
export type Child = RuntimeName & {
  readonly kind: "child";
  readonly sessionId: string;
  readonly send: (question: string) => ChildTurn;
  /** Stops the running turn, or the next one before its first request. */
  readonly interrupt: () => void;
  /** Words for its next tool result. False: there was nothing to say. */
  readonly steer: (text: string) => boolean;
  /** Of those words, what found no place; taking it empties it. */
  readonly takeSteer: () => string | null;
  /** null: its model has no price. */
  readonly costOf: (usage: Usage) => number | null;
  readonly close: () => Promise<void>;
};

type ChildTurn = { readonly events: AsyncIterable<AgentEvent>; readonly result: Promise<TurnResult> };

export type ChildRequest = {
  readonly id: string;
  /** For people who are asked something in its name. It never becomes part of the child's system text. */
  readonly goal: string;
  /** Keeps the tool for children of its own. */
  readonly orchestrator: boolean;
  readonly parent: Pick<
    ToolContext,
    "sessionId" | "cwd" | "enabledTools" | "turnStartedMs" | "people" | "beforeChange"
  >;
  /** When the delegating call began; the same for all children of a batch, so that their prompts are the same. */
  readonly startedAtMs: number;
};

/** How a child is made. The only thing delegation does not do itself: app/ builds sessions. */
export type SpawnChild = (
  request: ChildRequest,
) => Promise<Child | { readonly kind: "refused"; readonly message: string }>;

export type DelegationRules = {
  /** Of the session that delegates; 0 for one a person talks to. */
  readonly depth: number;
  readonly maxDepth: number;
  readonly maxChildren: number;
  readonly timeoutMs: number | null;
  readonly summaryChars: number;
  readonly spillFolder: string;
  /** Where each child's doings can be followed; null: nowhere. */
  readonly logFolder: string | null;
};

export type DelegationDeps = {
  readonly spawn: SpawnChild;
  readonly living: LivingChildren;
  readonly rules: DelegationRules;
  readonly clock: Clock;
  readonly rng: Rng;
  /** A child is done, however it ended. */
  readonly onDone?: (goal: string, summary: string, childId: string) => void;
};

import type { ExitReason } from "../domain/exit.ts";
import type { ProviderFailure } from "../domain/failure.ts";
import { PersistenceError } from "../domain/turn-journal.ts";
import { agentPhrases as say } from "../text/phrases/agent.ts";
import type { TurnState } from "./turn-state.ts";

/** How a turn ended, before it is written down. */
export type Ending = {
  readonly reason: ExitReason;
  readonly detail: string | null;
  /** What the person gets to read: an answer, or a local notice. */
  readonly text: string | null;
  /** Machine-readable cause of a failed or partial turn. */
  readonly error: string | null;
  readonly failure: ProviderFailure | null;
  readonly explanation: string | null;
  readonly partialText: string | null;
  /** Usable but incomplete, beyond what the reason itself says. */
  readonly partial?: true;
  /** No closing words behind the history, not even where a result stands last. */
  readonly closesNothing?: true;
};

export function ending(reason: ExitReason, parts: Partial<Omit<Ending, "reason">> = {}): Ending {
  return {
    reason,
    detail: null,
    text: null,
    error: null,
    failure: null,
    explanation: null,
    partialText: null,
    ...parts,
  };
}

/** Names what no verb turned into a value: a stop outside request and tools, a journal that gave up, a bug. */
export function endingOf(error: unknown, turn: TurnState): Ending {
  if (error instanceof PersistenceError) {
    const text = say.persistenceFailed(error.reason);
    return ending("session_persistence_failed", { detail: error.reason, text, error: error.message });
  }
  if (turn.signal.aborted) return ending("interrupted_by_user", { text: say.interrupted });
  const message = error instanceof Error ? error.message : String(error);
  return ending("local_processing_error", { text: say.localError(message), error: message });
}

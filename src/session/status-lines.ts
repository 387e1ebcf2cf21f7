import type { AgentEvent } from "../domain/event.ts";
import type { RuntimeName } from "../domain/runtime.ts";
import type { TurnResult } from "../domain/turn.ts";
import { compressionPhrases as compression } from "../text/phrases/compression.ts";
import { statusPhrases as say } from "../text/phrases/status.ts";

export type StatusLine = {
  readonly kind: "lifecycle" | "warn" | "compacted";
  readonly message: string;
  /** The last word of a turn that failed; a surface with words of its own for that leaves it out. */
  readonly terminal: boolean;
};

/** Lines about trouble that may yet pass, and whether the turn went on with another model meanwhile. */
export type StatusState = {
  readonly held: readonly StatusLine[];
  readonly switched: { readonly from: RuntimeName; readonly to: RuntimeName } | null;
};

export const calm: StatusState = { held: [], switched: null };

type StatusStep = { readonly state: StatusState; readonly lines: readonly StatusLine[] };

/**
 * What a person is told, and when. Retries and waits for the model are held back: an answer makes them not worth a word
 * (but for the model that gave it, should it be another one), a failed turn tells them all, in order, and then its end.
 */
export function reduceStatus(state: StatusState, event: AgentEvent): StatusStep {
  switch (event.type) {
    case "reply.stored":
    case "step.finished":
      return { state: calm, lines: switchLine(state) };
    case "turn.finished":
      return { state: calm, lines: event.result.failed ? [...state.held, lastWord(event.result)] : switchLine(state) };
    default:
      return take(state, event);
  }
}

function take(state: StatusState, event: AgentEvent): StatusStep {
  const line = statusLineOf(event);
  if (line === null) return { state, lines: [] };
  if (!mayPass(event)) return { state, lines: [line] };
  const switched =
    event.type === "runtime.switched" ? { from: state.switched?.from ?? event.from, to: event.to } : state.switched;
  return { state: { held: [...state.held, line], switched }, lines: [] };
}

function mayPass(event: AgentEvent): boolean {
  if (event.type === "wait.noticed") return event.waitingFor === "model" || event.waitingFor === "retry";
  return event.type === "recovery.applied" || event.type === "runtime.switched";
}

/** The line an event makes, whether it is worth telling now or not. */
export function statusLineOf(event: AgentEvent): StatusLine | null {
  switch (event.type) {
    case "recovery.applied": {
      const { failure, attempt, delayMs } = event;
      const waits = delayMs > 0;
      return statusLine(
        "lifecycle",
        waits ? say.retrying(failure.message, attempt, delayMs) : say.retryingAtOnce(failure.message),
      );
    }
    case "wait.noticed":
      return statusLine("lifecycle", say.waiting(event.waitingFor, event.waitedMs));
    case "runtime.switched":
      return statusLine("lifecycle", say.switched(event.from.model, event.to.model));
    case "notice.given":
      return statusLine(event.level === "warning" ? "warn" : "lifecycle", event.text);
    case "compression.finished":
      return compressionLine(event.record);
    case "cache.broken":
      return statusLine("lifecycle", say.cacheBroken(event));
    default:
      return null;
  }
}

function compressionLine(record: Extract<AgentEvent, { type: "compression.finished" }>["record"]): StatusLine | null {
  if (record.outcome === "emergency") return statusLine("warn", compression.emergency(record));
  if (record.outcome !== "ok") return null; // what went wrong is told once, by whoever knows whether it was told before
  return statusLine("compacted", compression.compressed(record));
}

function switchLine({ switched }: StatusState): readonly StatusLine[] {
  return switched === null ? [] : [statusLine("lifecycle", say.switched(switched.from.model, switched.to.model))];
}

function lastWord({ final_response: text, error, exit_reason: reason }: TurnResult): StatusLine {
  return { kind: "warn", message: text ?? say.failed(error ?? reason), terminal: true };
}

function statusLine(kind: StatusLine["kind"], message: string): StatusLine {
  return { kind, message, terminal: false };
}

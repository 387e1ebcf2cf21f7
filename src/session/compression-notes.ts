import type { CompressionRecord } from "../domain/context-engine.ts";
import type { Emit } from "../domain/event.ts";
import type { Log } from "../domain/log.ts";
import type { SessionTable } from "../store/store.ts";

type Noted = { readonly sessionId: string; readonly record: CompressionRecord };

/**
 * Attempts that left no other trace; those that made a child session are stored with it. They are written when the turn
 * is, or the session closes: an attempt that failed changes nothing in the store by itself.
 */
export class CompressionNotes {
  readonly #sessions: Pick<SessionTable, "noteCompression">;
  readonly #log: Log;
  #unwritten: readonly Noted[] = [];

  constructor(sessions: Pick<SessionTable, "noteCompression">, log: Log) {
    this.#sessions = sessions;
    this.#log = log;
  }

  /** Hears what is told, and passes it on. */
  hearing(emit: Emit): Emit {
    return (event) => {
      if (event.type === "compression.finished") this.#note(event.record);
      emit(event);
    };
  }

  /** What cannot be written is named in the log and let go: it is a figure and no part of the conversation. */
  async write(): Promise<void> {
    const noted = this.#unwritten;
    this.#unwritten = [];
    for (const { sessionId, record } of noted)
      await this.#sessions.noteCompression(sessionId, record).catch((error: unknown) => {
        this.#log("warning", "compression.unnoted", { error: String(error) });
      });
  }

  #note(record: CompressionRecord): void {
    const { session_id: sessionId, child_session_id: childId } = record;
    if (typeof sessionId === "string" && childId === null)
      this.#unwritten = [...this.#unwritten, { sessionId, record }];
  }
}

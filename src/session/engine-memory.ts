import type { HostMemory } from "../agent/context-host.ts";
import type { EngineState } from "../domain/context-engine.ts";
import type { Log } from "../domain/log.ts";
import type { SessionTable } from "../store/store.ts";

const nothing: EngineState = { cooldownUntilMs: 0, cooldownReason: null, strikes: 0, pausedAt: null, timeouts: 0 };

type Table = Pick<SessionTable, "engineState" | "saveEngineState">;

/** Kept with the conversation, so that every process knows it; before that is stored, and while it is busy, in here. */
export function createEngineMemory(conversationId: () => string, sessions: Table, log: Log): HostMemory {
  let unsaved: EngineState | null = null;
  let writes = 0;
  const save = async (): Promise<void> => {
    const state = unsaved;
    if (state === null) return;
    try {
      const isStored = await sessions.saveEngineState(conversationId(), state);
      if (isStored && unsaved === state) unsaved = null;
    } catch (error) {
      log("warning", "engine_state.unsaved", { error: String(error) });
    }
  };
  const write = (state: EngineState): void => {
    unsaved = state;
    writes += 1;
  };
  const read = (): EngineState => {
    try {
      return unsaved ?? sessions.engineState(conversationId()) ?? nothing;
    } catch (error) {
      log("warning", "engine_state.unread", { error: String(error) });
      return nothing; // whoever writes next finds out what is wrong with the store
    }
  };
  return {
    read,
    write,
    writes: () => writes,
    clear: () => {
      if (!isNothing(read())) write(nothing);
    },
    flush: save,
  };
}

function isNothing({ cooldownUntilMs, cooldownReason, strikes, pausedAt, timeouts }: EngineState): boolean {
  return cooldownUntilMs === 0 && cooldownReason === null && strikes === 0 && pausedAt === null && timeouts === 0;
}

import type { Message } from "../domain/message.ts";
import { PersistenceError, type RowId } from "../domain/turn-journal.ts";
import { agentPhrases as say } from "../text/phrases/agent.ts";
import type { TurnDeps, TurnState } from "./turn-state.ts";

/** Disk before memory: a turn never knows more than a restart would. */
export async function remember(message: Message, turn: TurnState, deps: TurnDeps): Promise<RowId> {
  const row = await save(message, turn, deps);
  takeIn(message, turn);
  return row;
}

/** For an answer, which starts no effect: a locked store may not stop the turn over it. */
export async function rememberOrKeep(message: Message, turn: TurnState, deps: TurnDeps): Promise<void> {
  await saveOrKeep(message, turn, deps);
  takeIn(message, turn);
}

/** The row now if possible, else with the next row that can be written. */
export async function saveOrKeep(message: Message, turn: TurnState, deps: TurnDeps): Promise<void> {
  try {
    await save(message, turn, deps);
  } catch (error) {
    if (!(error instanceof PersistenceError) || error.reason === "lease") throw error;
    deps.log("warning", "row.kept", { reason: error.reason });
    deps.emit({ type: "notice.given", level: "warning", text: say.unsavedRow });
    deps.kept.push({ message, turnId: turn.turnId });
  }
}

/** Rows the store would not take before, in the order of the conversation. */
export async function saveKept(turn: TurnState, deps: TurnDeps): Promise<void> {
  for (let row = deps.kept[0]; row !== undefined; row = deps.kept[0]) {
    await deps.journal.append(turn.sessionId, row.message, row.turnId);
    deps.kept.shift();
  }
}

async function save(message: Message, turn: TurnState, deps: TurnDeps): Promise<RowId> {
  await saveKept(turn, deps);
  return deps.journal.append(turn.sessionId, message, turn.turnId);
}

function takeIn(message: Message, turn: TurnState): void {
  turn.history = [...turn.history, message];
  turn.scaffold = [];
  if (message.role !== "assistant") return;
  Object.assign(turn, { fragments: [], interim: null }); // they are part of it now
  Object.assign(turn.counts, { lengthContinuation: 0, responsesIncomplete: 0, missingCall: 0, ackContinuation: 0 });
}

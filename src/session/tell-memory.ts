import type { Log } from "../domain/log.ts";
import { textOf, type Message, type UserMessage } from "../domain/message.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { ProviderHost } from "../memory/providers/provider-host.ts";

/** A memory outside the two files hears of every turn; one that came to nothing is told as such. */
export function tellMemory(memory: ProviderHost | null, { content }: UserMessage, result: TurnResult): void {
  const { final_response: answer, session_id: sessionId, messages, completed, interrupted } = result;
  const told = { user: textOf(content), assistant: answer ?? "", sessionId, messages };
  memory?.afterTurn({ ...told, completed: completed && !interrupted });
}

type Parts = { readonly outsideMemory: ProviderHost | null; readonly log: Log };

/** When a session is over it may draw its conclusions; whoever closes it waits for that, within limits. */
export function endMemory({ outsideMemory, log }: Parts, history: () => readonly Message[]): void {
  if (outsideMemory === null) return;
  try {
    const messages = history();
    if (messages.length > 0) outsideMemory.endSession(messages);
  } catch (error) {
    log("warning", "memory.end_untold", { error: String(error) }); // a history that cannot be read
  }
}

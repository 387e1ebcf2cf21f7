import { textOf, type UserMessage } from "../domain/message.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { ProviderHost } from "../memory/providers/provider-host.ts";

/** A memory outside the two files hears of every turn; one that came to nothing is told as such. */
export function tellMemory(memory: ProviderHost | null, { content }: UserMessage, result: TurnResult): void {
  const { final_response: answer, session_id: sessionId, messages, completed, interrupted } = result;
  const told = { user: textOf(content), assistant: answer ?? "", sessionId, messages };
  memory?.afterTurn({ ...told, completed: completed && !interrupted });
}

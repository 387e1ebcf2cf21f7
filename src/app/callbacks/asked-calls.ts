import type { AgentEvent } from "../../domain/event.ts";
import { callsOf } from "../../domain/message.ts";

export type AskedCall = { readonly name: string; readonly arguments: string };

/** What the model asked for, by call id; whoever hears of a result finds the call again. */
export class AskedCalls {
  readonly #calls = new Map<string, AskedCall>();

  hear(event: AgentEvent): void {
    if (event.type === "reply.stored")
      for (const {
        id,
        function: { name, arguments: args },
      } of callsOf(event.reply))
        this.#calls.set(id, { name, arguments: args });
    if (event.type === "tool.started") this.#calls.set(event.call.id, event.call.function); // secrets masked
  }

  of({ callId, result }: Extract<AgentEvent, { type: "tool.finished" }>): AskedCall {
    return this.#calls.get(callId) ?? { name: result.name, arguments: "{}" };
  }
}

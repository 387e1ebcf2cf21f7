import { secondsOf } from "../../domain/clock.ts";
import type { ToolCall, ToolMessage } from "../../domain/message.ts";
import { wellFormed } from "../../text/well-formed.ts";
import type { Dispatched } from "./toolbox.ts";
import type { TurnDeps } from "../turn-state.ts";

export function toolMessage(call: ToolCall, done: Dispatched, { clock }: Pick<TurnDeps, "clock">): ToolMessage {
  return {
    role: "tool",
    tool_call_id: call.id,
    name: call.function.name,
    tool_name: call.function.name,
    content: wellFormed(done.content), // as the store gives it back: half characters do not survive there
    ...(done.effect === null ? {} : { effect_disposition: done.effect }),
    timestamp: secondsOf(clock),
  };
}

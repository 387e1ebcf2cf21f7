import type { AssistantMessage, Message, ToolCall, ToolMessage } from "../../domain/message.ts";
import type { ModelReply } from "../../domain/model-client.ts";
import type { Ending } from "../ending.ts";
import type { TurnDeps, TurnState } from "../turn-state.ts";

/** What a reply means for the turn. */
export type Verdict =
  | { readonly kind: "answer"; readonly message: AssistantMessage; readonly ending: Ending }
  | { readonly kind: "tools"; readonly message: AssistantMessage; readonly calls: readonly ToolCall[] }
  /** Calls that are answered without being run. */
  | { readonly kind: "rejected"; readonly message: AssistantMessage; readonly results: readonly ToolMessage[] }
  /** Ask once more, in words that are never stored. `interim` was said to the person and is not the answer. */
  | { readonly kind: "again"; readonly scaffold: readonly Message[]; readonly interim?: string }
  | { readonly kind: "ended"; readonly ending: Ending }; // nothing of it enters history

/** One kind of reply; null when it is another kind. */
export type Judge = (reply: ModelReply, turn: TurnState, deps: TurnDeps) => Verdict | null;

/** A request in our words: on the wire only. */
export function nudge(text: string): Message {
  return { role: "user", content: text, extra: { origin: "nudge" } };
}

export function fragment(content: string): AssistantMessage {
  return { role: "assistant", content };
}

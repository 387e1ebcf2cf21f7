import type { ToolCall } from "../../domain/message.ts";
import { settleArguments } from "./json-repair.ts";
import { chooseCallId, distinct, responseItemId } from "./tool-ids.ts";

/** A call as a provider gave it. `id` may be empty, composite or used twice. */
export type CallDraft = {
  readonly id: string;
  readonly itemId: string;
  readonly name: string;
  readonly arguments: string;
  readonly extra?: unknown;
};

export type SettledCalls = { readonly calls: readonly ToolCall[]; readonly truncated: boolean };

/** Calls with ids that are unique in this reply. `truncated`: the arguments of one stop in the middle. */
export function settleCalls(drafts: readonly CallDraft[]): SettledCalls {
  const taken = new Set<string>();
  let truncated = false;
  const calls = drafts.map((draft, index) => {
    const { text, state } = settleArguments(draft.arguments);
    truncated ||= state === "truncated";
    const id = distinct(chooseCallId(draft.id, draft.name, text, index), taken);
    taken.add(id);
    return toolCall(draft, id, text);
  });
  return { calls, truncated };
}

function toolCall(draft: CallDraft, id: string, text: string): ToolCall {
  return {
    id,
    call_id: id,
    response_item_id: responseItemId(draft.itemId === "" ? draft.id : draft.itemId, id),
    type: "function",
    function: { name: draft.name, arguments: text },
    ...(draft.extra === undefined ? {} : { extra_content: draft.extra }),
  };
}

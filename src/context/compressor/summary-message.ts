import type { AssistantMessage, Message, SummaryMark, UserMessage } from "../../domain/message.ts";
import type { Placement } from "./placement.ts";

/** What goes between head and tail. */
export type Written = { readonly text: string; readonly mark: SummaryMark };

/** The tail with the summary before it: as its own message, or as the first block of the first one. */
export function withSummary(
  tail: readonly Message[],
  { text, mark }: Written,
  as: Placement["as"],
): readonly Message[] {
  const extra = { origin: "summary", summary: mark } as const;
  switch (as) {
    case "assistant":
      return [{ role: "assistant", content: text, extra }, ...tail];
    case "user":
      return [{ role: "user", content: text, extra }, ...tail];
    case "merged": {
      const [first, ...rest] = tail;
      if (first === undefined || first.role === "tool") return [{ role: "user", content: text, extra }, ...tail];
      return [merged(first, { text, mark }), ...rest];
    }
  }
}

/** An assistant's content is plain words, so there the summary comes before them; a user's gets a block of its own. */
function merged(message: UserMessage | AssistantMessage, { text, mark }: Written): Message {
  if (message.role === "assistant") {
    const prefix = `${text}\n\n`;
    const summary = { ...mark, prefix_chars: prefix.length };
    return {
      ...message,
      content: prefix + message.content,
      extra: { ...message.extra, merged_summary: true, summary },
    };
  }
  const { content } = message;
  const block = { type: "text", text } as const;
  const own = typeof content === "string" ? [{ type: "text", text: content } as const] : content;
  const summary = typeof content === "string" ? { ...mark, prefix_chars: text.length } : mark;
  return { ...message, content: [block, ...own], extra: { ...message.extra, merged_summary: true, summary } };
}

import { ownContent, type AssistantMessage, type Message, type UserMessage } from "../../domain/message.ts";

/** A message and where it stood in the list that was given. */
export type Placed = { readonly message: Message; readonly at: number };

/** The list as it would be without merging: a summary that shares a message with others gets its own again. */
export function unmerge(messages: readonly Message[]): readonly Placed[] {
  return messages.flatMap((message, at): readonly Placed[] => {
    if (message.role === "tool" || message.extra?.merged_summary !== true) return [{ message, at }];
    const { summary } = message.extra;
    const own = { message: withoutSummary(message), at };
    if (summary === undefined) return [own];
    const apart: UserMessage = { role: "user", content: summary.body, extra: { origin: "summary", summary } };
    return [{ message: apart, at }, own];
  });
}

function withoutSummary(message: UserMessage | AssistantMessage): Message {
  const { extra, ...rest } = message;
  const { summary: _summary, merged_summary: _merged, ...others } = extra ?? {};
  const left = Object.keys(others).length === 0 ? {} : { extra: others };
  const content = ownContent(message);
  if (rest.role === "user") return { ...rest, content, ...left } as const;
  return { ...rest, content: typeof content === "string" ? content : "" };
}

import type { SummaryMark } from "../../domain/message.ts";

export type AppendixParts = {
  readonly userMessages: readonly string[];
  readonly anchors: readonly string[];
  readonly recovery: string;
};

type Limits = { readonly maxTokens: number; readonly tokensOf: (text: string) => number };

/** What the program adds to a summary. Too much of it costs anchors first, then what the person said longest ago. */
export function fitAppendix(parts: AppendixParts, { maxTokens, tokensOf }: Limits): AppendixParts {
  const room = maxTokens - tokensOf(parts.recovery);
  const said = keepWithin(parts.userMessages, room, tokensOf);
  const left = room - said.tokens;
  return { ...parts, userMessages: said.items, anchors: keepWithin(parts.anchors, left, tokensOf).items };
}

export function renderAppendix({ userMessages, anchors, recovery }: AppendixParts): string {
  const said = userMessages.map((text) => `- ${text.replaceAll("\n", "\n  ")}`).join("\n");
  return [
    said === "" ? "" : `## User Messages\n(newest first)\n${said}`,
    anchors.length === 0 ? "" : `## Anchors\n${anchors.join("\n")}`,
    `## Recovery\n${recovery}`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** Where the full text of what was summed up can be found. */
export function recoveryLine(range: SummaryMark["source_range"], sessionId: string | undefined): string {
  const { messages, first_id: first, last_id: last } = range;
  const ids = first === null || last === null ? "" : `, ids ${first} to ${last}`;
  const where = sessionId === undefined ? "in the session before this one" : `in session ${sessionId}`;
  const how = sessionId === undefined ? "" : " with this id";
  return `${messages} messages${ids} are stored in full ${where}. Use session_search${how} instead of guessing what they said.`;
}

function keepWithin(items: readonly string[], room: number, tokensOf: Limits["tokensOf"]) {
  let tokens = 0;
  const kept: string[] = [];
  for (const item of items) {
    const more = tokensOf(item) + 2;
    if (tokens + more > room) break;
    tokens += more;
    kept.push(item);
  }
  return { items: kept, tokens };
}

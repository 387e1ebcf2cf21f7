import { type Message, textOf } from "../../domain/message.ts";
import { charsIn, firstChars } from "../../text/code-points.ts";

const verbatim = 24;
const digestChars = { user: 300, assistant: 200 } as const;

/** For another model, which has nothing of this in its cache: the newest messages as they are, the older ones in short. */
export function reviewHistory(messages: readonly Message[]): readonly Message[] {
  const start = startOfTail(messages);
  const older = messages.slice(0, start).flatMap(digestLine);
  if (older.length === 0) return messages.slice(start);
  const digest: Message = { role: "user", content: `[Earlier in this conversation, shortened]\n${older.join("\n")}` };
  return [digest, ...messages.slice(start)];
}

/** Not between a call and its result. */
function startOfTail(messages: readonly Message[]): number {
  let start = Math.max(0, messages.length - verbatim);
  while (start > 0 && messages[start]?.role === "tool") start -= 1;
  return start;
}

function digestLine(message: Message): readonly string[] {
  if (message.role === "tool") return [];
  const text = textOf(message.content).replaceAll(/\s+/g, " ").trim();
  if (text === "") return [];
  const limit = digestChars[message.role];
  return [`${message.role}: ${charsIn(text) > limit ? `${firstChars(text, limit - 1)}…` : text}`];
}

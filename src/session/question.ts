import { secondsOf, type Clock } from "../domain/clock.ts";
import type { Content, Message, UserMessage } from "../domain/message.ts";
import { cleanInput } from "./clean-input.ts";
import type { TurnInput } from "./turn-input.ts";

/** A question and what goes along with it in this turn's requests alone. */
export type SentQuestion = TurnInput & {
  readonly context: string | null;
  /** What a compression in this turn added to that, or null. */
  readonly reminder: () => string | null;
};

/** The row. */
export function storedQuestion({ content, stored = {} }: TurnInput, clock: Clock): UserMessage {
  const extra = {
    ...(stored.displayKind === undefined ? {} : { display_kind: stored.displayKind }),
    ...(stored.displayMetadata === undefined ? {} : { display_metadata: stored.displayMetadata }),
  };
  return {
    role: "user",
    content: cleanInput(stored.text ?? content),
    timestamp: stored.timestamp ?? secondsOf(clock),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/**
 * From the question in the history to the one on the wire, the same object every time. Others may have put words in
 * front of it: an unanswered question of before, a note that something was left out. Those stay.
 */
export function createSentAs(question: SentQuestion): (question: Message) => Message {
  let reminder = question.reminder();
  let sentAs = sentWith(question, reminder);
  return (message) => {
    const now = question.reminder();
    if (now !== reminder) sentAs = sentWith(question, now);
    reminder = now;
    return sentAs(message);
  };
}

function sentWith(
  { content, stored, context: recalled }: SentQuestion,
  reminder: string | null,
): (question: Message) => Message {
  const notes = [recalled, reminder].filter((note) => note !== null);
  const context = notes.length === 0 ? null : notes.join("\n\n");
  const kept = stored?.text === undefined ? null : cleanInput(stored.text);
  if (kept === null && context === null) return (question) => question;
  const sent = cleanInput(content);
  const made = new WeakMap<Message, Message>();
  return (question) => {
    const known = made.get(question);
    if (known !== undefined || question.role !== "user") return known ?? question;
    const asked = kept === null ? question.content : replaced(question.content, kept, sent);
    const message = { ...question, content: context === null ? asked : joined(asked, `\n\n${context}`) };
    made.set(question, message);
    return message;
  };
}

function replaced(whole: Content, kept: Content, sent: Content): Content {
  if (typeof whole !== "string" || typeof kept !== "string" || !whole.endsWith(kept)) return whole;
  const before = whole.slice(0, whole.length - kept.length);
  return before === "" ? sent : joined(before, sent);
}

function joined(first: Content, second: Content): Content {
  if (typeof first === "string" && typeof second === "string") return first + second;
  return [...partsOf(first), ...partsOf(second)];
}

function partsOf(content: Content): Exclude<Content, string> {
  return typeof content === "string" ? [{ type: "text", text: content.trim() }] : content;
}

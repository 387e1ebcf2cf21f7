import { plainText } from "../../commands/plain-text.ts";
import { callsOf, type Message, shownText } from "../../domain/message.ts";
import { meantCall } from "../../text/meant-call.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { ownWords } from "../../text/skill-invocation.ts";
import type { Block } from "./screen.ts";

const mostExchanges = 10;
const questionChars = 300;
const answerChars = 200;
const answerLines = 3;

/** The end of a resumed conversation, so that one knows where one was. */
export function recapOf(history: readonly Message[]): readonly Block[] {
  const starts = history.flatMap((message, index) => (message.role === "user" ? [index] : []));
  const shown = starts.slice(-mostExchanges);
  if (shown.length === 0) return [];
  const exchanges = shown.flatMap((from, index) => exchangeOf(history.slice(from, shown[index + 1])));
  return [{ kind: "summary", text: say.recapHead(shown.length) }, ...exchanges];
}

function exchangeOf(messages: readonly Message[]): readonly Block[] {
  const [question] = messages;
  const asked = question === undefined ? "" : plainText(ownWords(shownText(question)) ?? shownText(question)).trim();
  const names = messages.flatMap((message) => callsOf(message).map((call) => meantCall(call).function.name));
  const answer = messages.findLast((message) => message.role === "assistant" && shownText(message).trim() !== "");
  return [
    { kind: "question", text: cut(asked, questionChars) },
    ...(names.length === 0 ? [] : [notice(say.recapTools(names.length, [...new Set(names)]))]),
    ...(answer === undefined ? [] : [said(plainText(shownText(answer)).trim())]),
  ];
}

function said(answer: string): Block {
  const lines = answer.split("\n");
  const few = lines.slice(0, answerLines).join("\n");
  const text = cut(few, answerChars);
  return { kind: "said", text: text === few && lines.length > answerLines ? `${text}…` : text };
}

function notice(text: string): Block {
  return { kind: "notice", level: "info", text };
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
}

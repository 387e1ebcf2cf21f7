import { ownContent, textOf, type Message } from "../../domain/message.ts";
import { clean, cleanLine } from "./clean.ts";
import { hasCalls, isAsked } from "./kinds.ts";

const mostQuoted = 1_400;
const mostRepeated = 200;

/** Alone, or with more only behind a comma or a full stop: "stop the server" is a request. */
const takesBack =
  /^\W{0,3}(?:please\s+|no[,.!]?\s+|wait[,.!]?\s+)?(?:stop|cancel|abort|undo|revert|never\s?mind|forget (?:it|that|about it)|don'?t do (?:it|that)|halt|stopp|abbrechen|vergiss es|annule|arrête|cancela|取消|停止|算了|不用了|やめて|中止|취소|отмена|стоп)(?:\s+(?:it|that|this|now|please|everything|bitte|das))*\s*(?:$|[.,!;。，！])/iu;
const goesOn =
  /^\W{0,3}(?:ok(?:ay)?|yes|yep|sure|go(?: on| ahead)?|continue|proceed|next|ja|weiter|mach weiter|oui|continue[rz]?|sí|sigue|继续|好|好的|続けて|계속|да|продолжай)[\s.!,]{0,5}(?:please|bitte)?[\s.!]{0,3}$/iu;

/** The task as the program knows it: the newest request, in the person's own words. No model has a say in it. */
export function activeTask(messages: readonly Message[], isKept: (index: number) => boolean): string {
  const at = messages.findLastIndex(isAsked);
  if (at === -1) return "None.";
  const newest = textIn(messages[at]);
  const date = dateOf(messages[at]);
  if (takesBack.test(newest)) return withdrawn(newest, date);
  if (isAnswered(messages, at))
    return `No open request: the newest one${date} has been answered. It was:\n${quoted(newest, mostRepeated)}`;
  const earlier = goesOn.test(newest) ? earlierTask(messages, at) : null;
  const lines = [
    earlier === null ? "" : `It goes on with this earlier request:\n${quoted(earlier, mostQuoted)}`,
    isKept(at)
      ? `The newest request${date} stands word for word in this conversation; that message is authoritative. It begins:\n${quoted(newest, mostRepeated)}`
      : `The newest request${date}, in the user's words; the message below is authoritative:\n${quoted(newest, mostQuoted)}`,
  ];
  return lines.filter((line) => line !== "").join("\n");
}

function withdrawn(text: string, date: string): string {
  return `The user has taken the earlier request back${date}; do not continue it. Their words:\n${quoted(text, mostRepeated)}`;
}

/** Something was said after it and nothing is under way. */
function isAnswered(messages: readonly Message[], asked: number): boolean {
  const last = messages.at(-1);
  return messages.length - 1 > asked && last?.role === "assistant" && !hasCalls(last);
}

function earlierTask(messages: readonly Message[], before: number): string | null {
  const at = messages.slice(0, before).findLastIndex((message) => isAsked(message) && !goesOn.test(textIn(message)));
  return at === -1 ? null : textIn(messages[at]);
}

function quoted(text: string, most: number): string {
  const words = clean(text.slice(0, most + 300))
    .slice(0, most)
    .toWellFormed();
  const lines = words.split("\n").map((line) => `> ${line}`);
  return words.length < text.trim().length && text.length > most ? `${lines.join("\n")} …` : lines.join("\n");
}

function textIn(message: Message | undefined): string {
  return message === undefined ? "" : textOf(ownContent(message)).trim();
}

function dateOf(message: Message | undefined): string {
  if (message?.timestamp === undefined) return "";
  const date = new Date(message.timestamp * 1_000);
  return Number.isNaN(date.getTime()) ? "" : ` (${date.toISOString().slice(0, 10)})`;
}

/** The last things the person asked for, as a hint what matters. */
export function recentTopics(messages: readonly Message[]): string {
  const asked = messages.filter(isAsked).slice(-3);
  return asked.map((message) => cleanLine(textOf(message.content), 230)).join(" / ");
}

import { plainLine, plainText } from "../../../commands/plain-text.ts";
import type { ApprovalPanel, Question } from "../../../domain/approval.ts";
import { gatewayTalksPhrases as say } from "../../../text/phrases/gateway-talks.ts";
import type { ChatPerson } from "../arrival.ts";
import { visible } from "../../../text/visible.ts";

const mostActionLines = 20;
const mostDiffLines = 30;
const longestShort = 200;

/** "Always" is written down for every chat and the terminal, so it is an admin's to say. */
export function offeredTo({ isAdmin }: ChatPerson, question: Question): Question {
  if (isAdmin || question.kind !== "approval") return question;
  const { approval } = question;
  return {
    ...question,
    choices: question.choices.filter((choice) => choice !== "always"),
    ...(approval === undefined ? {} : { approval: { ...approval, always: [] } }),
  };
}

/** A question of the turn in words for a chat. */
export function questionText({ kind, text, approval, choices, part, multiSelect }: Question): string {
  if (kind === "approval") {
    const body = approval === undefined ? [visible(text)] : approvalLines(approval);
    return [say.askedHead, ...body, say.howToAllow(choices)].join("\n");
  }
  return [
    ...(part === undefined ? [] : [say.partOf(part.number, part.of)]),
    plainText(text),
    ...(multiSelect === true ? [say.severalChoices] : []),
  ].join("\n");
}

/** As little of it as says which one it was. */
export function shortQuestion({ text, approval }: Question): string {
  return plainLine(visible(approval?.action ?? text), longestShort);
}

function approvalLines({ action, concerns, cwd, child, always, note, diff }: ApprovalPanel): readonly string[] {
  return [
    ...fewLines(visible(action), mostActionLines),
    ...(diff === null ? [] : fewLines(visible(diff), mostDiffLines)),
    ...concerns.map(({ rule, description }) => `${rule}: ${description}`),
    say.inFolder(cwd),
    ...(child === null ? [] : [say.forChild(visible(child))]),
    ...(always.length === 0 ? [] : [say.alwaysAllows(always)]),
    ...(note === null ? [] : [note]),
  ];
}

function fewLines(text: string, most: number): readonly string[] {
  const lines = text.split("\n");
  return lines.length <= most ? lines : [...lines.slice(0, most), say.moreLines(lines.length - most)];
}

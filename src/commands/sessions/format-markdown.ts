import { callsOf, shownText } from "../../domain/message.ts";
import type { ArchivedMessage, ArchivedSession } from "../../store/store.ts";

/** A session to read: who said what, calls in one line each, tool results fenced. */
export function sessionMarkdown({ session, messages }: ArchivedSession): string {
  const facts = [
    `- id: ${session.id}`,
    `- source: ${session.source}`,
    `- model: ${session.model}`,
    `- started: ${dateOf(session.started_at)}`,
    ...(session.ended_at === null ? [] : [`- ended: ${dateOf(session.ended_at)} (${session.end_reason ?? "unknown"})`]),
    ...(session.cwd === null ? [] : [`- directory: ${session.cwd}`]),
  ];
  const parts = [`# ${session.title ?? session.id}`, facts.join("\n"), ...messages.filter(isShown).map(passage)];
  return `${parts.join("\n\n")}\n`;
}

export function isShown({ active }: ArchivedMessage): boolean {
  return active;
}

export function dateOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}

function passage({ message, timestamp }: ArchivedMessage): string {
  const name = message.role === "tool" ? `tool: ${message.tool_name}` : message.role;
  const text = shownText(message);
  const calls = callsOf(message).map((call) => `- \`${call.function.name}(${call.function.arguments})\``);
  const body = [message.role === "tool" ? fenced(text) : text, calls.join("\n")].filter((piece) => piece !== "");
  return [`## ${name} (${dateOf(timestamp)})`, ...body].join("\n\n");
}

/** A fence longer than any inside, so that the text cannot end it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

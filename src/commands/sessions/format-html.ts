import { callsOf, shownText } from "../../domain/message.ts";
import type { ArchivedMessage, ArchivedSession } from "../../store/store.ts";
import { dateOf, isShown } from "./format-markdown.ts";

const style =
  "body{font:16px/1.5 system-ui;max-width:50rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}section{border-top:1px solid #ccc}.tool{color:#555}";

/** One page without scripts or outside files; whatever was said is text, never markup. */
export const pageStart = `<!doctype html>\n<html lang="en"><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>Hermes sessions</title><style>${style}</style>\n`;
export const pageEnd = "</html>\n";

export function sessionHtml({ session, messages }: ArchivedSession): string {
  const facts = `${session.id}, ${session.source}, ${session.model}, ${dateOf(session.started_at)}`;
  const passages = messages.filter(isShown).map(passage).join("\n");
  return `<article><h1>${escaped(session.title ?? session.id)}</h1><p>${escaped(facts)}</p>\n${passages}\n</article>\n`;
}

function passage({ message, timestamp }: ArchivedMessage): string {
  const name = message.role === "tool" ? `tool: ${message.tool_name}` : message.role;
  const calls = callsOf(message).map((call) => `${call.function.name}(${call.function.arguments})`);
  const text = [shownText(message), ...calls].filter((piece) => piece !== "").join("\n");
  return `<section class="${message.role}"><h2>${escaped(name)} <small>${dateOf(timestamp)}</small></h2><pre>${escaped(text)}</pre></section>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/gu, (character) => entities[character] ?? character);
}

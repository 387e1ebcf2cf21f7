import { callsOf, type Message, shownText, type ToolCall } from "../../domain/message.ts";
import type { ArchivedMessage, ArchivedSession } from "../../store/store.ts";
import { meantCall } from "../../text/meant-call.ts";
import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import { callPreview } from "../call-preview.ts";
import { dateOf, isShown } from "./format-markdown.ts";
import { pageStyle } from "./html-style.ts";
import { escaped, htmlOf } from "./html-text.ts";

const policy = "default-src 'none'; style-src 'unsafe-inline'";

/** One page without scripts or outside files; whatever was said is text, never markup. */
export const pageStart = `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta http-equiv="Content-Security-Policy" content="${policy}"><title>${say.pageTitle}</title><style>${pageStyle}</style></head><body>\n`;
export const pageEnd = "</body></html>\n";

export function sessionHtml({ session, messages }: ArchivedSession): string {
  const facts: readonly (readonly [string, string])[] = [
    ["session", session.id],
    ["model", `${session.model} (${session.provider})`],
    ["source", session.source],
    ["started", `${timeOf(session.started_at)} UTC`],
    ...(session.cwd === null ? [] : [["directory", session.cwd] as const]),
    ...(session.cost_usd === null ? [] : [["cost", `$${session.cost_usd.toFixed(4)}`] as const]),
  ];
  const listed = facts.map(([label, value]) => `<dt>${label}</dt><dd>${escaped(value)}</dd>`).join("");
  const said = messages.filter(isShown);
  const results = new Map(
    said.flatMap(({ message }) => (message.role === "tool" ? [[message.tool_call_id, message]] : [])),
  );
  const called = new Set(said.flatMap(({ message }) => callsOf(message).map(({ id }) => id)));
  const isOwn = ({ message }: ArchivedMessage): boolean => message.role !== "tool" || !called.has(message.tool_call_id);
  const passages = said.filter(isOwn).map((row) => passage(row, results));
  return `<article><h1>${escaped(session.title ?? session.id)}</h1><dl>${listed}</dl>\n${passages.join("\n")}\n</article>\n`;
}

function timeOf(seconds: number): string {
  return dateOf(seconds).slice(0, 19).replace("T", " ");
}

type Results = ReadonlyMap<string, Message>;

function passage({ message, timestamp }: ArchivedMessage, results: Results): string {
  if (message.role === "tool") return folded(message.tool_name, "", shownText(message), false); // of a call nobody knows
  const when = `<div class="who">${message.role === "user" ? say.you : say.hermes} · ${timeOf(timestamp)}</div>`;
  const thought = message.role === "assistant" ? (message.reasoning ?? "").trim() : "";
  const thoughts = thought === "" ? "" : folded(say.thought, "", thought, false);
  const calls = callsOf(message).map((call) => callHtml(call, results.get(call.id)));
  return `<section class="${message.role}">${[when, thoughts, htmlOf(shownText(message)), ...calls].join("")}</section>`;
}

function callHtml(call: ToolCall, result: Message | undefined): string {
  const text = result === undefined ? say.noResult : shownText(result);
  const isFailed = result === undefined || /^\s*\{\s*"error"\s*:/.test(text);
  const meant = meantCall(call);
  return folded(meant.function.name, callPreview(meant), `${call.function.arguments}\n\n${text}`, isFailed);
}

function folded(name: string, preview: string, body: string, isFailed: boolean): string {
  const head = `<summary><strong>${escaped(name)}</strong> ${escaped(preview)}</summary>`;
  return `<details${isFailed ? ' class="failed"' : ""}>${head}<pre>${escaped(body)}</pre></details>`;
}

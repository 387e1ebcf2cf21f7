import type { SearchHit, SessionRow } from "../../store/store.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { plainLine } from "../plain-text.ts";
import { ageOf } from "../sessions/age.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

export const mostListed = 10;
const mostOfAll = 200;
const usage = "[search <text> | all]";
const searching = /^search(?:\s+(?<query>[^]*))?$/i;

export const sessionsCommand: SlashCommand = {
  name: "sessions",
  aliases: [],
  usage,
  summary: say.sessionsSummary,
  busy: "run",
  run: (rest, context) => {
    const wish = searching.exec(rest);
    if (wish !== null) return found(wish.groups?.["query"] ?? "", context);
    if (rest !== "" && rest.toLowerCase() !== "all") return refusal(say.usage("sessions", usage));
    const rows = context.store.sessions.list({ limit: rest === "" ? mostListed : mostOfAll });
    const lines = rows.map((row) => rowLine(row, context.nowMs));
    return said(lines.length === 0 ? say.noSessions : lines.join("\n"));
  },
};

export function rowLine({ id, title, last_activity_at: at, message_count: count }: SessionRow, nowMs: number): string {
  return `${id}  ${plainLine(title ?? say.untitled, 40)}  ${ageOf(at, nowMs)}  ${say.messages(count)}`;
}

function found(query: string, { store, nowMs }: SlashContext): SlashOutcome {
  if (query === "") return refusal(say.usage("sessions", "search <text>"));
  const { hits, note } = store.search(query, { limit: mostListed });
  if (hits.length === 0) return refusal(note ?? say.nothingFound(query));
  return said(hits.map((hit) => hitLines(hit, nowMs)).join("\n"));
}

function hitLines({ session_id: id, title, when, snippet }: SearchHit, nowMs: number): string {
  return `${id}  ${plainLine(title ?? say.untitled, 40)}  ${ageOf(when, nowMs)}\n    ${plainLine(snippet, 160)}`;
}

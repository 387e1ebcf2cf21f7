import { callsOf, textOf, type Message } from "../../domain/message.ts";
import { cleanLine } from "./clean.ts";
import { argumentsOf, callsById, lineOf } from "./cut-result.ts";
import { isAsked, isSummary } from "./kinds.ts";
import { nextActionNumber, readSections, type Heading } from "./template.ts";

const mostTurns = 8;
const mostActions = 40;
const mostFiles = 30;
const mostErrors = 12;
const mostLine = 160;

/** A summary by rules alone: for a conversation that cannot be sent as it is and that no model can sum up. */
export function emergencySections(
  middle: readonly Message[],
  previous: string | null,
  kept: readonly Message[],
): ReadonlyMap<Heading, string> {
  const before = previous === null ? new Map<Heading, string>() : readSections(previous);
  const goal = [...kept, ...middle].find(isAsked);
  const found: readonly (readonly [Heading, string])[] = [
    ["Goal", before.get("Goal") ?? (goal === undefined ? "" : cleanLine(textOf(goal.content), 400))],
    ["Constraints & Preferences", before.get("Constraints & Preferences") ?? ""],
    ["Completed Actions", both(before.get("Completed Actions"), actions(middle, previous))],
    ["Progress", `### Done\nSee Completed Actions.\n\n### In Progress\n${lastTurns(middle)}\n\n### Blocked\nNone.`],
    ["Key Decisions", before.get("Key Decisions") ?? ""],
    ["Relevant Files", both(before.get("Relevant Files"), files(middle))],
    ["Next Steps", before.get("Next Steps") ?? ""],
    ["Critical Context", both(before.get("Critical Context"), errors(middle))],
  ];
  return new Map(found);
}

function both(earlier: string | undefined, now: string): string {
  return [earlier === "None." ? "" : (earlier ?? ""), now].filter((text) => text !== "").join("\n");
}

function actions(middle: readonly Message[], previous: string | null): string {
  const calls = callsById(middle);
  const first = previous === null ? 1 : nextActionNumber(previous);
  const lines = middle.flatMap((message) => {
    const call = message.role === "tool" ? calls.get(message.tool_call_id) : undefined;
    return call === undefined ? [] : [cleanLine(lineOf(call, textOf(message.content)), mostLine)];
  });
  return lines
    .map((line, index) => `${first + index}. ${line}`)
    .slice(-mostActions)
    .join("\n");
}

function lastTurns(middle: readonly Message[]): string {
  const said = middle.filter((message) => message.role !== "tool" && !isSummary(message));
  const lines = said
    .map((message) => `- ${message.role}: ${cleanLine(textOf(message.content), mostLine)}`)
    .filter((line) => !line.endsWith(": "));
  return lines.length === 0 ? "None." : lines.slice(-mostTurns).join("\n");
}

function files(middle: readonly Message[]): string {
  const paths = middle.flatMap(callsOf).flatMap((call) => {
    const { path } = argumentsOf(call);
    return typeof path === "string" && path !== "" ? [cleanLine(path, mostLine)] : [];
  });
  return [...new Set(paths.toReversed())]
    .slice(0, mostFiles)
    .map((path) => `- ${path}`)
    .join("\n");
}

const saysError = /^.{0,120}\b(?:[Ee]rror|ERROR|[Ee]xception|FAILED|fatal)\b.{0,160}$/m;

function errors(middle: readonly Message[]): string {
  const lines = middle.flatMap((message) => {
    const found = message.role === "tool" ? saysError.exec(textOf(message.content).slice(0, 4_000)) : null;
    return found === null ? [] : [`- ${cleanLine(found[0], mostLine)}`];
  });
  return [...new Set(lines.toReversed())].slice(0, mostErrors).join("\n");
}

import { plainLine } from "../../commands/plain-text.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { childLine, mostThoughtLines, toolLine } from "./block-lines.ts";
import { oneLine, wrapped } from "./lines.ts";
import { markdownLines } from "./markdown-lines.ts";
import { isEmpty, tailOf } from "./open-text.ts";
import { thousands } from "./thousands.ts";
import type { Paint } from "./theme/paint.ts";
import { panelLines } from "./panel-lines.ts";
import { delegates } from "./reduce-tools.ts";
import type { LiveTurn, RunningChild, RunningTool, Screen } from "./screen.ts";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 120;
const charsPerToken = 4;
const mostQueued = 3;

export type Place = { readonly width: number; readonly height: number; readonly paint: Paint; readonly nowMs: number };

/** All that may still change, above the editor. Never more than fits: what is above the window cannot be repainted. */
export function liveLines(screen: Screen, place: Place): readonly string[] {
  const { turn } = screen;
  const { width, paint, nowMs, height } = place;
  const panel = panelLines(screen, width, paint, nowMs);
  const below = [...panel, ...queueLines(screen, place), ...(turn === null ? [] : spinner(screen, turn, place))];
  const hint = screen.hint === null ? [] : [paint.dim(oneLine(screen.hint, width))];
  const room = Math.max(0, height - below.length - hint.length);
  const above = turn === null ? [] : turnLines(screen, turn, place, room);
  return [...lastOf(above, room), ...below, ...hint].slice(-Math.max(1, height));
}

function turnLines(screen: Screen, turn: LiveTurn, place: Place, room: number): readonly string[] {
  const { width, paint } = place;
  const isThinking = turn.reasoning.trim() !== "" && screen.reasoningView !== "hidden";
  const most = screen.reasoningView === "full" ? room : mostThoughtLines;
  const parent = turn.tools.find(delegates) ?? turn.tools.at(-1);
  const children = turn.children.map((child) => childLine(asRunning(child), width, paint));
  return [
    ...(isThinking ? thoughts(turn, place, most) : []),
    ...(isEmpty(turn.text) ? [] : ["", ...markdownLines(tailOf(turn.text, room + 2), width, paint)]),
    ...turn.tools.flatMap((tool) => [runningLine(tool, place), ...(tool === parent ? children : [])]),
  ];
}

/** One that is over has no number any more. */
function asRunning({ goal, note, number, isOver }: RunningChild): Parameters<typeof childLine>[0] {
  return isOver ? { goal, note } : { goal, note, number };
}

function runningLine({ name, preview, note, startedMs }: RunningTool, { width, paint, nowMs }: Place): string {
  const tail = paint.dim([say.elapsed(nowMs - startedMs), ...(note === "" ? [] : [note])].join(" "));
  return toolLine({ mark: paint.warn("•"), name, preview, tail }, width, paint);
}

/** The newest thoughts; how many lines went before them is reckoned, not wrapped again and again. */
function thoughts({ reasoning, reasoningMs }: LiveTurn, place: Place, most: number): readonly string[] {
  const { width, paint, nowMs } = place;
  const text = reasoning.trim();
  const lines = wrapped(text.slice(-width * most * 2), width, "  ");
  const shown = lines.slice(-Math.max(1, most));
  const hidden = Math.max(lines.length, rowsOf(text, width - 2)) - shown.length;
  const head = [say.thinkingFor(nowMs - reasoningMs), ...(hidden > 0 ? [say.hiddenAbove(hidden)] : [])].join(" ");
  return ["", head, ...shown].map((line) => paint.dim(oneLine(line, width)));
}

function rowsOf(text: string, width: number): number {
  return text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / Math.max(1, width))), 0);
}

function spinner(screen: Screen, turn: LiveTurn, { width, paint, nowMs }: Place): readonly string[] {
  const frame = frames[Math.floor(nowMs / frameMs) % frames.length] ?? "";
  const phase = phaseOf(screen, turn, nowMs);
  const tokens = Math.round(turn.received / charsPerToken);
  const parts = [phase, say.elapsed(nowMs - turn.startedMs), ...(tokens > 0 ? [say.received(thousands(tokens))] : [])];
  const line = `${frame} ${[...parts, say.stopHint].join(" · ")}`;
  return ["", paint.accent(oneLine(line, width))];
}

function phaseOf({ panels }: Screen, { isStopping, retryMs, tools, phase }: LiveTurn, nowMs: number): string {
  const [open] = panels;
  if (isStopping) return say.stopping;
  if (open !== undefined) return open.question.kind === "approval" ? say.approving : say.asking;
  if (retryMs !== null) return say.retryingIn(Math.max(0, retryMs - nowMs));
  const last = tools.at(-1);
  if (last === undefined) return phase;
  return tools.length === 1 ? last.name : say.severalTools(last.name, tools.length - 1);
}

function queueLines({ queue }: Screen, { width, paint }: Place): readonly string[] {
  return queue.slice(0, mostQueued).map(({ text }) => paint.dim(oneLine(say.queued(plainLine(text, 200)), width)));
}

function lastOf(lines: readonly string[], count: number): readonly string[] {
  return count === 0 ? [] : lines.slice(-count);
}

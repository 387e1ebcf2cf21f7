import { plainLine } from "../../commands/plain-text.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { toolLine } from "./block-lines.ts";
import { oneLine, wrapped } from "./lines.ts";
import { markdownLines } from "./markdown-lines.ts";
import { tailOf } from "./open-text.ts";
import type { Paint } from "./theme/paint.ts";
import { panelLines } from "./panel-lines.ts";
import type { LiveTurn, Screen } from "./screen.ts";

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 120;
const thoughtLines = 4;
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
  const above = turn === null ? [] : turnLines(turn, place, room);
  return [...lastOf(above, room), ...below, ...hint].slice(-Math.max(1, height));
}

function turnLines(turn: LiveTurn, place: Place, room: number): readonly string[] {
  const { width, paint, nowMs } = place;
  return [
    ...(turn.reasoning.trim() === "" ? [] : thoughts(turn, place)),
    ...(turn.text.text.trim() === "" ? [] : ["", ...markdownLines(tailOf(turn.text, room + 2), width, paint)]),
    ...turn.tools.map(({ name, preview, note, startedMs }) => {
      const tail = paint.dim([say.elapsed(nowMs - startedMs), ...(note === "" ? [] : [note])].join(" "));
      return toolLine({ mark: paint.warn("•"), name, preview, tail }, width, paint);
    }),
    ...turn.children.map(({ goal, note }) => oneLine(`  ${paint.dim("↳")} ${goal} ${paint.dim(note)}`, width)),
  ];
}

function thoughts({ reasoning, reasoningMs }: LiveTurn, { width, paint, nowMs }: Place): readonly string[] {
  const tail = reasoning.trim().slice(-width * thoughtLines * 2);
  const lines = wrapped(tail, width, "  ").slice(-thoughtLines);
  return ["", say.thinkingFor(nowMs - reasoningMs), ...lines].map((line) => paint.dim(oneLine(line, width)));
}

function spinner(screen: Screen, turn: LiveTurn, { width, paint, nowMs }: Place): readonly string[] {
  const frame = frames[Math.floor(nowMs / frameMs) % frames.length] ?? "";
  const phase = turn.isStopping ? say.stopping : screen.panels.length > 0 ? say.asking : turn.phase;
  const tokens = Math.round(turn.received / charsPerToken);
  const parts = [phase, say.elapsed(nowMs - turn.startedMs), ...(tokens > 0 ? [say.received(tokens)] : [])];
  const line = `${frame} ${[...parts, say.stopHint].join(" · ")}`;
  return ["", paint.accent(oneLine(line, width))];
}

function queueLines({ queue }: Screen, { width, paint }: Place): readonly string[] {
  return queue.slice(0, mostQueued).map((text) => paint.dim(oneLine(say.queued(plainLine(text, 200)), width)));
}

function lastOf(lines: readonly string[], count: number): readonly string[] {
  return count === 0 ? [] : lines.slice(-count);
}

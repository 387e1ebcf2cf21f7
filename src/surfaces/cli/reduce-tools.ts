import { z } from "zod";
import { plainLine, plainText } from "../../commands/plain-text.ts";
import type { AgentEvent } from "../../domain/event.ts";
import { textOf } from "../../domain/message.ts";
import type { Block, LiveTurn, RunningChild, RunningTool, Screen } from "./screen.ts";

type Event<T extends AgentEvent["type"]> = Extract<AgentEvent, { type: T }>;

const longestPreview = 300;
const longestDetail = 1_000;
const mostDetailLines = 8;
const WithDiff = z.looseObject({ diff: z.string().min(1) });

export function toolStarted(
  screen: Screen & { readonly turn: LiveTurn },
  { call, preview }: Event<"tool.started">,
  nowMs: number,
): Screen {
  const name = plainLine(call.function.name, longestPreview);
  const shown = plainLine(preview, longestPreview);
  const given = screen.toolView === "verbose" ? { given: call.function.arguments } : {};
  const tool: RunningTool = { callId: call.id, name, preview: shown, startedMs: nowMs, note: "", ...given };
  const { turn } = screen;
  return { ...screen, turn: { ...turn, tools: [...turn.tools, tool], phase: name, phaseMs: nowMs, wasHeard: false } };
}

/** The line of a call becomes final the moment its outcome is known. */
export function toolFinished(screen: Screen, turn: LiveTurn, event: Event<"tool.finished">): Screen {
  const { callId, result } = event;
  const running = turn.tools.find((tool) => tool.callId === callId);
  const name = running?.name ?? plainLine(result.name ?? "", longestPreview);
  const isSameAgain = screen.toolView === "new" && turn.lastTool === name && event.ok;
  const line = isSameAgain ? [] : [callLine(name, running, event)];
  const blocks = [...line, ...diffBlocks(event)];
  const tools = turn.tools.filter((tool) => tool.callId !== callId);
  const isParent = tools.length === 0 || delegates({ name });
  const below = isParent ? childBlocks(turn.children) : [];
  const children = tools.length === 0 ? [] : turn.children.filter(({ isOver }) => !isOver || !isParent);
  return {
    ...screen,
    finished: [...screen.finished, ...blocks, ...below],
    turn: { ...turn, tools, children, ...latest(screen, name) },
  };
}

/** Remembered where only a change of tools is shown. */
function latest({ toolView }: Screen, lastTool: string): Pick<LiveTurn, "lastTool"> {
  return toolView === "new" ? { lastTool } : {};
}

function callLine(name: string, running: RunningTool | undefined, event: Event<"tool.finished">): Block {
  const { ok, durationMs, result } = event;
  const line = { kind: "tool", name, preview: running?.preview ?? "", ok, durationMs } as const;
  return running?.given === undefined ? line : { ...line, detail: detailOf(running.given, textOf(result.content)) };
}

function diffBlocks({ ok, result }: Event<"tool.finished">): readonly Block[] {
  const diff = ok ? diffIn(textOf(result.content)) : null;
  return diff === null ? [] : [{ kind: "diff", diff }];
}

function detailOf(given: string, content: string): string {
  return `${plainLine(given, longestDetail)}\n${firstLines(plainText(content))}`;
}

function firstLines(text: string): string {
  const lines = text.trim().split("\n");
  const few = lines.slice(0, mostDetailLines).map((line) => plainLine(line, longestPreview));
  return (lines.length > mostDetailLines ? [...few, "…"] : few).join("\n");
}

/** Whether a call is one that children belong to. */
export function delegates({ name }: { readonly name: string }): boolean {
  return name === "delegate_task";
}

/** Those that are over, as they stand in the scrollback. */
export function childBlocks(children: LiveTurn["children"]): readonly Block[] {
  return children.flatMap(({ goal, note, isOver }): Block[] => (isOver ? [{ kind: "child", goal, note }] : []));
}

/** Tools that change files report how. */
function diffIn(content: string): string | null {
  if (!content.includes('"diff"')) return null;
  try {
    const read = WithDiff.safeParse(JSON.parse(content));
    return read.success ? plainText(read.data.diff) : null;
  } catch {
    return null; // a result cut to size is no JSON any more
  }
}

export function childChanged(screen: Screen, turn: LiveTurn, event: Event<"subagent.changed">): Screen {
  const { id, number, phase } = event;
  const [goal, note] = [plainLine(event.goal, longestPreview), plainLine(event.note, longestPreview)];
  const others = turn.children.filter((child) => child.id !== id);
  if (phase === "text" && others.length < turn.children.length) return screen;
  const child: RunningChild = { id, number, goal, note, isOver: phase === "ended" };
  const children = [...others, child].toSorted((one, other) => one.number - other.number);
  return { ...screen, turn: { ...turn, children } };
}

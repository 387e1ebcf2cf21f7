import { z } from "zod";
import { plainLine, plainText } from "../../commands/plain-text.ts";
import type { AgentEvent } from "../../domain/event.ts";
import { textOf } from "../../domain/message.ts";
import type { Block, LiveTurn, RunningChild, RunningTool, Screen } from "./screen.ts";

type Event<T extends AgentEvent["type"]> = Extract<AgentEvent, { type: T }>;

const longestPreview = 300;
const WithDiff = z.looseObject({ diff: z.string().min(1) });

export function toolStarted(
  screen: Screen & { readonly turn: LiveTurn },
  { call, preview }: Event<"tool.started">,
  nowMs: number,
): Screen {
  const name = plainLine(call.function.name, longestPreview);
  const shown = plainLine(preview, longestPreview);
  const tool: RunningTool = { callId: call.id, name, preview: shown, startedMs: nowMs, note: "" };
  const { turn } = screen;
  return { ...screen, turn: { ...turn, tools: [...turn.tools, tool], phase: name, phaseMs: nowMs, wasHeard: false } };
}

/** The line of a call becomes final the moment its outcome is known. */
export function toolFinished(screen: Screen, turn: LiveTurn, event: Event<"tool.finished">): Screen {
  const { callId, ok, durationMs, result } = event;
  const running = turn.tools.find((tool) => tool.callId === callId);
  const name = running?.name ?? plainLine(result.name ?? "", longestPreview);
  const line: Block = { kind: "tool", name, preview: running?.preview ?? "", ok, durationMs };
  const diff = ok ? diffIn(textOf(result.content)) : null;
  const blocks: readonly Block[] = diff === null ? [line] : [line, { kind: "diff", diff }];
  const tools = turn.tools.filter((tool) => tool.callId !== callId);
  const isParent = tools.length === 0 || delegates({ name });
  const below = isParent ? childBlocks(turn.children) : [];
  const children = tools.length === 0 ? [] : turn.children.filter(({ isOver }) => !isOver || !isParent);
  return { ...screen, finished: [...screen.finished, ...blocks, ...below], turn: { ...turn, tools, children } };
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

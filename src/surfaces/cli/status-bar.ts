import { basename } from "node:path";
import { plainLine } from "../../commands/plain-text.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { mostGoalTurns } from "../../session/goal/goal-keeper.ts";
import { goalPhrases } from "../../text/phrases/goal.ts";
import { oneLine } from "./lines.ts";
import { minutes } from "./minutes.ts";
import { thousands } from "./thousands.ts";
import type { Paint } from "./theme/paint.ts";
import type { Screen } from "./screen.ts";

const full = 76;
const compact = 52;
const cells = 8;

/** What is in force, on one line: all of it in a wide window, what matters most in a narrow one. */
export function statusBar(screen: Screen, width: number, paint: Paint, nowMs: number): string {
  const { info, contextTokens, yolo, edits, title } = screen;
  const share = info.contextLength > 0 ? Math.min(1, contextTokens / info.contextLength) : 0;
  const percent = colourOf(share, paint)(`${Math.round(share * 100)}%`);
  const mode = edits === "allow" ? paint.dim(say.edits(edits)) : paint.warn(say.edits(edits));
  const model = basename(info.model);
  const danger = yolo ? [paint.bad(say.yoloMark)] : [];
  if (width < compact) return oneLine([...danger, percent, mode, model].join(" "), width);
  const size = `${thousands(contextTokens)}/${thousands(info.contextLength)}`;
  const parts = [model, ...danger, width < full ? percent : `${size} │ ${bar(share, paint)} ${percent}`, mode];
  if (width < full) return oneLine(parts.join(" │ "), width);
  const more = [
    costText(screen.costUsd),
    minutes(nowMs - screen.startedMs),
    ...(screen.compressions > 0 ? [`🗜️ ${screen.compressions}`] : []),
    ...(screen.background > 0 ? [`▶ ${screen.background}`] : []),
    ...(screen.goalTurn === null ? [] : [goalPhrases.mark(screen.goalTurn, mostGoalTurns)]),
    ...(title === null ? [] : [plainLine(title, 60)]),
  ];
  return oneLine([...parts, ...more].join(" │ "), width);
}

function bar(share: number, paint: Paint): string {
  const filled = Math.round(share * cells);
  return `[${colourOf(share, paint)("█".repeat(filled))}${paint.dim("░".repeat(cells - filled))}]`;
}

function colourOf(share: number, paint: Paint): (text: string) => string {
  if (share < 0.5) return paint.good;
  if (share < 0.8) return paint.warn;
  return share < 0.95 ? paint.hot : paint.bad;
}

function costText(usd: number | null): string {
  return usd === null ? say.noCost : `$${usd.toFixed(2)}`;
}

import type { Question } from "../../domain/approval.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { visible } from "../../text/visible.ts";
import { diffLines } from "./diff-lines.ts";
import { oneLine, wrapped } from "./lines.ts";
import type { Paint } from "./theme/paint.ts";
import { choicesShown, isListening } from "./panel-choices.ts";
import type { OpenPanel, PanelState, Screen } from "./screen.ts";

const mostActionLines = 6;

/** The question that waits, above the editor. */
export function panelLines(screen: Screen, width: number, paint: Paint, nowMs: number): readonly string[] {
  const [first] = screen.panels;
  if (first === undefined) return [];
  const { question, untilMs } = first;
  const { part } = question;
  const position = part === undefined ? say.positionOf(screen.panels.length) : say.partOf(part.number, part.of);
  const left = untilMs === null ? "" : ` · ${say.secondsLeft(Math.max(0, Math.ceil((untilMs - nowMs) / 1_000)))}`;
  const head = question.kind === "approval" ? say.approvalHead(position) : say.clarifyHead(position);
  const body =
    question.kind === "approval"
      ? approvalBody(question, screen.panel, width, paint)
      : clarifyBody(first, screen.panel, width, paint);
  const keys = isListening(screen, nowMs) ? wrapped(keysOf(question, screen.panel), width) : [oneLine(say.soon, width)];
  const lines = keys.map((line) => paint.accent(line));
  return ["", paint.warn(paint.bold(oneLine(`${head}${left}`, width))), ...body, ...lines];
}

function approvalBody(question: Question, panel: PanelState, width: number, paint: Paint): readonly string[] {
  const { approval, text } = question;
  const whole = wrapped(visible(approval?.action ?? text), width, "  ");
  const most = panel.isFull ? whole.length : mostActionLines;
  const action = whole.slice(0, most);
  const hidden = whole.length - action.length;
  const about = approval === undefined ? [] : approvalFacts(approval, width, paint);
  return [...action, ...(hidden > 0 ? [paint.dim(`  ${say.hiddenLines(hidden)}`)] : []), ...about];
}

function approvalFacts(approval: NonNullable<Question["approval"]>, width: number, paint: Paint): readonly string[] {
  const { concerns, cwd, child, always, note, diff } = approval;
  const facts = [
    ...concerns.map(({ rule, description }) => `${rule}: ${description}`),
    say.inFolder(cwd),
    ...(child === null ? [] : [say.forChild(child)]),
    ...(always.length === 0 ? [] : [say.alwaysAllows(always)]),
    ...(note === null ? [] : [note]),
  ];
  const shown = facts.flatMap((fact) => wrapped(visible(fact), width, "  ")).map((line) => paint.dim(line));
  return [...(diff === null ? [] : diffLines(visible(diff), width, paint).slice(0, 12)), ...shown];
}

function keysOf({ kind, choices, multiSelect }: Question, { isWriting }: PanelState): string {
  if (kind === "approval") return isWriting ? say.writeReason : approvalKeys(choices);
  if (isWriting) return say.writeAnswer;
  return multiSelect === true ? say.chooseManyKeys : say.chooseKeys;
}

function approvalKeys(choices: readonly string[]): string {
  const keys = [
    ...(choices.includes("once") ? [say.keyOnce] : []),
    ...(choices.includes("session") ? [say.keySession] : []),
    ...(choices.includes("always") ? [say.keyAlways] : []),
    say.keyDeny,
    say.keyReason,
    say.keyView,
  ];
  return keys.join(" · ");
}

function clarifyBody(open: OpenPanel, panel: PanelState, width: number, paint: Paint): readonly string[] {
  const { question, isOurs } = open;
  const many = question.multiSelect === true;
  const choices = choicesShown(open).map((choice, index) => {
    const mark = index === panel.cursor ? "❯" : " ";
    const box = many && index < question.choices.length ? (panel.chosen.includes(index) ? "[x] " : "[ ] ") : "";
    const first = index === 0 && question.choices.length > 1 && !isOurs ? ` ${say.recommended}` : "";
    const line = oneLine(`${mark} ${box}${visible(choice)}${first}`, width);
    return index === panel.cursor ? paint.bold(line) : line;
  });
  return [...wrapped(visible(question.text), width, "  "), ...choices];
}

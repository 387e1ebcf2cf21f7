import type { EditsMode, Question } from "../../domain/approval.ts";
import type { AgentEvent, SessionInfo } from "../../domain/event.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { withoutItsQuestions } from "./finish-turn.ts";
import { type InputAction, isInput, reduceInput } from "./input/reduce-input.ts";
import { timeOfDay } from "./time-of-day.ts";
import { choicesShown } from "./panel-choices.ts";
import { reduceEvent } from "./reduce-event.ts";
import { type Block, newTurn, type PanelState, type Screen, untouched, type Weight, withBlocks } from "./screen.ts";

/** What changes the screen: the turn, and the person. */
export type Action =
  | InputAction
  | { readonly type: "event"; readonly event: AgentEvent }
  | { readonly type: "asked"; readonly text: string }
  | { readonly type: "stopping" }
  | { readonly type: "shown"; readonly block: Block }
  | { readonly type: "choosing"; readonly question: Question }
  | { readonly type: "answered"; readonly questionId: string }
  | { readonly type: "expired" } // questions whose time is over
  | { readonly type: "typed" } // a key that was not meant for the question that had just come up
  | { readonly type: "panel.moved"; readonly by: number }
  | { readonly type: "panel.toggled" }
  | { readonly type: "panel.writing"; readonly on: boolean }
  | { readonly type: "panel.viewed" }
  | { readonly type: "permissions"; readonly edits: EditsMode; readonly yolo: boolean }
  | { readonly type: "hinted"; readonly text: string | null }
  | { readonly type: "named"; readonly title: string | null }
  | { readonly type: "informed"; readonly info: SessionInfo; readonly weight?: Weight }
  | { readonly type: "pursued"; readonly turn: number | null } // of the goal
  | { readonly type: "background"; readonly running: number }
  | { readonly type: "committed"; readonly count: number }
  | { readonly type: "broke"; readonly reason: string }; // a bug ended the turn

/** The whole behaviour of the screen: the same for every terminal, and without one. */
export function reduce(screen: Screen, action: Action, nowMs: number): Screen {
  if (isInput(action)) return reduceInput(screen, action, nowMs);
  switch (action.type) {
    case "event":
      return reduceEvent(screen, action.event, nowMs);
    case "asked": {
      const turn = newTurn(nowMs, say.thinking);
      const time = screen.showsTimes ? { time: timeOfDay(nowMs) } : {};
      return { ...withBlocks(screen, [{ kind: "question", text: action.text, ...time }]), turn, hint: null };
    }
    case "stopping":
      return screen.turn === null ? screen : { ...screen, turn: { ...screen.turn, isStopping: true } };
    case "broke": {
      const notice: Block = { kind: "notice", level: "error", text: action.reason };
      return { ...withBlocks(screen, [notice]), turn: null, ...withoutItsQuestions(screen) };
    }
    default:
      return reduceFrame(screen, action, nowMs);
  }
}

type TurnAction = InputAction | Extract<Action, { type: "event" | "asked" | "stopping" | "broke" }>;

/** What is around the turn: the blocks to be written, and what the status bar says. */
function reduceFrame(screen: Screen, action: Exclude<Action, TurnAction>, nowMs: number): Screen {
  switch (action.type) {
    case "shown":
      return withBlocks(screen, [action.block]);
    case "hinted":
      return screen.hint === action.text ? screen : { ...screen, hint: action.text };
    case "typed":
      return { ...screen, typedMs: nowMs };
    case "permissions":
    case "named":
    case "informed":
    case "pursued":
    case "background":
      return reduceFacts(screen, action);
    case "committed":
      return action.count === 0 ? screen : { ...screen, finished: screen.finished.slice(action.count) };
    default:
      return reducePanel(screen, action, nowMs);
  }
}

type FactAction = Extract<Action, { type: "permissions" | "named" | "informed" | "pursued" | "background" }>;

/** What is in force. */
function reduceFacts(screen: Screen, action: FactAction): Screen {
  switch (action.type) {
    case "permissions":
      return { ...screen, edits: action.edits, yolo: action.yolo };
    case "named":
      return { ...screen, title: action.title };
    case "informed":
      return { ...screen, info: action.info, ...action.weight };
    case "pursued":
      return screen.goalTurn === action.turn ? screen : { ...screen, goalTurn: action.turn };
    case "background":
      return screen.background === action.running ? screen : { ...screen, background: action.running };
  }
}

type PanelAction = Extract<
  Action,
  { type: "choosing" | "answered" | "expired" | "panel.moved" | "panel.toggled" | "panel.writing" | "panel.viewed" }
>;

function reducePanel(screen: Screen, action: PanelAction, nowMs: number): Screen {
  switch (action.type) {
    case "choosing": {
      const { question } = action;
      const untilMs = question.timeoutMs === undefined ? null : nowMs + question.timeoutMs;
      const panel = screen.panels.length === 0 ? untouched : screen.panel;
      return { ...screen, panels: [...screen.panels, { question, untilMs, sinceMs: nowMs, isOurs: true }], panel };
    }
    case "answered":
      return closed(screen, (id) => id === action.questionId, nowMs);
    case "expired": {
      const late = screen.panels.filter(({ untilMs }) => untilMs !== null && untilMs <= nowMs);
      return late.length === 0
        ? screen
        : closed(screen, (id) => late.some(({ question }) => question.id === id), nowMs);
    }
    default:
      return { ...screen, panel: touched(screen, action) };
  }
}

function touched(
  { panels, panel }: Screen,
  action: Exclude<PanelAction, { type: "choosing" | "answered" | "expired" }>,
): PanelState {
  const count = panels[0] === undefined ? 1 : choicesShown(panels[0]).length;
  switch (action.type) {
    case "panel.moved":
      return { ...panel, cursor: (panel.cursor + action.by + count) % count };
    case "panel.toggled": {
      const { chosen, cursor } = panel;
      return {
        ...panel,
        chosen: chosen.includes(cursor) ? chosen.filter((one) => one !== cursor) : [...chosen, cursor],
      };
    }
    case "panel.writing":
      return { ...panel, isWriting: action.on };
    case "panel.viewed":
      return { ...panel, isFull: !panel.isFull };
  }
}

function closed(screen: Screen, isOver: (id: string) => boolean, nowMs: number): Screen {
  const panels = screen.panels.filter(({ question }) => !isOver(question.id));
  const [first, ...others] = panels;
  if (first === undefined) return { ...screen, panels, panel: untouched };
  if (first === screen.panels[0]) return { ...screen, panels };
  return { ...screen, panels: [{ ...first, sinceMs: nowMs }, ...others], panel: untouched };
}

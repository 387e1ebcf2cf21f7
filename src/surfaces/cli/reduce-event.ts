import { plainText } from "../../commands/plain-text.ts";
import type { AgentEvent, SessionInfo } from "../../domain/event.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { compressionPhrases } from "../../text/phrases/compression.ts";
import { statusPhrases } from "../../text/phrases/status.ts";
import { serverFacts } from "./banner-lines.ts";
import { finishTurn } from "./finish-turn.ts";
import { flushed, reduceStream } from "./reduce-stream.ts";
import { type LiveTurn, newTurn, type Screen, untouched, withBlocks } from "./screen.ts";

type Event<T extends AgentEvent["type"]> = Extract<AgentEvent, { type: T }>;

/** The screen after something happened in the turn. */
export function reduceEvent(screen: Screen, event: AgentEvent, nowMs: number): Screen {
  const turn = screen.turn ?? newTurn(nowMs, say.thinking);
  switch (event.type) {
    case "session.started":
      return started(screen, event.info);
    case "question.asked":
      return asked(screen, event, nowMs);
    case "usage.reported":
    case "step.finished":
      return counted(screen, event, turn, nowMs);
    case "turn.finished":
      return finishTurn(screen, turn, event.result, nowMs);
    case "approval.decided":
    case "reply.stored":
      return screen;
    default:
      return isTold(event) ? told(screen, event, turn, nowMs) : reduceStream(screen, turn, event, nowMs);
  }
}

/** Servers that were still on their way when the banner was written are told of once more. */
function started(screen: Screen, info: SessionInfo): Screen {
  const [before, after] = [serverFacts(screen.info), serverFacts(info)];
  const isNews = after.length > 0 && JSON.stringify(before) !== JSON.stringify(after);
  return { ...withBlocks(screen, isNews ? [{ kind: "facts", facts: after }] : []), info };
}

const toldTypes = ["notice.given", "compression.finished", "cache.broken", "runtime.switched", "wait.noticed"] as const;

/** What the person is told in a line. */
type Told = Event<(typeof toldTypes)[number]>;

function isTold(event: AgentEvent): event is Told {
  return toldTypes.some((type) => type === event.type);
}

function asked(screen: Screen, { question }: Event<"question.asked">, nowMs: number): Screen {
  const untilMs = question.timeoutMs === undefined ? null : nowMs + question.timeoutMs;
  const panel = screen.panels.length === 0 ? untouched : screen.panel;
  return { ...screen, panels: [...screen.panels, { question, untilMs, sinceMs: nowMs, isOurs: false }], panel };
}

function told(screen: Screen, event: Told, turn: LiveTurn, nowMs: number): Screen {
  const notice = (text: string, level: "info" | "warning" = "info"): Screen =>
    withBlocks(screen, [{ kind: "notice", level, text }]);
  switch (event.type) {
    case "notice.given":
      return notice(plainText(event.text), event.level);
    case "compression.finished": {
      if (event.record.outcome !== "ok") return screen; // what went wrong is said in a notice of its own
      return { ...notice(compressionPhrases.compressed(event.record)), compressions: screen.compressions + 1 };
    }
    case "cache.broken":
      return notice(statusPhrases.cacheBroken(event));
    case "runtime.switched": {
      const { model, provider } = event.to;
      const noticed = notice(statusPhrases.switched(event.from.model, model), "warning");
      return { ...noticed, info: { ...screen.info, model, provider } };
    }
    case "wait.noticed": {
      if (event.waitingFor === "retry") return screen; // the spinner counts the seconds
      const text = statusPhrases.waiting(event.waitingFor, event.waitedMs);
      return event.waitingFor === "lease"
        ? notice(text)
        : { ...screen, turn: { ...turn, phase: text, phaseMs: nowMs } };
    }
  }
}

function counted(
  screen: Screen,
  event: Event<"usage.reported" | "step.finished">,
  turn: LiveTurn,
  nowMs: number,
): Screen {
  const isOwn = event.type === "step.finished" || event.task === "";
  const { usage } = event;
  const seen = isOwn && usage !== null && usage.total_tokens > 0 ? { contextTokens: usage.total_tokens } : {};
  const base = event.type === "step.finished" ? flushed(screen, turn, nowMs) : screen;
  return { ...base, ...seen };
}

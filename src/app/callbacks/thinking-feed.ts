import { statusPhrases as say } from "../../text/phrases/status.ts";
import type { Feed } from "./callbacks.ts";

/** Says once that the model is awaited, reminds of it while it is silent, and takes it back once when something comes. */
export function thinkingFeed(report: (text: string) => void): Feed {
  let isThinking = false;
  const think = (text: string): void => {
    isThinking = true;
    report(text);
  };
  const stop = (): void => {
    if (isThinking) report("");
    isThinking = false;
  };
  return (event) => {
    switch (event.type) {
      case "phase.changed":
        return event.phase === "thinking" ? think(say.thinking) : stop();
      case "wait.noticed":
        return event.waitingFor === "model" ? think(say.waiting(event.waitingFor, event.waitedMs)) : undefined;
      case "text.delta":
      case "reasoning.delta":
      case "tool.drafted":
      case "reply.stored":
      case "recovery.applied":
      case "turn.finished":
        return stop();
      default:
        return undefined;
    }
  };
}

import type { AgentEvent } from "../../src/domain/event.ts";
import type { ChatQuestion } from "../../src/domain/platform.ts";
import type { ChatVoice } from "../../src/surfaces/gateway/chat-voice.ts";

export type RecordedVoice = ChatVoice & {
  /** Everything that was said, in order: `answer: …`, `end: …`, or the line itself. */
  readonly lines: string[];
  readonly questions: (ChatQuestion & { readonly messageId: string })[];
  readonly changes: string[];
  readonly typed: string[];
  readonly heard: AgentEvent["type"][];
};

/** A chat that writes down what it would show. */
export function recordedVoice(): RecordedVoice {
  const lines: string[] = [];
  const questions: (ChatQuestion & { readonly messageId: string })[] = [];
  const changes: string[] = [];
  const typing: string[] = [];
  const heard: AgentEvent["type"][] = [];
  return {
    lines,
    questions,
    changes,
    typed: typing,
    heard,
    say: async (text) => `m${lines.push(text)}`,
    change: async (messageId, text) => void changes.push(`${messageId} ${text}`),
    ask: async (question) => {
      const messageId = `q${questions.length + 1}`;
      questions.push({ ...question, messageId });
      return messageId;
    },
    typing: () => {
      typing.push("on");
      return {
        pause: (isPaused) => void typing.push(isPaused ? "paused" : "goes on"),
        [Symbol.dispose]: () => void typing.push("off"),
      };
    },
    follow: () => ({
      hear: (event) => void heard.push(event.type),
      flush: async () => void typing.push("flushed"),
      finish: async (answer) => void lines.push(`answer: ${answer}`),
      abandon: async (line) => void lines.push(`end: ${line ?? ""}`),
    }),
  };
}

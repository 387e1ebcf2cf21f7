import type { AgentEvent } from "../../domain/event.ts";
import { secondsText } from "../seconds-text.ts";

type WaitedFor = Extract<AgentEvent, { type: "wait.noticed" }>["waitingFor"];

const waited: Readonly<Record<WaitedFor, string>> = {
  model: "model",
  retry: "next attempt",
  lease: "session, which another process is using",
  tool: "tools",
};

/** One line each about what a turn is going through; the same on every surface. */
export const statusPhrases = {
  thinking: "thinking",
  retrying: (message: string, attempt: number, delayMs: number) =>
    `attempt ${attempt} failed: ${message}; next one in ${secondsText(delayMs)} s`,
  retryingAtOnce: (message: string) => `a request failed: ${message}; asking again`,
  switched: (from: string, to: string) => `switched from ${from} to ${to}`,
  waiting: (waitingFor: WaitedFor, waitedMs: number) =>
    `still waiting for the ${waited[waitingFor]} after ${secondsText(waitedMs)} s`,
  cacheBroken: (cause: string, tokens: number) => `the prompt cache was lost (${cause}): ${tokens} tokens`,
  failed: (reason: string) => `the turn failed: ${reason}`,
} as const;

import type { PersistenceCause } from "../../domain/turn-journal.ts";

const advice: Readonly<Record<PersistenceCause, string>> = {
  locked: "another process keeps the database locked; close it and send the message again",
  disk: "the disk is full or not writable; make room and send the message again",
  corrupt: "the database is damaged; run `hermes sessions repair`",
  read_only: "the database cannot be written; see `hermes doctor`",
  lease: "another process took over this conversation; resume it and send the message again",
  unknown: "see the log for details; `hermes doctor` checks the database",
};

export const agentPhrases = {
  interrupted: "Interrupted.",
  interruptedAfter: (seconds: number) => `Interrupted while waiting for the model (${seconds} s).`,
  interruptedWait: "Interrupted while waiting to try again.",
  persistenceFailed: (cause: PersistenceCause) => `The conversation could not be saved: ${advice[cause]}.`,
  localError: (message: string) => `Something went wrong inside Hermes: ${message}`,
  requestFailed: (message: string) => `The model could not be reached: ${message}`,
  requestRefused: (message: string) => `The provider refused the request: ${message}`,
  contentPolicy: (text: string) =>
    text === "" ? "The provider declined to answer. Rephrase the request or use another model." : text,
  emptyAnswer: "The model returned an empty answer. Ask again, or try another model.",
  cutInTool: (tools: readonly string[]) =>
    `The answer was cut off inside a call of ${tools.join(", ")}; the action was not executed. Ask again.`,
  scratchpadOpen: "The model stopped inside its own notes and gave no answer. Ask again.",
  thinkingUsedAll:
    "The model spent its whole output on thinking. Lower the reasoning effort or raise the output limit.",
  repetition: "The model repeated itself without end; its text was discarded. Ask again, or use another model.",
  incomplete: "The provider stopped the answer several times before it was complete. Ask again.",
  unknownTools: (names: string) => `The model kept calling tools that do not exist: ${names}.`,
  reasoningOnly: (excerpt: string) => `The model only thought and gave no answer. Its thoughts: ${excerpt}`,
  imagesLeftOut: "This model does not take images; the turn goes on without them.",
  tooLong: (message: string) =>
    `The conversation is longer than the model can take (${message}). Start a new session, or use a model with a larger context.`,
  noAnswer: (message: string) => `The provider sent something that is no answer: ${message}`,
  compactionDisabled:
    "The conversation is longer than the model can take, and compression is switched off. Switch it on (compression.enabled), run /compress, or start a new session.",
  outputCapRejected: (message: string) =>
    `The provider does not give that much output (${message}). Lower model.max_tokens.`,
  compressionDeferred: "Another process is compressing this conversation. Send the message again in a moment.",
  cutShort: "The answer reached the output limit and was cut short.",
  limitReached: (steps: string) =>
    `The limit of ${steps} steps was reached before the task was done. Send a message to continue.`,
  timeReached: "The time limit was reached before the task was done. Send a message to continue.",
  summaryFailed: (message: string) => `The closing summary could not be made: ${message}`,
  sessionBusy: "Another process is using this conversation. Send the message again when it is done, or use --fork.",
  unsavedRow: "This message could not be saved yet; it is kept and saved with the next one.",
} as const;

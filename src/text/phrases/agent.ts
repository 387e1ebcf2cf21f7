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
  checkKey: (source: string) =>
    /^[A-Z][A-Z0-9_]*$/.test(source)
      ? `Check the key: hermes config set ${source} <key>; hermes doctor tries it.`
      : `Check the key in ${source}; hermes doctor tries it.`,
  keyWanted: (provider: string) =>
    `The endpoint wants a key: hermes config set providers.${provider}.key_env <VARIABLE>, and the key under that name.`,
  topUp: (provider: string) =>
    `Top up the account at ${provider}, or use another model: hermes config set model <provider>/<model>`,
  chooseModel: "Choose another one: hermes config set model <provider>/<model>",
  checkPolicy: (provider: string) =>
    `Allow it in the privacy settings of ${provider}, or use another model: hermes config set model <provider>/<model>`,
  rephrase: "Rephrase the request or use another model.",
  contentPolicy: (text: string) =>
    [text, "The provider declined to answer. Rephrase the request or use another model."].join("\n\n").trim(),
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
  imagesShrunk: (count: number) =>
    count === 1
      ? "One image was too large and is sent smaller."
      : `${count} images were too large and are sent smaller.`,
  toolTextOnly: (model: string) => `${model} takes only text from tools; what they show is described in words.`,
  betaDropped: (names: string) => `The account may not use ${names}; requests go without it from now on.`,
  schemasStripped: "The server cannot check all rules of the tools' parameters; it gets them without patterns.",
  headersScrubbed: (source: string | null) =>
    `The key or a header holds characters that cannot be sent; they were left out. Check ${source === null ? "extra_headers" : `${source} and extra_headers`}.`,
  givenUp: (times: number) =>
    `The model sent nothing in ${times} requests in a row, so no further one was sent. Try again later, or use another model.`,
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
  costReached: "The cost limit was reached before the task was done. Raise agent.max_cost_usd or --max-cost to go on.",
  noPrice: (provider: string, model: string) =>
    `A cost limit is set, but no price is known for ${model}. Set providers.${provider}.models.${model}.prices (input and output, US dollars per million tokens), or remove the limit.`,
  timeReached: "The time limit was reached before the task was done. Send a message to continue.",
  summaryFailed: (message: string) => `The closing summary could not be made: ${message}`,
  sessionBusy: "Another process is using this conversation. Send the message again when it is done, or use --fork.",
  contextTooSmall: (model: string, window: number) =>
    `The context of ${model} holds ${window} tokens, too few to work in. Use a model with a larger one, or set model.context_length if it is larger in truth.`,
  overheadTooLarge: (overhead: number, window: number) =>
    `The instructions and tools alone take about ${overhead} of the model's ${window} tokens. Use fewer toolsets, or a model with a larger context.`,
  narrowContext: (model: string, window: number) =>
    `The context of ${model} holds only ${window} tokens; long tasks will be compressed often. 64000 or more work better.`,
  nothingToAnswer: "The conversation was shortened, and nothing was left to answer. Send a message to continue.",
  extensionFailed: (message: string) =>
    `An extension failed in one of the last steps, and nothing came of it: ${message}`,
  unsavedRow: "This message could not be saved yet; it is kept and saved with the next one.",
} as const;

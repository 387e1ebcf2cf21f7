import type { CompressionProposal, CompressionRequest, ContextEngine } from "../../src/domain/context-engine.ts";
import { textOf, type Message, type UserMessage } from "../../src/domain/message.ts";
import { estimateMessage, familyOf } from "../../src/context/estimate-tokens.ts";

export type WindowSettings = {
  readonly model: string;
  readonly contextLength: number;
  readonly threshold: number; // share of the window at which it is time
  readonly targetRatio: number; // share of that which is kept
};

/** The smallest honest engine: leaves out the oldest messages, says so, never splits a call from its result. */
export function windowEngine(settings: WindowSettings): ContextEngine {
  let { model, contextLength } = settings;
  let promptTokens = 0; // what the provider reported last
  const triggerTokens = (): number => contextLength * settings.threshold;
  return {
    name: "window",
    updateFromResponse: (usage) => void (promptTokens = usage.prompt_tokens),
    updateModel: (runtime) => void ({ model, contextLength } = runtime),
    shouldCompress: (tokens = promptTokens) => ({ yes: tokens >= triggerTokens() }),
    compress: async (request) => propose(request, triggerTokens() * settings.targetRatio, model),
  };
}

function propose(request: CompressionRequest, tailTokens: number, model: string): CompressionProposal {
  const { messages: history } = request;
  const weights = history.map((message) => estimateMessage(message, familyOf(model)));
  const cut = tailStart(history, weights, request.force ? Math.min(tailTokens, sum(weights) / 2) : tailTokens);
  const kept = withQuestion(history, cut);
  const leftOut = history.length - kept.length;
  const messages = leftOut === 0 ? history : withNote(kept, leftOut + leftOutBefore(history));
  const after = messages.reduce((total, message) => total + estimateMessage(message, familyOf(model)), 0);
  return {
    outcome: leftOut === 0 ? "noop" : "ok",
    messages,
    region: { headEnd: 0, tailStart: cut },
    pruned: 0,
    record: {
      event: "compression",
      engine: "window",
      trigger: request.trigger,
      outcome: leftOut === 0 ? "no_progress" : "ok",
      messages_before: history.length,
      messages_after: messages.length,
      tokens_before: request.currentTokens,
      tokens_after: Math.max(0, request.currentTokens - sum(weights) + after),
      duration_ms: 0,
    },
  };
}

/** The earliest place from which the rest fits; results never come first, and the newest piece is always kept. */
function tailStart(history: readonly Message[], weights: readonly number[], tailTokens: number): number {
  let start = history.findLastIndex(isPlaceToCut);
  let tokens = sum(weights.slice(Math.max(0, start)));
  for (let index = start - 1; index >= 0; index--) {
    tokens += weights[index] ?? 0;
    if (tokens > tailTokens) break;
    const message = history[index];
    if (message !== undefined && isPlaceToCut(message)) start = index;
  }
  return Math.max(0, start);
}

function isPlaceToCut({ role }: Message): boolean {
  return role !== "tool";
}

/** The newest question stands in front when the cut fell behind it; nothing else may open a conversation. */
function withQuestion(history: readonly Message[], cut: number): readonly Message[] {
  const tail = history.slice(cut);
  if (tail[0]?.role === "user") return tail;
  const question = history.slice(0, cut).findLast((message) => message.role === "user");
  return question === undefined ? history : [question, ...tail];
}

const leftOutNote = /^\[(\d+) earlier messages were left out\.[^\]]*\]\n*/;

function leftOutBefore([first]: readonly Message[]): number {
  return first === undefined ? 0 : Number(leftOutNote.exec(textOf(first.content))?.[1] ?? 0);
}

function withNote([first, ...rest]: readonly Message[], leftOut: number): readonly Message[] {
  if (first?.role !== "user") return first === undefined ? [] : [first, ...rest];
  const note = `[${leftOut} earlier messages were left out. They are kept and can be searched.]\n\n`;
  const content = noted(first.content, note);
  return [isBlank(first) ? { ...first, content, extra: { origin: "note" } } : { ...first, content }, ...rest];
}

/** Nobody said anything in it, so what is said now is said by us. */
function isBlank({ content }: UserMessage): boolean {
  const words = textOf(content).replace(leftOutNote, "");
  return words.trim() === "" && (typeof content === "string" || content.every((part) => part.type === "text"));
}

function noted(content: UserMessage["content"], note: string): UserMessage["content"] {
  if (typeof content === "string") return note + content.replace(leftOutNote, "");
  const [first, ...rest] = content;
  const own = first?.type === "text" && leftOutNote.test(first.text) ? rest : content;
  return [{ type: "text", text: note.trimEnd() }, ...own];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

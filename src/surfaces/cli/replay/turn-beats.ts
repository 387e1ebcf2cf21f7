import type { Tape, TapedTurn } from "../../../commands/replay/tape.ts";
import { callsOf, isQuestion, type Message, shownText } from "../../../domain/message.ts";
import type { RuntimeName } from "../../../domain/runtime.ts";
import type { Usage } from "../../../domain/usage.ts";
import { plainText } from "../../../commands/plain-text.ts";
import { replayPhrases as say } from "../../../text/phrases/replay.ts";
import { ownWords } from "../../../text/skill-invocation.ts";
import { type Beat, eventBeat } from "./beat.ts";
import { type CallsToGo, callBeats, callsToGo } from "./call-beats.ts";
import { turnResult } from "./turn-result.ts";

export type IsFailure = (exitReason: string) => boolean;

type Around = {
  readonly session: Tape["session"];
  /** What the conversation had used before, and with whom it spoke. */
  readonly before: RuntimeName & { readonly usage: Usage };
  readonly isFailure: IsFailure;
};

/** One turn as it happened: question, thoughts, words, tools, end. */
export function turnBeats(turn: TapedTurn, around: Around): readonly Beat[] {
  const beats: Beat[] = [];
  const calls = callsToGo(turn, around.session.cwd ?? "");
  let sinceMs = (turn.end?.started_at ?? turn.messages[0]?.at ?? 0) * 1_000;
  for (const { message, at } of turn.messages) {
    const atMs = Math.max(sinceMs, at * 1_000);
    beats.push(...messageBeats({ message, sinceMs, atMs, calls }));
    sinceMs = Math.max(atMs, beats.at(-1)?.atMs ?? 0);
    if (message.role === "user") beats.push(...switched(turn, around.before, sinceMs));
  }
  return [...beats, ...ending(turn, around, sinceMs)];
}

type Moment = {
  readonly message: Message;
  /** When what came before it was over, and when it was stored. */
  readonly sinceMs: number;
  readonly atMs: number;
  readonly calls: CallsToGo;
};

function messageBeats({ message, sinceMs, atMs, calls }: Moment): readonly Beat[] {
  switch (message.role) {
    case "user":
      return [{ atMs, action: { type: "asked", text: questionText(message) } }];
    case "assistant":
      return [
        ...streamed(message.reasoning ?? "", shownText(message), sinceMs, atMs),
        eventBeat(atMs, { type: "step.finished", step: 0, reply: message, usage: null }),
        ...callsOf(message)
          .flatMap((call) => callBeats(call, atMs, calls))
          .toSorted((one, other) => one.atMs - other.atMs),
      ];
    case "tool":
      return []; // told with its call
  }
}

function questionText(message: Message): string {
  const shown = shownText(message);
  const words = plainText(isQuestion(message) ? (ownWords(shown) ?? shown) : shown).trim();
  const { content } = message;
  const pictures = typeof content === "string" ? 0 : content.filter(({ type }) => type === "image_url").length;
  return [words, ...(pictures === 0 ? [] : [say.pictures(pictures)])].filter(Boolean).join(" ");
}

function switched({ end }: TapedTurn, before: RuntimeName, atMs: number): readonly Beat[] {
  if (end === null || end.model === before.model) return [];
  const { model, provider } = end;
  const from = { model: before.model, provider: before.provider };
  return [eventBeat(atMs, { type: "runtime.switched", from, to: { model, provider } })];
}

const mostPieces = 250;
const charsPerMs = 0.4;

/** When each word came is not stored: they come evenly, towards the moment the answer was complete. */
function streamed(reasoning: string, text: string, sinceMs: number, untilMs: number): readonly Beat[] {
  const beginMs = Math.max(sinceMs, untilMs - (reasoning.length + text.length) / charsPerMs);
  const all = reasoning.length + text.length;
  let sent = 0;
  const beats = (words: string, type: "reasoning.delta" | "text.delta"): readonly Beat[] =>
    pieces(words).map((piece) => {
      sent += piece.length;
      return eventBeat(beginMs + ((untilMs - beginMs) * sent) / all, { type, text: piece });
    });
  const thinking = eventBeat(sinceMs, { type: "phase.changed", phase: "thinking" });
  return [thinking, ...beats(reasoning, "reasoning.delta"), ...beats(text, "text.delta")];
}

/** Words with the space behind them; of a long text several at once. */
function pieces(text: string): readonly string[] {
  const words = text.match(/\S+\s*|\s+/gu) ?? [];
  const together = Math.ceil(words.length / mostPieces);
  return Array.from({ length: Math.ceil(words.length / Math.max(1, together)) }, (_, index) =>
    words.slice(index * together, (index + 1) * together).join(""),
  );
}

function ending(turn: TapedTurn, { before, session, isFailure }: Around, sinceMs: number): readonly Beat[] {
  const { end } = turn;
  if (end !== null) {
    const result = turnResult(end, { sessionId: session.id, before: before.usage, isFailure });
    return [eventBeat(Math.max(sinceMs, end.ended_at * 1_000), { type: "turn.finished", result })];
  }
  const notice = { kind: "notice", level: "warning", text: say.cutOff } as const;
  const told: readonly Beat[] = turn.isCutOff ? [{ atMs: sinceMs, action: { type: "shown", block: notice } }] : [];
  return [eventBeat(sinceMs, { type: "segment.ended" }), ...told, { atMs: sinceMs, action: { type: "over" } }];
}

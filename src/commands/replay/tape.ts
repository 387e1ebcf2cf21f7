import { isQuestion, type Message } from "../../domain/message.ts";
import type { Store } from "../../store/store.ts";
import { type Mask, maskedMessage } from "../mask.ts";

type Recording = NonNullable<Awaited<ReturnType<Store["recording"]>>>;
type Stored = Recording["messages"][number];
type Session = Recording["segments"][number];

/** A stored conversation made ready to be shown again: turn by turn, and masked. */
export type Tape = {
  readonly session: Pick<Session, "id" | "title" | "model" | "provider" | "cwd" | "started_at">;
  readonly turns: readonly TapedTurn[];
  readonly compressions: Recording["compressions"];
};

export type TapedTurn = {
  readonly messages: readonly { readonly message: Message; readonly at: number }[];
  readonly runs: Recording["toolRuns"];
  readonly decisions: Recording["decisions"];
  /** Null: how it ended is not stored. */
  readonly end: Recording["turns"][number] | null;
  /** It was begun here and never ended; what other programs recorded has no ends at all. */
  readonly isCutOff: boolean;
};

export function tapeOf(recording: Recording, mask: Mask): Tape {
  const [first] = recording.segments;
  const last = recording.segments.at(-1);
  if (first === undefined || last === undefined) throw new Error("a recording without a session");
  const { id, title, model, provider, cwd } = last;
  return {
    session: {
      id,
      title: title === null ? null : mask(title),
      model,
      provider,
      cwd: cwd === null ? null : mask(cwd),
      started_at: first.started_at,
    },
    turns: groups(recording.messages.filter(wasSeen)).map((messages) => taped(messages, recording, mask)),
    compressions: recording.compressions.map((one) => ({
      ...one,
      error: one.error === null ? null : mask(one.error),
    })),
  };
}

/** Summaries, notes and nudges were for the model alone. */
function wasSeen({ message }: Stored): boolean {
  if (message.role === "tool") return true;
  if (message.extra?.merged_summary === true || message.extra?.origin === "summary") return false;
  return message.role === "assistant" || isQuestion(message) || message.extra?.origin === "notification";
}

/** By turn where turns are known, else by question. */
function groups(messages: readonly Stored[]): readonly (readonly Stored[])[] {
  const found: Stored[][] = [];
  for (const message of messages) {
    const open = found.at(-1);
    if (open === undefined || beginsAnew(message, open.at(-1))) found.push([message]);
    else open.push(message);
  }
  return found;
}

function beginsAnew({ turnId, message }: Stored, before: Stored | undefined): boolean {
  if (turnId !== null || before?.turnId !== null) return turnId !== before?.turnId;
  return message.role === "user";
}

function taped(messages: readonly Stored[], recording: Recording, mask: Mask): TapedTurn {
  const turnId = messages[0]?.turnId ?? null;
  const isOwn = ({ turn_id: id }: { readonly turn_id: string }): boolean => id === turnId;
  const end = recording.turns.find(isOwn) ?? null;
  return {
    messages: messages.map(({ message, timestamp }) => ({ message: maskedMessage(message, mask), at: timestamp })),
    runs: recording.toolRuns.filter(isOwn),
    decisions: recording.decisions
      .filter(isOwn)
      .map((one) => ({ ...one, command_redacted: mask(one.command_redacted) })),
    end: end === null ? null : { ...end, exit_detail: end.exit_detail === null ? null : mask(end.exit_detail) },
    isCutOff: turnId !== null && end === null,
  };
}

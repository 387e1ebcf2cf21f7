import type { Tape } from "../../../commands/replay/tape.ts";
import type { SessionInfo } from "../../../domain/event.ts";
import { noUsage, usageOf } from "../../../domain/usage.ts";
import { chatPhrases } from "../../../text/phrases/chat.ts";
import { replayPhrases as say } from "../../../text/phrases/replay.ts";
import { newScreen, type Block, type Screen } from "../screen.ts";
import { type Beat, eventBeat } from "./beat.ts";
import { type IsFailure, turnBeats } from "./turn-beats.ts";

/** What happened, as the chat's reducer takes it, in the order of time. */
export function scoreOf(tape: Tape, isFailure: IsFailure): readonly Beat[] {
  let before = { usage: noUsage, model: tape.session.model, provider: tape.session.provider };
  const first = tape.turns[0]?.end;
  if (first != null) before = { ...before, model: first.model, provider: first.provider };
  const turns = tape.turns.flatMap((turn) => {
    const beats = turnBeats(turn, { session: tape.session, before, isFailure });
    before = after(before, turn.end);
    return beats;
  });
  return tape.compressions.reduce(withCompression, turns);
}

type Before = Parameters<typeof turnBeats>[1]["before"];

function after(before: Before, end: Tape["turns"][number]["end"]): Before {
  if (end === null) return before;
  const { model, provider } = end;
  const { usage } = before;
  const sum = usageOf({
    input_tokens: usage.input_tokens + end.input_tokens,
    output_tokens: usage.output_tokens + end.output_tokens,
    cache_read_tokens: usage.cache_read_tokens + end.cache_read_tokens,
    cache_write_tokens: usage.cache_write_tokens + end.cache_write_tokens,
    reasoning_tokens: usage.reasoning_tokens + end.reasoning_tokens,
  });
  return { usage: sum, model, provider };
}

function withCompression(beats: readonly Beat[], { at, ok, error, record }: Tape["compressions"][number]): Beat[] {
  const atMs = at * 1_000;
  const later = beats.findIndex((beat) => beat.atMs > atMs);
  const place = later === -1 ? beats.length : later;
  const told =
    ok && record !== null
      ? eventBeat(atMs, { type: "compression.finished", record })
      : shown(atMs, { kind: "notice", level: "warning", text: failure(error, record) });
  return [...beats.slice(0, place), told, ...beats.slice(place)];
}

function failure(error: string | null, record: Tape["compressions"][number]["record"]): string {
  return say.compressionFailed(error ?? record?.outcome ?? "");
}

function shown(atMs: number, block: Block): Beat {
  return { atMs, action: { type: "shown", block } };
}

/** The screen before the first word. What a session could do is not stored, so its banner is shorter. */
export function openingScreen({ session }: Tape, version: string): Screen {
  const info: SessionInfo = {
    sessionId: session.id,
    model: session.model,
    provider: session.provider,
    contextLength: 0,
    parentSessionId: null,
    cwd: session.cwd ?? "",
    tools: [],
    toolsets: [],
    cache: "",
    version,
  };
  const screen = newScreen({ info, title: session.title, edits: "allow", yolo: false }, session.started_at * 1_000);
  const started = new Date(session.started_at * 1_000).toISOString().slice(0, 16).replace("T", " ");
  return {
    ...screen,
    finished: [
      {
        kind: "facts",
        facts: [
          [chatPhrases.factSession, session.id],
          ...(session.title === null ? [] : [[say.titleLabel, session.title] as const]),
          [chatPhrases.factModel, chatPhrases.modelOf(session.model, session.provider)],
          ...(session.cwd === null ? [] : [[chatPhrases.factFolder, session.cwd] as const]),
          [say.startedLabel, `${started} UTC`],
        ],
      },
    ],
  };
}

import type { Clock } from "../../domain/clock.ts";

export type JsonLines = (type: string, sessionId: string, fields: Readonly<Record<string, unknown>>) => void;

/** One object per line, numbered without gaps. */
export function jsonLines(write: (text: string) => void, clock: Clock): JsonLines {
  let seq = 0;
  return (type, sessionId, fields) => {
    write(`${jsonLine({ type, seq, ts: clock.now(), session_id: sessionId, ...fields })}\n`);
    seq += 1;
  };
}

/** JSON that no reader splits in the middle: the two line separators Unicode adds are escaped. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

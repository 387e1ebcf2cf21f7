import { createReadStream } from "node:fs";

export type LineWindow = {
  readonly offset: number; // the first line, from 1
  readonly limit: number;
  readonly maxChars: number;
  readonly maxLineChars: number;
};

export type LinesRead = {
  readonly lines: readonly string[];
  readonly totalLines: number;
  /** Lines of the window left out because the text was long enough. */
  readonly cutShort: boolean;
};

/** Part of a text file in bounded memory, whatever the file's size or the length of its lines. */
export async function readLines(path: string, window: LineWindow, signal: AbortSignal): Promise<LinesRead> {
  const collector = collectLines(window);
  const decoder = new TextDecoder("utf-8"); // leaves out a byte order mark
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { signal, highWaterMark: 262_144 });
  for await (const chunk of chunks) collector.push(decoder.decode(chunk, { stream: true }));
  collector.push(decoder.decode());
  return collector.end();
}

function collectLines({ offset, limit, maxChars, maxLineChars }: LineWindow): {
  push: (text: string) => void;
  end: () => LinesRead;
} {
  const lines: string[] = [];
  let number = 1; // of the line being read
  let line = "";
  let length = 0;
  let kept = 0;
  let cutShort = false;
  const inWindow = (): boolean => number >= offset && number < offset + limit && !cutShort;
  const add = (text: string): void => {
    length += text.length;
    if (inWindow() && line.length <= maxLineChars) line += text.slice(0, maxLineChars + 2 - line.length);
  };
  const finish = (): void => {
    if (inWindow()) {
      const shown = shownLine(line, length, maxLineChars);
      if (kept + shown.length + 1 > maxChars && lines.length > 0) cutShort = true;
      else kept += shown.length + 1 + String(lines.push(shown)).length;
    }
    [number, line, length] = [number + 1, "", 0];
  };
  return {
    push: (text) => {
      const pieces = text.split("\n");
      for (const [index, piece] of pieces.entries()) {
        add(piece);
        if (index < pieces.length - 1) finish();
      }
    },
    end: () => {
      if (length > 0) finish();
      return { lines, totalLines: number - 1, cutShort };
    },
  };
}

function shownLine(line: string, length: number, maxLineChars: number): string {
  const bare = line.endsWith("\r") && length === line.length ? line.slice(0, -1) : line;
  if (length <= maxLineChars) return bare;
  return `${bare.slice(0, maxLineChars).toWellFormed()} [line cut: ${length} characters]`;
}

import type { SpillFile } from "../spill.ts";

export type OutputLimits = { readonly chars: number; readonly spillChars: number };

export type CollectedOutput = {
  readonly text: string;
  readonly totalChars: number;
  readonly truncated: boolean;
  /** Where all of it is, when the middle is missing here and the disk took it. */
  readonly fullPath: string | null;
};

const headShare = 0.4;

/** Keeps the beginning and the end of a text of any length; the whole of a long one goes to a file as it comes. */
export function createBoundedOutput(
  { chars, spillChars }: OutputLimits,
  openFile: () => SpillFile,
): { readonly push: (text: string) => void; readonly end: () => CollectedOutput } {
  const headChars = Math.floor(chars * headShare);
  const tailChars = chars - headChars;
  let head = "";
  let tail = "";
  let total = 0;
  const file = lazyFile(openFile, spillChars);
  return {
    push: (text) => {
      if (total <= chars && total + text.length > chars) file.write(head + tail);
      total += text.length;
      if (total > chars) file.write(text);
      const room = headChars - head.length;
      head += text.slice(0, room);
      tail += text.slice(room);
      if (tail.length > 2 * tailChars + chars) tail = tail.slice(-tailChars);
    },
    end: () => {
      const fullPath = file.close();
      if (total <= chars) return { text: head + tail, totalChars: total, truncated: false, fullPath: null };
      const missing = total - chars;
      const text = `${head.toWellFormed()}\n[${missing} characters left out]\n${tail.slice(-tailChars).toWellFormed()}`;
      return { text, totalChars: total, truncated: true, fullPath };
    },
  };
}

/** A disk that does not take the text, or a text without end, stops the file and not the command. */
function lazyFile(open: () => SpillFile, mostChars: number) {
  let file: SpillFile | null = null;
  let path: string | null = null;
  let written = 0;
  let failed = false;
  return {
    write: (text: string): void => {
      if (failed || written >= mostChars) return;
      try {
        file ??= open();
        path = file.path;
        file.append(text.slice(0, mostChars - written));
        written += text.length;
      } catch {
        failed = true; // the answer then names no file
        path = null;
      }
    },
    close: (): string | null => {
      file?.close();
      return path;
    },
  };
}

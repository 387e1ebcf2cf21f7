import { stripVTControlCharacters } from "node:util";

const longestWait = 65_536; // characters held back for a line, or a key, to end
const control = /(?![\t\n\r])\p{Cc}/gu;

export type CleanStream = {
  readonly push: (bytes: Uint8Array) => string;
  /** What is held back so far: a prompt has no line end. */
  readonly peek: () => string;
  readonly end: () => string;
};

/** Output as it may be shown, piece by piece: without escape sequences and secrets, also those cut by a chunk's end. */
export function createCleanStream(redact: (text: string) => string): CleanStream {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let waiting = "";
  const clean = (text: string): string => redact(stripVTControlCharacters(text).replaceAll(control, ""));
  return {
    push: (bytes) => {
      waiting += decoder.decode(bytes, { stream: true });
      const cut = safeCut(waiting);
      const ready = waiting.slice(0, cut);
      waiting = waiting.slice(cut);
      return ready === "" ? "" : clean(ready);
    },
    peek: () => clean(waiting),
    end: () => {
      const rest = clean(waiting + decoder.decode());
      waiting = "";
      return rest;
    },
  };
}

/** Behind the last whole line, and before a private key that has not ended yet. */
function safeCut(text: string): number {
  const line = text.lastIndexOf("\n") + 1;
  const key = text.lastIndexOf("-----BEGIN ");
  const open = key !== -1 && text.indexOf("-----END ", key) === -1;
  const cut = open ? Math.min(line, key) : line;
  if (text.length - cut <= longestWait) return cut;
  return Math.max(text.lastIndexOf(" ", text.length - 1) + 1, line, text.length - longestWait / 2);
}

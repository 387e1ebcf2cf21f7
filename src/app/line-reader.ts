import type { Interface } from "node:readline";

type Reader = Disposable & {
  /** An answer must be typed after its question: what was typed ahead stays for the next line that is none. */
  readonly read: (prompt: string, signal: AbortSignal, isAnswer: boolean) => Promise<string | null>;
};

/** Lines of stdin, one at a time; what is typed ahead is kept. The stream is not opened before the first is wanted. */
export function lineReader({ stdin, stdout }: Pick<NodeJS.Process, "stdin" | "stdout">): Reader {
  const waiting: string[] = [];
  const state: { lines: Interface | null; isOver: boolean; next: ((line: string | null) => void) | null } = {
    lines: null,
    isOver: false,
    next: null,
  };
  const open = async (): Promise<void> => {
    const { createInterface } = await import("node:readline");
    state.lines = createInterface({ input: stdin, terminal: false });
    state.lines.on("line", (line) => {
      if (state.next === null) waiting.push(line);
      else state.next(line);
    });
    state.lines.on("close", () => {
      state.isOver = true;
      state.next?.(null);
    });
  };
  return {
    read: async (prompt, signal, isAnswer) => {
      if (state.lines === null) await open();
      stdout.write(prompt);
      const typed = isAnswer ? undefined : waiting.shift();
      if (typed !== undefined || state.isOver || signal.aborted) return typed ?? null;
      const { promise, resolve } = Promise.withResolvers<string | null>();
      const stop = (): void => resolve(null);
      state.next = resolve;
      signal.addEventListener("abort", stop, { once: true });
      return promise.finally(() => {
        state.next = null;
        signal.removeEventListener("abort", stop);
      });
    },
    [Symbol.dispose]: () => state.lines?.close(),
  };
}

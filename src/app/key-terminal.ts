import type { KeyTerminal } from "../surfaces/plugins/run-screen.ts";

type Streams = Pick<NodeJS.Process, "stdin" | "stdout">;

/** The real terminal, key by key; given back as it was found. */
export function keyTerminal({ stdin, stdout }: Streams): KeyTerminal & Disposable {
  const wasRaw = stdin.isRaw;
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  return {
    write: (text) => void stdout.write(text),
    size: () => ({ rows: stdout.rows > 0 ? stdout.rows : 24, columns: stdout.columns > 0 ? stdout.columns : 80 }),
    listen: ({ typed, resized }) => {
      const over = (): void => typed(null);
      stdin.on("data", typed).once("end", over).resume();
      stdout.on("resize", resized);
      return {
        [Symbol.dispose]: () => {
          stdin.off("data", typed).off("end", over).pause();
          stdout.off("resize", resized);
        },
      };
    },
    [Symbol.dispose]: () => void stdin.setRawMode(wasRaw),
  };
}

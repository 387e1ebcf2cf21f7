import { toolSwitchPhrases as say } from "../../text/phrases/tool-switches.ts";
import { type Checklist, keysIn, listLines, newChecklist, pressed } from "./reduce.ts";

type Streams = Pick<NodeJS.Process, "stdin" | "stdout" | "once" | "off" | "exit">;
const frameLines = 3; // title, keys, and the line the cursor rests on

/** What was ticked, or null when the person left. The terminal is given back on every way out. */
export async function runChecklist(
  process: Streams,
  title: string,
  rows: Checklist["rows"],
): Promise<readonly boolean[] | null> {
  const { stdin, stdout } = process;
  const state = { list: newChecklist(rows), drawn: 0 };
  const draw = (): void => {
    const lines = [
      title,
      ...listLines(state.list, { columns: stdout.columns, rows: stdout.rows - frameLines }),
      say.keys,
    ];
    const back = state.drawn === 0 ? "" : `\u001B[${state.drawn}A`;
    stdout.write(
      `${back}\r\u001B[J${lines.map((line) => line.slice(0, Math.max(1, stdout.columns - 1))).join("\r\n")}\r\n`,
    );
    state.drawn = lines.length;
  };
  const giveBack = (): void => {
    stdin.setRawMode(false);
    stdout.write("\u001B[?25h");
  };
  const killed = (): void => {
    giveBack();
    process.exit(143);
  };
  process.once("SIGTERM", killed);
  stdout.on("resize", draw);
  stdin.setRawMode(true);
  stdout.write("\u001B[?25l");
  try {
    draw();
    for await (const bytes of stdin.setEncoding("utf8")) {
      state.list = keysIn(String(bytes)).reduce(pressed, state.list);
      draw();
      if (state.list.ending !== null) break;
    }
  } finally {
    stdout.off("resize", draw);
    process.off("SIGTERM", killed);
    giveBack();
  }
  return state.list.ending === "saved" ? state.list.rows.map(({ on }) => on) : null;
}

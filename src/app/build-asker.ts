import type { CommandCall } from "../commands/command.ts";
import { isGiven } from "../commands/flag-value.ts";
import type { Asker } from "../surfaces/setup/flow.ts";
import { chatSignals } from "./chat-signals.ts";

type Seat = Disposable & { readonly asker: Asker };

function isPlain({ flags, context }: CommandCall): boolean {
  return isGiven(flags, "plain") || context.env["TERM"] === "dumb";
}

/** Somebody can be asked: both ends are a terminal. */
export function hasTerminal({ terminal }: CommandCall): boolean {
  return terminal.inIsTty && terminal.outIsTty;
}

/** Who asks the questions here. Disposing of it gives the terminal back, as does every way the process can end. */
export async function buildAsker(call: CommandCall, process: NodeJS.Process): Promise<Seat> {
  const asker = isPlain(call) ? await plain(call, process) : await live(call);
  const signals = chatSignals(process);
  const stops = [signals.onExit(asker.close), signals.onEnd((code) => process.exit(code))];
  return {
    asker,
    [Symbol.dispose]: () => {
      asker.close();
      for (const stop of stops) stop();
    },
  };
}

async function live({ terminal }: CommandCall): Promise<Asker> {
  const { LiveAsker } = await import("../surfaces/setup/live-asker.ts");
  const { usualPaint } = await import("../surfaces/cli/theme/wardrobe.ts");
  return new LiveAsker(usualPaint(terminal.color));
}

async function plain({ terminal, context }: CommandCall, process: NodeJS.Process): Promise<Asker> {
  const { plainAsker } = await import("../surfaces/setup/plain-asker.ts");
  const { lineReader } = await import("./line-reader.ts");
  const { secretLine } = await import("./secret-line.ts");
  return plainAsker({
    out: terminal.out,
    readLine: async (prompt) => {
      using lines = lineReader(process); // closed after each line: the next question may want the keys themselves
      return await lines.read(prompt, context.signal, true);
    },
    readSecret: (prompt) => secretLine(process, prompt),
  });
}

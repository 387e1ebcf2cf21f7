import type { PluginChoices } from "../../domain/plugin-choices.ts";
import { keysIn } from "./keys.ts";
import { screenLines } from "./lines.ts";
import { onKey, openScreen } from "./screen.ts";

/** A terminal whose keys come one by one. */
export type KeyTerminal = {
  readonly write: (text: string) => void;
  readonly size: () => { readonly rows: number; readonly columns: number };
  readonly listen: (ears: ScreenEars) => Disposable;
};

type ScreenEars = {
  /** What is typed, as it comes; null: the input is over. */
  readonly typed: (bytes: string | null) => void;
  readonly resized: () => void;
};

const enter = "\u001B[?1049h\u001B[?25l"; // a screen of its own, so that what was there comes back
const leave = "\u001B[?25h\u001B[?1049l";
const home = "\u001B[H";
const clearLine = "\u001B[K";
const clearBelow = "\u001B[J";

/** Lets a person choose. null: they left, and nothing changes. */
export async function runPluginScreen(choices: PluginChoices, terminal: KeyTerminal): Promise<PluginChoices | null> {
  let screen = openScreen(choices);
  const { promise, resolve } = Promise.withResolvers<PluginChoices | null>();
  const draw = (): void => {
    const lines = screenLines(screen, terminal.size()).map((line) => `${line}${clearLine}`);
    terminal.write(`${home}${lines.join("\r\n")}${clearBelow}`);
  };
  terminal.write(enter);
  try {
    const typed = (bytes: string | null): void => {
      for (const key of bytes === null ? (["leave"] as const) : keysIn(bytes)) screen = onKey(screen, key);
      if (screen.state === "open") draw();
      else resolve(screen.state === "saved" ? screen.choices : null);
    };
    using _ = terminal.listen({ typed, resized: draw });
    draw();
    return await promise;
  } finally {
    terminal.write(leave);
  }
}

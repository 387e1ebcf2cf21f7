import { resolve } from "node:path";
import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import type { Machine } from "./hermes-process.ts";

const command = resolve(import.meta.dirname, "../../bin/hermes.cjs");
const longestMs = 25_000;

type Size = { readonly columns: number; readonly rows: number };
type Start = Partial<Size> & {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** A chat in a real pseudo terminal, seen through an emulator: what a person would see, and no more. */
export type ChatTerminal = Disposable & {
  readonly type: (keys: string) => void;
  readonly resize: (size: Size) => void;
  readonly kill: (signal: string) => void;
  readonly pid: number;
  /** The rows in the window. */
  readonly window: () => readonly string[];
  /** Everything from the beginning of the scrollback, lines that were wrapped by the terminal joined. */
  readonly all: () => readonly string[];
  /** Every byte the program wrote. */
  readonly written: () => string;
  /** Resolves when the window holds the text, or the condition. */
  readonly shows: (wanted: string | (() => boolean)) => Promise<void>;
  readonly ended: Promise<number>;
};

/** Keys as a terminal sends them. */
export const keys = {
  enter: "\r",
  escape: "\u001B",
  ctrlC: "\u0003",
  ctrlD: "\u0004",
  up: "\u001B[A",
  down: "\u001B[B",
  shiftTab: "\u001B[Z",
  paste: (text: string) => `\u001B[200~${text}\u001B[201~`,
};

export function startChat(
  machine: Machine,
  { columns = 80, rows = 24, args = ["chat"], env = {} }: Start = {},
): ChatTerminal {
  const { root, home, cwd } = machine;
  const own = {
    PATH: process.env["PATH"] ?? "",
    HOME: root,
    HERMES_HOME: home,
    TZ: "UTC",
    TERM: "xterm-256color",
    ...env,
  };
  const child = spawn(process.execPath, [command, ...args], { cols: columns, rows, cwd, env: own });
  const screen = new xterm.Terminal({ cols: columns, rows, scrollback: 20_000, allowProposedApi: true });
  const seen = { bytes: "", listeners: new Set<() => void>() };
  const ended = Promise.withResolvers<number>();
  screen.onData((reply) => child.write(reply)); // terminals answer questions about themselves
  child.onData((bytes) => {
    seen.bytes += bytes;
    screen.write(bytes, () => {
      for (const look of seen.listeners) look();
    });
  });
  child.onExit(({ exitCode }) => screen.write("", () => ended.resolve(exitCode)));
  const window = (): readonly string[] => rowsOf(screen, screen.buffer.active.baseY);
  return {
    type: (text) => child.write(text),
    resize: (size) => {
      screen.resize(size.columns, size.rows);
      child.resize(size.columns, size.rows);
    },
    kill: (signal) => child.kill(signal),
    pid: child.pid,
    window,
    all: () => joined(screen),
    written: () => seen.bytes,
    shows: (wanted) => {
      const isThere = typeof wanted === "string" ? () => window().join("\n").includes(wanted) : wanted;
      return until(isThere, seen.listeners, () => `${String(wanted)} in\n${window().join("\n")}`);
    },
    ended: ended.promise,
    [Symbol.dispose]: () => {
      child.kill("SIGKILL");
      screen.dispose();
    },
  };
}

function rowsOf(screen: xterm.Terminal, from: number): readonly string[] {
  const { active } = screen.buffer;
  return Array.from({ length: screen.rows }, (_, row) => active.getLine(from + row)?.translateToString(true) ?? "");
}

function joined({ buffer: { active } }: xterm.Terminal): readonly string[] {
  const lines: string[] = [];
  for (let row = 0; row < active.length; row++) {
    const line = active.getLine(row);
    const text = line?.translateToString(true) ?? "";
    if (line?.isWrapped === true) lines.push((lines.pop() ?? "") + text);
    else lines.push(text);
  }
  return lines;
}

async function until(isThere: () => boolean, listeners: Set<() => void>, missing: () => string): Promise<void> {
  const { promise, resolve: found, reject } = Promise.withResolvers<void>();
  const look = (): void => {
    if (isThere()) found();
  };
  const limit = setTimeout(() => reject(new Error(`never seen: ${missing()}`)), longestMs);
  listeners.add(look);
  look();
  try {
    await promise;
  } finally {
    clearTimeout(limit);
    listeners.delete(look);
  }
}

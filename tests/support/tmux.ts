import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { vi } from "vitest";

const execute = promisify(execFile);
const patienceMs = 30_000;

export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

/** A real terminal multiplexer with one shell in it. */
export type Tmux = AsyncDisposable & {
  /** Text as if typed. */
  readonly type: (text: string) => Promise<void>;
  /** A key by tmux's name, such as `C-c` or `Enter`. */
  readonly press: (key: string) => Promise<void>;
  readonly resize: (columns: number, rows: number) => Promise<void>;
  /** The rows of the window. */
  readonly window: () => Promise<string>;
  /** From the beginning of the scrollback, lines that were wrapped joined. */
  readonly all: () => Promise<readonly string[]>;
  /** Asked for again and again until the window holds the text, or the condition holds. */
  readonly shows: (wanted: string | ((window: string) => boolean)) => Promise<void>;
};

type Start = { readonly name: string; readonly cwd: string; readonly env: Readonly<Record<string, string>> };

export async function startTmux({ name, cwd, env }: Start): Promise<Tmux> {
  const socket = `hermes-${name}-${process.pid}`;
  const own = { ...env, PATH: process.env["PATH"] ?? "", TMUX: "", SHELL: "/bin/sh" };
  const tmux = async (...words: readonly string[]): Promise<string> =>
    (await execute("tmux", ["-L", socket, "-f", "/dev/null", ...words], { cwd, env: own })).stdout;
  await tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", cwd, "env", "PS1=ready> ", "ENV=", "/bin/sh");
  const window = (): Promise<string> => tmux("capture-pane", "-p");
  return {
    type: async (text) => void (await tmux("send-keys", "-l", "--", text)),
    press: async (key) => void (await tmux("send-keys", key)),
    resize: async (columns, rows) => void (await tmux("resize-window", "-x", String(columns), "-y", String(rows))),
    window,
    all: async () => (await tmux("capture-pane", "-p", "-J", "-S", "-")).split("\n").map((line) => line.trimEnd()),
    shows: async (wanted) => {
      const isThere = typeof wanted === "string" ? (seen: string) => seen.includes(wanted) : wanted;
      const look = async (): Promise<void> => {
        const seen = await window();
        if (!isThere(seen)) throw new Error(`never seen: ${String(wanted)} in\n${seen}`);
      };
      await vi.waitFor(look, { timeout: patienceMs, interval: 20 });
    },
    [Symbol.asyncDispose]: async () => void (await tmux("kill-server")),
  };
}

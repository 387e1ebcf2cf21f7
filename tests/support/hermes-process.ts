import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

const command = resolve(import.meta.dirname, "../../bin/hermes.cjs");
const longestMs = 30_000; // a command that hangs must not outlive its test for long

/** A user's machine in a folder: nothing of the real one shows through. */
export type Machine = { readonly root: string; readonly home: string; readonly cwd: string };

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** The home does not exist until a file is put into it. */
export function newMachine(files: Files = {}): Machine {
  const root = mkdtempSync(join(tmpdir(), "hermes-e2e-"));
  const [home, cwd] = [join(root, "home"), join(root, "work")];
  mkdirSync(cwd);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, name), content, { mode: 0o600 });
  }
  return { root, home, cwd };
}

/** A machine whose model lives at this address and speaks chat completions. */
export function machineFor(url: string, moreConfig = ""): Machine {
  return newMachine({ "config.yaml": endpointConfig(`${url}/v1`, moreConfig) });
}

/** One attempt: what is proved about errors here does not need the waits between attempts. */
export const impatient = "agent:\n  api_max_retries: 1\n";

export function endpointConfig(baseUrl: string, more = ""): string {
  const rows = ["provider: custom", "default: gpt-4o", `base_url: ${baseUrl}`, "api_mode: chat_completions"];
  return `model:\n${rows.map((row) => `  ${row}\n`).join("")}${more}`;
}

export type Ended = { readonly code: number | null; readonly out: string; readonly err: string };

type Start = {
  readonly env?: Readonly<Record<string, string>>;
  /** Without it stdin is empty; null leaves it open. */
  readonly input?: string | Uint8Array | null;
  /** In the shell's words, such as `>/dev/full`. */
  readonly redirect?: string;
  /** A shell command that comes first, such as `ulimit -f 100`. */
  readonly before?: string;
};

export type Running = {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  /** Resolves when stdout or stderr holds the text; rejects when the process ends without it. */
  readonly said: (text: string) => Promise<void>;
};

/** The installed command, as a person or a script starts it. */
export function start(machine: Machine, args: readonly string[], options: Start = {}): Running {
  const { env, input = "", redirect = "", before = ":" } = options;
  const { root, home, cwd } = machine;
  const own = { PATH: process.env["PATH"] ?? "", HOME: root, HERMES_HOME: home, TZ: "UTC", ...env };
  const limits = { timeout: longestMs, killSignal: "SIGKILL" } as const;
  const script = ["-c", `${before}; exec "$@" ${redirect}`, "sh"];
  const child = spawn("sh", [...script, process.execPath, command, ...args], { cwd, env: own, ...limits });
  const heard = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (heard.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (heard.err += text));
  child.stdin.on("error", () => undefined); // it may end before it has read everything
  if (input !== null) child.stdin.end(input);
  const ended = once(child, "close").then((): Ended => ({ code: child.exitCode, ...heard }));
  return { child, ended, said: (text) => hear(child, () => heard.out + heard.err, text) };
}

export function hermes(machine: Machine, args: readonly string[], options: Start = {}): Promise<Ended> {
  return start(machine, args, options).ended;
}

function hear(child: ChildProcessWithoutNullStreams, all: () => string, text: string): Promise<void> {
  return new Promise((found, reject) => {
    const look = (): void => {
      if (all().includes(text)) found();
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.on("close", () => reject(new Error(`ended without saying "${text}": ${all()}`)));
    look();
  });
}

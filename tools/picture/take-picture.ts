import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { systemClock } from "../../src/app/system-clock.ts";
import { createSimulator } from "../../src/simulator/handler.ts";
import { serveSimulator } from "../../src/simulator/http-server.ts";
import { readScreen, type Run } from "./read-screen.ts";
import { project, question, scenario } from "./scenario.ts";

const command = resolve(import.meta.dirname, "../../bin/hermes.cjs");
const longestMs = 60_000;
export const size = { cols: 86, rows: 31 } as const;

/** The last screen of a chat that works on a small project: real program, real tools, a model that says what it is told. */
export async function takePicture(): Promise<readonly (readonly Run[])[]> {
  const root = mkdtempSync(join(tmpdir(), "hermes-picture-"));
  const server = await serveSimulator(createSimulator({ clock: systemClock, scenario }), systemClock);
  try {
    const files = Object.entries(project).map(([name, text]) => [`shop/${name}`, text] as const);
    for (const [name, text] of [...files, ["home/config.yaml", configFor(server.url)] as const]) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    }
    return await photographed(root);
  } finally {
    await server[Symbol.asyncDispose]();
    rmSync(root, { recursive: true, force: true });
  }
}

function configFor(url: string): string {
  const model = [
    "provider: anthropic",
    "default: claude-sonnet-4-5",
    `base_url: ${url}`,
    "api_mode: anthropic_messages",
  ];
  return `model:\n${model.map((row) => `  ${row}\n`).join("")}terminal:\n  backend: local\n`;
}

async function photographed(root: string): Promise<readonly (readonly Run[])[]> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: root,
    HERMES_HOME: join(root, "home"),
    ANTHROPIC_API_KEY: "sk-simulated-key-000000",
    TZ: "UTC",
    TERM: "xterm-256color",
    COLORTERM: "truecolor",
  };
  const child = spawn(process.execPath, [command, "chat", "--quiet"], { ...size, cwd: join(root, "shop"), env });
  const screen = new xterm.Terminal({ ...size, scrollback: 1_000, allowProposedApi: true });
  const over = Promise.withResolvers<void>();
  const limit = setTimeout(() => over.reject(new Error(`never finished:\n${textOf(readScreen(screen))}`)), longestMs);
  const asked = { yet: false };
  screen.onData((reply) => child.write(reply));
  child.onData((bytes) => {
    screen.write(bytes, () => {
      const text = textOf(readScreen(screen));
      if (!asked.yet && text.includes("edits: allow")) {
        asked.yet = true;
        child.write(`${question}\r`);
      }
      if (/ in, [\d.K]+ out/.test(text) && !text.includes("Ctrl+C stops")) over.resolve();
    });
  });
  try {
    await over.promise;
    return readScreen(screen);
  } finally {
    clearTimeout(limit);
    child.kill("SIGKILL");
    screen.dispose();
  }
}

export function textOf(rows: readonly (readonly Run[])[]): string {
  return rows
    .map((runs) => runs.reduce((line, { text, column }) => line.padEnd(column) + text, "").trimEnd())
    .join("\n");
}

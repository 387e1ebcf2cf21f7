import { closeSync, constants, existsSync, lstatSync, openSync, readdirSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { AgentEvent } from "../../domain/event.ts";
import type { Log } from "../../domain/log.ts";
import { textOf } from "../../domain/message.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import { redactSecrets } from "../../safety/redact.ts";

const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
const privateFile = 0o600;
const keptMs = 7 * 24 * 60 * 60 * 1_000;

/** What one child does, as text that can be followed while it works. */
export type TaskLog = {
  readonly path: string;
  readonly hear: (event: AgentEvent) => void;
  readonly write: (line: string) => void;
  readonly close: () => void;
};

export type TaskLogPlace = {
  readonly folder: string;
  /** Of the delegating call: all its children log side by side. */
  readonly callId: string;
  readonly sessionId: string;
  readonly index: number;
};

type Around = { readonly now: () => number; readonly log: Log };

/** Appends and never rewrites; secrets are masked. Null: the disk does not take it, and the child works all the same. */
export function openTaskLog({ folder, callId, sessionId, index }: TaskLogPlace, { now, log }: Around): TaskLog | null {
  const own = join(folder, `${sessionId}-${callId}`.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 120));
  const path = join(own, `task-${index}.log`);
  const file = attempt(log, () => {
    ensurePrivateFolder(own);
    return openSync(path, O_WRONLY | O_CREAT | O_APPEND | (O_NOFOLLOW ?? 0), privateFile);
  });
  if (file === null) return null;
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
  };
  const write = (line: string): void => {
    if (!isOpen) return; // one that was left behind has nobody to log for
    const text = `${new Date(now()).toISOString()} ${redactSecrets(line).replaceAll("\n", "\n    ")}\n`;
    if (attempt(log, () => writeSync(file, text)) === null) close();
  };
  const hear = (event: AgentEvent): void => {
    const line = lineOf(event);
    if (line !== null) write(line);
  };
  return { path, hear, write, close };
}

function lineOf(event: AgentEvent): string | null {
  switch (event.type) {
    case "phase.changed":
      return event.phase === "tools" ? null : event.phase;
    case "tool.started":
      return `> ${event.call.function.name} ${event.preview}`.trimEnd();
    case "tool.finished":
      return `< ${event.result.name ?? ""} ${event.ok ? "ok" : "failed"} ${(event.durationMs / 1_000).toFixed(1)} s`;
    case "step.finished": {
      const said = textOf(event.reply.content ?? "").trim();
      return said === "" ? null : `says: ${said}`;
    }
    case "recovery.applied":
      return `trouble: ${event.strategy}`;
    case "notice.given":
      return `notice: ${event.text}`;
    default:
      return null;
  }
}

/** Removes the logs of calls that are a week old. */
export function sweepTaskLogs(folder: string, nowMs: number): void {
  const calls = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  for (const path of calls) if (newestIn(path) < nowMs - keptMs) rmSync(path, { recursive: true, force: true });
}

/** When something was last written; a folder's own time says only when a file came. */
function newestIn(folder: string): number {
  const own = lstatSync(folder, { throwIfNoEntry: false });
  if (own === undefined || !own.isDirectory()) return own?.mtimeMs ?? Infinity;
  const times = readdirSync(folder).map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs);
  return Math.max(own.mtimeMs, ...times.map((time) => time ?? 0));
}

function attempt<T>(log: Log, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    log("warning", "child.log_failed", { error: String(error) });
    return null;
  }
}

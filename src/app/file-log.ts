import { appendFileSync, closeSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ensurePrivateFolder } from "../disk/folders.ts";
import type { Clock } from "../domain/clock.ts";
import type { Log, LogLevel } from "../domain/log.ts";

export type FileLogOptions = {
  readonly folder: string;
  /** The file for everything; `agent.log` unless told. */
  readonly name?: string;
  readonly level: LogLevel;
  readonly maxBytes: number;
  readonly backups: number;
  readonly clock: Clock;
  readonly redact: (text: string) => string;
};

const ranks: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warning: 2, error: 3 };

/** One JSON object per line in the log, errors also in `errors.log`. A log that cannot be written stops nothing. */
export function createFileLog(options: FileLogOptions): Log {
  return (level, event, fields = {}) => {
    if (ranks[level] < ranks[options.level]) return;
    const at = new Date(options.clock.now()).toISOString();
    const line = `${options.redact(JSON.stringify({ at, level, event, ...fields }))}\n`;
    write(options.name ?? "agent.log", line, options);
    if (ranks[level] >= ranks.warning) write("errors.log", line, options);
  };
}

function write(name: string, line: string, options: FileLogOptions): void {
  const path = join(options.folder, name);
  try {
    ensurePrivateFolder(options.folder);
    rotate(path, line.length, options);
    closeSync(openSync(path, "a", 0o600)); // private from its first byte
    appendFileSync(path, line);
  } catch {
    // A full disk or a missing permission is what the log would report; there is nowhere left to say it.
  }
}

function rotate(path: string, coming: number, { maxBytes, backups }: FileLogOptions): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0 || size + coming <= maxBytes) return;
  rmSync(`${path}.${backups}`, { force: true });
  for (let number = backups - 1; number >= 1; number--) moveIfThere(`${path}.${number}`, `${path}.${number + 1}`);
  moveIfThere(path, `${path}.1`);
}

function moveIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to);
}

import { join } from "node:path";
import type { Clock } from "../domain/clock.ts";
import type { Log, LogLevel } from "../domain/log.ts";
import { redactSecrets } from "../safety/redact.ts";
import { createFileLog } from "./file-log.ts";
import type { OpenSettings } from "./open-settings.ts";

const levels: Readonly<Record<string, LogLevel>> = { debug: "debug", info: "info", warning: "warning", error: "error" };
const mib = 1_048_576;

/** `agent.log` (or another one) and `errors.log` of the home, as the settings want them. */
export function sessionLog({ home, settings }: OpenSettings, clock: Clock, name?: string): Log {
  const { level, max_size_mb: megabytes, backup_count: backups } = settings.logging;
  return createFileLog({
    folder: join(home.path, "logs"),
    ...(name === undefined ? {} : { name }),
    level: levels[level.toLowerCase()] ?? "info",
    maxBytes: megabytes * mib,
    backups,
    clock,
    redact: (text) => redactSecrets(text),
  });
}

/** Every line says which session it is about, as that session was called when it was opened. */
export function forSession(log: Log, session: string): Log {
  return (level, event, fields) => log(level, event, { session, ...fields });
}

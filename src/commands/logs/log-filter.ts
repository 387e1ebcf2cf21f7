import { logLevels } from "./spec.ts";

export type LogFilter = {
  readonly level: string | null;
  readonly session: string | null;
  /** Epoch milliseconds. */
  readonly sinceMs: number | null;
};

export type LogLine = {
  readonly at: string;
  readonly level: string;
  readonly event: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** A line of our logs; null for one that another program, or half a write, left there. */
export function readLogLine(text: string): LogLine | null {
  const value = parsed(text);
  if (typeof value !== "object" || value === null) return null;
  const { at, level, event, ...fields }: Record<string, unknown> = { ...value };
  if (typeof at !== "string" || typeof level !== "string" || typeof event !== "string") return null;
  return { at, level, event, fields };
}

/** A line that cannot be read passes only where nothing was asked for. */
export function passes(line: LogLine | null, { level, session, sinceMs }: LogFilter): boolean {
  if (line === null) return level === null && session === null && sinceMs === null;
  if (level !== null && rankOf(line.level) < rankOf(level)) return false;
  if (sinceMs !== null && !(Date.parse(line.at) >= sinceMs)) return false;
  return session === null || sessionsIn(line).some((id) => id.startsWith(session));
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The moment `30s`, `2h` or a date means; null when it means none. */
export function momentOf(text: string, nowMs: number): number | null {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(text.trim()) ?? [];
  if (count !== undefined) return nowMs - Number(count) * (units[unit] ?? 0);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : date;
}

function sessionsIn({ fields }: LogLine): readonly string[] {
  return [fields["session"], fields["sessionId"]].filter((id) => typeof id === "string");
}

function rankOf(level: string): number {
  return logLevels.findIndex((name) => name === level);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // not one of ours
  }
}

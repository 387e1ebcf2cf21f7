import type { Settings } from "../config/schema/settings.ts";
import type { TimeLimitSettings } from "../provider/client/time-limits.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Seconds in documented variables; what is no positive number counts as not said. */
export function timeLimitSettings({ agent }: Settings, env: Environment): TimeLimitSettings {
  const ms = (name: string): number | null => {
    const seconds = Number(env[name] ?? "");
    return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null;
  };
  return {
    requestMs: ms("HERMES_API_TIMEOUT"),
    streamReadMs: ms("HERMES_STREAM_READ_TIMEOUT"),
    streamStaleMs: ms("HERMES_STREAM_STALE_TIMEOUT"),
    callStaleMs: ms("HERMES_API_CALL_STALE_TIMEOUT"),
    localStreamStaleMs: agent.local_stream_stale_timeout * 1_000,
    firstByteMs: ms("HERMES_CODEX_TTFB_TIMEOUT_SECONDS"),
    eventGapMs: ms("HERMES_CODEX_EVENT_STALE_TIMEOUT_SECONDS"),
    hardCapMs: ms("HERMES_CODEX_HARD_TIMEOUT_SECONDS"),
  };
}

const usualGiveUp = 5;

/** How many requests may end in silence, one after the other, before no more is sent; 0 in the variable: any number. */
export function staleGiveUp(env: Environment): number {
  const said = env["HERMES_STREAM_STALE_GIVEUP"]?.trim() ?? "";
  const times = said === "" ? usualGiveUp : Number(said);
  if (!Number.isInteger(times) || times < 0) return usualGiveUp;
  return times === 0 ? Infinity : times;
}

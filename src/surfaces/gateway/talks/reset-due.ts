import type { Route } from "../../../domain/gateway-ledger.ts";
import type { ResetPolicy } from "../gateway-settings.ts";

export type ResetReason = "idle_reset" | "daily_reset";

type Moment = {
  readonly route: Pick<Route, "sessionId" | "lastActivityMs">;
  readonly nowMs: number;
  /** Absent: the machine's. */
  readonly timezone?: string | undefined;
  /** Whether something it started still runs. */
  readonly hasProcesses: boolean;
};

const hourMs = 3_600_000;
const dayHours = 24;

/** Why the next message of a chat begins a new session; null: the old one goes on. */
export function resetDue(policy: ResetPolicy, { route, nowMs, timezone, hasProcesses }: Moment): ResetReason | null {
  const { sessionId, lastActivityMs } = route;
  if (sessionId === null) return null;
  if (hasProcesses && nowMs - lastActivityMs < policy.processMaxAgeMs) return null; // they began in a turn, before that
  if (policy.atHour !== null && lastActivityMs < lastTimeOf(policy.atHour, nowMs, timezone)) return "daily_reset";
  return policy.idleMs !== null && nowMs - lastActivityMs >= policy.idleMs ? "idle_reset" : null;
}

/** When it was that hour last, on the clock on the wall. */
function lastTimeOf(hour: number, nowMs: number, timezone: string | undefined): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
    hourCycle: "h23",
    ...(timezone === undefined ? {} : { timeZone: timezone }),
  }).formatToParts(nowMs);
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value ?? 0);
  const hours = (part("hour") - hour + dayHours) % dayHours;
  return nowMs - hours * hourMs - part("minute") * 60_000 - part("second") * 1_000 - (nowMs % 1_000);
}

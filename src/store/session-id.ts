import type { Clock, Rng } from "../domain/clock.ts";

/** `YYYYMMDD_HHMMSS_<8 hex>`, in UTC: sorts by time and is short enough to type. */
export function newSessionId(clock: Clock, rng: Rng): string {
  const [date = "", time = ""] = new Date(clock.now()).toISOString().split("T");
  return `${date.replaceAll("-", "")}_${time.slice(0, 8).replaceAll(":", "")}_${rng.hex(8)}`;
}

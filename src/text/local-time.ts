const quarterMs = 900_000;
const farthestMs = 15 * 3_600_000; // no zone is farther from UTC
const dayMs = 86_400_000;
const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

type LocalTime = {
  /** Such as 2026-11-15. */
  readonly day: string;
  readonly hour: number;
  /** 0 is Monday. */
  readonly weekday: number;
};

export type LocalClock = {
  readonly at: (ms: number) => LocalTime;
  /** When a day begins there, in milliseconds since the epoch. */
  readonly startOf: (day: string) => number;
};

/** Days and hours as people in a time zone have them. "system" is where this computer is. */
export function localClock(zone: string): LocalClock {
  const format = new Intl.DateTimeFormat("en-GB", {
    ...(zone === "system" || zone === "" ? {} : { timeZone: zone }),
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    weekday: "short",
  });
  const at = (ms: number): LocalTime => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? "";
    const day = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
    return { day, hour: Number(part("hour")), weekday: weekdays.indexOf(part("weekday")) };
  };
  return { at, startOf: (day) => firstMoment(Date.parse(`${day}T00:00:00Z`), (ms) => at(ms).day >= day) };
}

/** Found by halving: days begin on a quarter of an hour, and not always at midnight. */
function firstMoment(utcMs: number, hasBegun: (ms: number) => boolean): number {
  let [before, after] = [utcMs - farthestMs, utcMs + farthestMs];
  while (after - before > quarterMs) {
    const middle = before + Math.floor((after - before) / quarterMs / 2) * quarterMs;
    if (hasBegun(middle)) after = middle;
    else before = middle;
  }
  return after;
}

/** So many days later in the calendar, or earlier. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

import type { Moment } from "../../store/insights/moments.ts";
import { localClock, shiftDay } from "../../text/local-time.ts";
import { sumKnown } from "./accounts.ts";

export type Period = {
  readonly days: number;
  readonly from: string;
  readonly to: string; // today
  readonly timezone: string;
  /** null: every surface. */
  readonly source: string | null;
};

export type Day = {
  readonly day: string;
  readonly turns: number;
  readonly cost_usd: number | null;
  readonly cache_read_share: number | null;
};

export type Calendar = {
  readonly active_days: number;
  /** From the first day on which anything was asked, without gaps. */
  readonly days: readonly Day[];
  /** Turns that began in each hour of the day, and on each weekday from Monday. */
  readonly hours: readonly number[];
  readonly weekdays: readonly number[];
  /** Days in a row with a turn: up to today or yesterday, and the most there were. */
  readonly streaks: { readonly current: number; readonly longest: number };
};

const mostDays = 36_500;

/** The last `days` days as the person's calendar has them, today included, and the moment they begin. */
export function periodOf(
  wanted: number,
  nowMs: number,
  { timezone, source }: Pick<Period, "timezone" | "source">,
): { readonly period: Period; readonly fromSeconds: number } {
  const days = Math.min(wanted, mostDays);
  const clock = localClock(timezone);
  const to = clock.at(nowMs).day;
  const from = shiftDay(to, 1 - days);
  return { period: { days, from, to, timezone, source }, fromSeconds: clock.startOf(from) / 1_000 };
}

export function calendarOf(moments: readonly Moment[], { timezone, to }: Period): Calendar {
  const clock = localClock(timezone);
  const placed = moments.map((moment) => ({ ...moment, ...clock.at(moment.at * 1_000) }));
  const byDay = Map.groupBy(placed, ({ day }) => day);
  const active = [...byDay].flatMap(([day, own]) => (own.some(({ turns }) => turns > 0) ? [day] : []));
  const turnsIn = (fits: (place: (typeof placed)[number]) => boolean): number =>
    placed.filter(fits).reduce((sum, { turns }) => sum + turns, 0);
  return {
    active_days: active.length,
    days: daysBetween(placed[0]?.day ?? to, to).map((day) => dayOf(day, byDay.get(day) ?? [])),
    hours: Array.from({ length: 24 }, (_, hour) => turnsIn((place) => place.hour === hour)),
    weekdays: Array.from({ length: 7 }, (_, weekday) => turnsIn((place) => place.weekday === weekday)),
    streaks: streaksOf(new Set(active), to),
  };
}

function dayOf(day: string, moments: readonly Moment[]): Day {
  const sum = (key: "turns" | "prompt_tokens" | "cache_read_tokens"): number =>
    moments.reduce((total, moment) => total + moment[key], 0);
  const sent = sum("prompt_tokens");
  return {
    day,
    turns: sum("turns"),
    cost_usd: sumKnown(moments.map(({ cost_usd: cost }) => cost)),
    cache_read_share: sent === 0 ? null : sum("cache_read_tokens") / sent,
  };
}

function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = shiftDay(day, 1)) days.push(day);
  return days;
}

function streaksOf(active: ReadonlySet<string>, today: string): Calendar["streaks"] {
  const upTo = (day: string): number => {
    let length = 0;
    while (active.has(shiftDay(day, -length))) length += 1;
    return length;
  };
  const ends = [...active].filter((day) => !active.has(shiftDay(day, 1)));
  const current = active.has(today) ? upTo(today) : upTo(shiftDay(today, -1));
  return { current, longest: Math.max(0, ...ends.map(upTo)) };
}

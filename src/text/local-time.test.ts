import fc from "fast-check";
import { expect, test } from "vitest";
import { localClock, shiftDay } from "./local-time.ts";

const at = Date.parse("2026-03-29T22:30:00Z");

test("the same moment has its own day and hour in each zone", () => {
  expect(
    ["UTC", "Europe/Berlin", "Asia/Kathmandu", "America/Los_Angeles"].map((zone) => localClock(zone).at(at)),
  ).toEqual([
    { day: "2026-03-29", hour: 22, weekday: 6 },
    { day: "2026-03-30", hour: 0, weekday: 0 },
    { day: "2026-03-30", hour: 4, weekday: 0 },
    { day: "2026-03-29", hour: 15, weekday: 6 },
  ]);
});

const starts = (zone: string, day: string): string => new Date(localClock(zone).startOf(day)).toISOString();

test("a day begins where the day before ends, also where clocks are changed at midnight", () => {
  expect(starts("Europe/Berlin", "2026-03-30")).toBe("2026-03-29T22:00:00.000Z");
  expect(starts("Africa/Cairo", "2026-04-24")).toBe("2026-04-23T22:00:00.000Z"); // it begins at one o'clock
  expect(starts("Asia/Kathmandu", "2026-01-01")).toBe("2025-12-31T18:15:00.000Z");
  const zones = fc.constantFrom(
    "UTC",
    "Europe/Berlin",
    "Africa/Cairo",
    "Pacific/Kiritimati",
    "Pacific/Niue",
    "Asia/Kolkata",
  );
  fc.assert(
    fc.property(zones, fc.integer({ min: 0, max: 20_000 }), (zone, days) => {
      const clock = localClock(zone);
      const day = shiftDay("1996-01-01", days);
      const start = clock.startOf(day);
      expect([clock.at(start).day, clock.at(start - 1).day]).toEqual([day, shiftDay(day, -1)]);
    }),
    { numRuns: 50 },
  );
});

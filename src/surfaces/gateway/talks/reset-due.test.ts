import fc from "fast-check";
import { expect, test } from "vitest";
import { resetDue } from "./reset-due.ts";

const at = (time: string): number => Date.parse(time);
const daily = { idleMs: null, atHour: 4, processMaxAgeMs: 0 };

function due(last: string, now: string, timezone = "Europe/Berlin"): string | null {
  const route = { sessionId: "s", lastActivityMs: at(last) };
  return resetDue(daily, { route, nowMs: at(now), timezone, hasProcesses: false });
}

test("a day begins at the hour of the person's own clock", () => {
  expect(due("2026-06-01T01:59:59Z", "2026-06-01T02:00:00Z")).toBe("daily_reset"); // 4 o'clock in Berlin
  expect(due("2026-06-01T01:00:00Z", "2026-06-01T01:59:59Z")).toBeNull();
  expect(due("2026-06-01T02:00:00Z", "2026-06-02T01:59:59Z")).toBeNull();
  expect(due("2026-06-01T02:00:00Z", "2026-06-02T02:00:01Z")).toBe("daily_reset");
  expect(due("2026-06-01T01:59:59Z", "2026-06-01T02:00:00Z", "UTC")).toBeNull();
});

test("whoever was silent for more than a day meets a new one, whatever the hour", () => {
  fc.assert(
    fc.property(fc.nat({ max: 23 }), fc.nat(2_000_000_000), fc.nat(10_000_000), (atHour, seconds, more) => {
      const nowMs = seconds * 1_000;
      const route = { sessionId: "s", lastActivityMs: nowMs - 86_400_001 - more };
      const moment = { route, nowMs, timezone: "Asia/Tokyo", hasProcesses: false };
      expect(resetDue({ ...daily, atHour }, moment)).toBe("daily_reset");
    }),
  );
});

test("without a rule, and without a session, nothing ends", () => {
  const moment = { nowMs: 10 ** 13, hasProcesses: false };
  const never = { idleMs: null, atHour: null, processMaxAgeMs: 0 };
  expect(resetDue(never, { ...moment, route: { sessionId: "s", lastActivityMs: 0 } })).toBeNull();
  expect(resetDue({ ...daily, idleMs: 1 }, { ...moment, route: { sessionId: null, lastActivityMs: 0 } })).toBeNull();
});

import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandCall } from "../../../tests/support/command-call.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { containing } from "../../../tests/support/matching.ts";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import { systemClock } from "../../app/system-clock.ts";
import { followFile } from "./follow-file.ts";
import { momentOf } from "./log-filter.ts";
import { logs } from "./logs.ts";

const nowMs = new FakeClock().now();
const at = (agoMs: number): string => new Date(nowMs - agoMs).toISOString();
const line = (agoMs: number, level: string, event: string, fields = {}): string =>
  `${JSON.stringify({ at: at(agoMs), level, event, ...fields })}\n`;

function homeWithLogs(): string {
  return temporaryHome({
    "logs/agent.log.1": line(7_200_000, "info", "old"),
    "logs/agent.log":
      line(60_000, "info", "turn.started", { session: "20260101_a" }) +
      line(30_000, "warning", "tool.slow", { session: "20260101_b", text: "two words" }) +
      "half a li\u001B[31mne\n" +
      line(1_000, "error", "tool.failed", { sessionId: "20260101_a" }),
    "logs/errors.log": line(1_000, "error", "tool.failed"),
  }).path;
}

const events = (out: string): readonly string[] => out.match(/[a-z]+\.[a-z]+(?= |$)|(?<=info {4})old/gm) ?? [];

test("the agent's log is shown, older files first, readable and unable to steer the terminal", async () => {
  expect(await commandCall(logs, { home: homeWithLogs() })).toEqual({
    code: 0,
    err: "",
    out: `${at(7_200_000)} info    old
${at(60_000)} info    turn.started session=20260101_a
${at(30_000)} warning tool.slow session=20260101_b text="two words"
half a line
${at(1_000)} error   tool.failed sessionId=20260101_a
`,
  });
});

test.each<[string, Record<string, string>, readonly string[]]>([
  ["of a level and above", { level: "warning" }, ["tool.slow", "tool.failed"]],
  ["about a session", { session: "20260101_a" }, ["turn.started", "tool.failed"]],
  ["of the last minutes", { since: "45s" }, ["tool.slow", "tool.failed"]],
  ["the last of them", { lines: "1" }, ["tool.failed"]],
  ["the last that match", { lines: "1", level: "warning", session: "20260101_b" }, ["tool.slow"]],
])("lines %s", async (_name, flags, expected) => {
  const { code, out } = await commandCall(logs, { home: homeWithLogs(), flags });
  expect([code, events(out)]).toEqual([0, expected]);
});

test("--json prints the line as it stands in the file", async () => {
  const { out } = await commandCall(logs, { home: homeWithLogs(), words: ["errors"], flags: { json: true } });
  expect(out).toBe(line(1_000, "error", "tool.failed"));
});

test("a log that is not there, lines that match nothing and a bad time are said in a line", async () => {
  const home = homeWithLogs();
  const none = await commandCall(logs, { home, words: ["gateway"] });
  expect(none).toEqual({ code: 0, out: "", err: `nothing is written in ${join(home, "logs/gateway.log")} yet\n` });
  const nothing = { code: 0, out: "", err: "no line matches\n" };
  expect(await commandCall(logs, { home, flags: { session: "zzz" } })).toEqual(nothing);
  for (const since of ["soon", "1y", "-3h", "2026-99-99"]) {
    const refused = await commandCall(logs, { home, flags: { since } });
    expect(refused).toEqual({ code: 2, out: "", err: containing(`--since ${since} is no time`) });
  }
});

test("a time is an age or a date", () => {
  const second = 1_000;
  expect(["90s", "2m", "1h", "1d"].map((text) => nowMs - (momentOf(text, nowMs) ?? 0))).toEqual(
    [90, 120, 3_600, 86_400].map((seconds) => seconds * second),
  );
  expect(momentOf("2026-01-31T12:00:00Z", nowMs)).toBe(Date.UTC(2026, 0, 31, 12));
});

test("following gives whole lines, those of a file put aside included, and ends with the signal", async () => {
  const path = join(homeWithLogs(), "logs", "errors.log");
  const stop = new AbortController();
  const { now, deadline } = systemClock;
  const clock = { now, deadline, sleep: async () => undefined };
  const lines = followFile(path, 0, { clock, signal: stop.signal });
  const next = async (): Promise<unknown> => (await lines.next()).value;
  expect(await next()).toBe(line(1_000, "error", "tool.failed").trim());
  appendFileSync(path, "first\nsec");
  expect(await next()).toBe("first");
  appendFileSync(path, "ond\n");
  expect(await next()).toBe("second");
  appendFileSync(path, "last of the old\n");
  renameSync(path, `${path}.1`);
  writeFileSync(path, "first of the new\n");
  expect([await next(), await next()]).toEqual(["last of the old", "first of the new"]);
  stop.abort();
  expect((await lines.next()).done).toBe(true);
});

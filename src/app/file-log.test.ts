import { mkdtempSync, readFileSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { createFileLog, type FileLogOptions } from "./file-log.ts";

const redact = (text: string): string => text.replaceAll("sk-secret", "***");

function options(overrides: Partial<FileLogOptions> = {}): FileLogOptions {
  const folder = join(mkdtempSync(join(tmpdir(), "hermes-log-")), "logs");
  return { folder, level: "info", maxBytes: 5_000_000, backups: 3, clock: new FakeClock(0), redact, ...overrides };
}

test("a line is JSON, private and redacted; errors stand in both files; debug lines wait for their level", () => {
  const given = options();
  const log = createFileLog(given);
  log("debug", "hidden");
  log("info", "started", { key: "sk-secret" });
  log("error", "failed");
  const lines = readFileSync(join(given.folder, "agent.log"), "utf8").trim().split("\n");
  expect(lines).toEqual([
    '{"at":"1970-01-01T00:00:00.000Z","level":"info","event":"started","key":"***"}',
    '{"at":"1970-01-01T00:00:00.000Z","level":"error","event":"failed"}',
  ]);
  expect(readFileSync(join(given.folder, "errors.log"), "utf8").trim()).toBe(lines[1]);
  expect(statSync(join(given.folder, "agent.log")).mode & 0o777).toBe(0o600);
  expect(statSync(given.folder).mode & 0o777).toBe(0o700);
});

test("a full file moves on, and only the newest copies stay", () => {
  const given = options({ maxBytes: 150, backups: 2 });
  const log = createFileLog(given);
  for (let line = 1; line <= 9; line++) log("info", `event ${line}`);
  expect(readdirSync(given.folder).toSorted()).toEqual(["agent.log", "agent.log.1", "agent.log.2"]);
  expect(readFileSync(join(given.folder, "agent.log"), "utf8")).toContain("event 9");
});

test("a log that cannot be written is silent", () => {
  const log = createFileLog(options({ folder: "/proc/no/such/folder" }));
  expect(() => log("error", "lost")).not.toThrow();
});

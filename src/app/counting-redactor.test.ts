import { expect, test } from "vitest";
import { defaults } from "../config/schema/settings.ts";
import { countingRedactor } from "./counting-redactor.ts";

const key = "AKIAIOSFODNN7EXAMPLE";

test("masked secrets are counted in the log and never named there", () => {
  const logged: unknown[] = [];
  const redact = countingRedactor(defaults, (...line) => void logged.push(line));
  expect(redact(`a ${key} and MY_TOKEN=abc`)).toBe("a AKIAIO…MPLE and MY_TOKEN=abc");
  expect(redact(`MY_TOKEN=abc\nOTHER_SECRET=def`, "environment")).toBe("MY_TOKEN=***\nOTHER_SECRET=***");
  expect(redact("nothing")).toBe("nothing");
  expect(logged).toEqual([
    ["info", "secrets.masked", { count: 1 }],
    ["info", "secrets.masked", { count: 2 }],
  ]);
});

test("who has switched masking off sees everything", () => {
  const security = { ...defaults.security, redact_secrets: false };
  expect(countingRedactor({ security }, () => undefined)(key)).toBe(key);
});

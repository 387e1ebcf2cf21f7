import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import { noLog } from "../../domain/log.ts";
import { createModelMemory } from "./model-memory.ts";

const gpt = { provider: "openai", model: "gpt-4o" };

test("two processes keep what each of them learned, and a damaged file is learned anew", () => {
  const { path: home } = temporaryHome();
  const deps = { home, clock: new FakeClock(), log: noLog };
  const [one, other] = [createModelMemory(deps), createModelMemory(deps)];
  one.windows.set("a@x", 1_000);
  other.windows.set("b@x", 2_000);
  other.factors.set(gpt, 1.25);
  expect([one.windows.get("a@x"), other.factors.get(gpt)]).toEqual([1_000, 1.25]);
  other.save();
  const later = createModelMemory(deps);
  expect([later.windows.get("a@x"), later.windows.get("b@x"), later.factors.get(gpt)]).toEqual([1_000, 2_000, 1.25]);
  const file = join(home, "cache", "model-memory.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ factors: { "openai/gpt-4o": 1.25 } });
  writeFileSync(file, "{oh");
  expect(createModelMemory(deps).windows.get("a@x")).toBeUndefined();
});

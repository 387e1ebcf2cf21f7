import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { capturedTerminal } from "../../../tests/support/captured-terminal.ts";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { fakeRng } from "../../../tests/support/fake-rng.ts";
import { fillByHand, monday } from "../../../tests/support/insights-world.ts";
import { temporaryHome, temporaryStore } from "../../../tests/support/temporary-store.ts";
import { textWidth } from "../../text/text-width.ts";
import { parse } from "../parse.ts";
import { rootCommand } from "../root.ts";
import { insightsRun } from "./insights.ts";
import { insightsCommand } from "./spec.ts";

const hour = 3_600;
const friday = (monday + 96 * hour) * 1_000;
const prices = { input: 4, output: 8, cache_read: 0.5, cache_write: 5 };
const priceOf = (_: string, model: string) => (model === "model-a" ? prices : null);

async function filledHome(): Promise<string> {
  const home = temporaryHome();
  const path = join(home, "hermes.db");
  using store = await temporaryStore({ path, clock: new FakeClock(friday) });
  await fillByHand(store);
  using raw = new DatabaseSync(path);
  raw.exec(`UPDATE sessions SET last_activity_at = ${monday - 500 * hour} WHERE id = 'old'`);
  return home;
}

type Wish = { readonly timezone?: string; readonly columns?: number; readonly color?: boolean };

/** From the words to what is printed; as the program does it, but for where settings come from. */
async function insights(home: string, words: readonly string[], wish: Wish = {}) {
  const { timezone = "UTC", columns = 80, color = false } = wish;
  const run = insightsRun(async () => ({ kind: "world", timezone, priceOf }));
  const parsed = parse(rootCommand([insightsCommand(async () => run)]), ["insights", ...words]);
  if (parsed.kind !== "command") return { code: 2, out: "", err: parsed.kind === "problem" ? parsed.message : "" };
  const captured = capturedTerminal("", columns);
  const context = {
    env: { HERMES_HOME: home },
    cwd: home,
    clock: new FakeClock(friday),
    rng: fakeRng(),
    signal: new AbortController().signal,
    profile: null,
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
    version: "0",
  };
  const terminal = { ...captured.terminal, color };
  const code = await run({ positionals: [], flags: parsed.flags, terminal, context });
  return { code, out: captured.out(), err: captured.err() };
}

test("[SF-L22] days that are none are a usage error, and where nothing was done that is one line", async () => {
  const empty = temporaryHome();
  const bad = { code: 2, out: "", err: "--days must be a whole number above 0" };
  expect(await insights(empty, ["--days", "0"])).toEqual(bad);
  expect(await insights(empty, ["--days", "x"])).toEqual(bad);
  expect(await insights(empty, [])).toEqual({ code: 0, out: "Nothing was done in the last 30 days.\n", err: "" });
  expect(await insights(await filledHome(), ["--source", "fax", "--days=1"])).toEqual({
    code: 0,
    out: 'Nothing was done in the last 1 day from "fax".\n',
    err: "",
  });
});

test("the whole report, as worked out by hand", async () => {
  const { code, out, err } = await insights(await filledHome(), ["--days", "7"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(`\n${out}`).toMatchSnapshot();
});

test("--json has every figure; days are those of the time zone", async () => {
  const home = await filledHome();
  const report: unknown = JSON.parse((await insights(home, ["--json", "--days", "7"])).out);
  expect(report).toMatchObject({
    period: { days: 7, from: "2025-05-31", to: "2025-06-06", timezone: "UTC", source: null },
    totals: {
      sessions: 3,
      delegated_sessions: 1,
      turns: 4,
      messages: 4,
      active_days: 2,
      tool_calls: 4,
      api_calls: 9,
      tokens: { input: 3_600, cache_read: 8_000, cache_write: 1_000, output: 520, reasoning: 0 },
      // three turns by their own price, and 2,000 tokens of side work by today's: delegated cost is in it once
      cost_usd: 0.875 + 0.008,
      unpriced_requests: 2,
      cache_read_share: 8_000 / 12_600,
      cache_saving_usd: (8_000 * 3.5 - 1_000) / 1e6,
    },
    unmeasured_tool_calls: 0,
    compressions: { count: 2, mean_saving: 0.5, skipped_by_cooldown: 1, failures: 1, seconds: 12, cost_usd: 0.75 },
    approvals: { asked: 3, allowed: 1, denied: 1, timed_out: 1, allowed_unasked: 1, denied_unasked: 1 },
    weekdays: [2, 0, 1, 0, 0, 0, 0],
    streaks: { current: 0, longest: 1 },
  });
  const berlin: unknown = JSON.parse(
    (await insights(home, ["--json", "--days", "7"], { timezone: "Europe/Berlin" })).out,
  );
  expect(berlin).toMatchObject({ weekdays: [1, 1, 1, 0, 0, 0, 0], streaks: { current: 0, longest: 3 } });
});

const Accounts = z.array(z.object({ api_calls: z.number(), cost_usd: z.number().nullable() }));
const Split = z.object({ by_model: Accounts, by_source: Accounts, by_task: Accounts });

test("what is split by model, platform or task adds up to the totals", async () => {
  const report = Split.parse(JSON.parse((await insights(await filledHome(), ["--json", "--days", "7"])).out));
  for (const rows of Object.values(report)) {
    expect(rows.reduce((sum, row) => sum + row.api_calls, 0)).toBe(9);
    expect(rows.reduce((sum, row) => sum + (row.cost_usd ?? 0), 0)).toBeCloseTo(0.883, 10);
  }
});

test("no line is wider than the terminal, whatever its width, and nothing is coloured unless it may be", async () => {
  const home = await filledHome();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 60, max: 140 }), async (columns) => {
      const { out } = await insights(home, [], { columns });
      const widest = Math.max(...out.split("\n").map(textWidth));
      expect(widest).toBeLessThanOrEqual(Math.min(columns, 120));
      expect(out).not.toContain("\u001b");
    }),
    { numRuns: 12 },
  );
  const [plain, coloured] = [await insights(home, []), await insights(home, [], { color: true })];
  expect(stripVTControlCharacters(coloured.out)).toBe(plain.out);
});

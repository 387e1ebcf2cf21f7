import { insightsPhrases as say } from "../../text/phrases/insights.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven, numberFlag, textFlag } from "../flag-value.ts";
import { withStore } from "../sessions/open.ts";
import type { PriceOf } from "./accounts.ts";
import { periodOf } from "./calendar.ts";
import { paintFor } from "./paint.ts";
import { isEmpty, reportOf } from "./report.ts";
import { insightsText } from "./view.ts";

const usualDays = 30;

/** What the settings say about days and prices. */
export type InsightsWorld =
  | { readonly kind: "world"; readonly timezone: string; readonly priceOf: PriceOf }
  | { readonly kind: "refused"; readonly exitCode: number; readonly message: string };

/** `hermes insights`: reads, and changes nothing. */
export function insightsRun(worldFor: (call: CommandCall) => Promise<InsightsWorld>): CommandRun {
  return async (call) => {
    const world = await worldFor(call);
    if (world.kind === "refused") return fail(call, world.message, world.exitCode);
    const { flags, terminal, context } = call;
    const wanted = { timezone: world.timezone, source: textFlag(flags, "source") };
    const { period, fromSeconds } = periodOf(numberFlag(flags, "days") ?? usualDays, context.clock.now(), wanted);
    return withStore(call, async (store) => {
      const figures = (await store.insights()).since(fromSeconds, period.source);
      const report = reportOf(figures, period, world.priceOf);
      if (isGiven(flags, "json")) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
      else if (isEmpty(report)) terminal.out(`${say.empty(period.days, period.source)}\n`);
      else terminal.out(insightsText(report, terminal.columns, paintFor(terminal.color)));
      return 0;
    });
  };
}
